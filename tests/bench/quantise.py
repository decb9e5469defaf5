"""An encoder's ONNX graph in int8, as onnxruntime takes it: weights by column, what flows between the layers measured as it comes.

    quantise.py FROM.onnx TO.onnx
"""
import sys

import numpy
import onnx
from onnx import helper, numpy_helper


def to_bytes(w):
    """A column of int8 each, and its scale: -127 to 127, zero stays zero."""
    scale = numpy.abs(w).max(axis=0) / 127
    scale[scale == 0] = 1
    return numpy.rint(w / scale).astype(numpy.int8), scale.astype(numpy.float32)


def product(node, name):
    """The nodes that do the work of one MatMul in floats."""
    x, bytes_, scale, y = node.input[0], f"{name}_int8", f"{name}_scale", node.output[0]
    part = {p: f"{name}_{p}" for p in ("x", "x_scale", "x_zero", "sums", "floats", "both")}
    return [
        helper.make_node("DynamicQuantizeLinear", [x], [part["x"], part["x_scale"], part["x_zero"]]),
        helper.make_node("MatMulInteger", [part["x"], bytes_, part["x_zero"]], [part["sums"]]),
        helper.make_node("Cast", [part["sums"]], [part["floats"]], to=onnx.TensorProto.FLOAT),
        helper.make_node("Mul", [part["x_scale"], scale], [part["both"]]),
        helper.make_node("Mul", [part["floats"], part["both"]], [y]),
    ]


def main(source, target):
    model = onnx.load(source)
    graph = model.graph
    weights = {i.name: i for i in graph.initializer if len(i.dims) == 2}
    nodes, made = [], 0
    for node in graph.node:
        if node.op_type != "MatMul" or node.input[1] not in weights:
            nodes.append(node)
            continue
        name = f"product_{made}"
        made += 1
        old = weights[node.input[1]]
        bytes_, scale = to_bytes(numpy_helper.to_array(old))
        graph.initializer.extend([numpy_helper.from_array(bytes_, f"{name}_int8"), numpy_helper.from_array(scale, f"{name}_scale")])
        graph.initializer.remove(old)
        nodes.extend(product(node, name))
    if made == 0:
        sys.exit(f"{source} has no products with weights in it")
    del graph.node[:]
    graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, target)
    print(f"{made} products in int8")


if __name__ == "__main__":
    main(*sys.argv[1:])
