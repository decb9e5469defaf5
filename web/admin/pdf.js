// A PDF of one page, which is a picture: for papers and print.

const ascii = (text) => new TextEncoder().encode(text);

// jpeg: the picture, of so many dots; width and height: of the page, in CSS pixels, of which 96 are an inch.
/** @param {{ jpeg: Uint8Array<ArrayBuffer>, dots: [number, number], width: number, height: number }} picture */
export function pdfOf({ jpeg, dots, width, height }) {
	const [w, h] = [width, height].map((px) => (px * 0.75).toFixed(2));
	const drawing = `q ${w} 0 0 ${h} 0 0 cm /I Do Q`;
	const objects = [
		['<</Type/Catalog/Pages 2 0 R>>'],
		['<</Type/Pages/Kids[3 0 R]/Count 1>>'],
		[`<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${w} ${h}]/Resources<</XObject<</I 5 0 R>>>>/Contents 4 0 R>>`],
		[`<</Length ${drawing.length}>>stream\n${drawing}\nendstream`],
		[
			`<</Type/XObject/Subtype/Image/Width ${dots[0]}/Height ${dots[1]}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode/Length ${jpeg.length}>>stream\n`,
			jpeg,
			'\nendstream',
		],
	];
	const parts = [ascii('%PDF-1.4\n')];
	const places = [];
	const length = () => parts.reduce((n, part) => n + part.length, 0);
	for (const [i, object] of objects.entries()) {
		places.push(length());
		for (const part of [`${i + 1} 0 obj\n`, ...object, '\nendobj\n']) parts.push(typeof part === 'string' ? ascii(part) : part);
	}
	const end = length();
	const rows = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
	const size = objects.length + 1;
	parts.push(ascii(`xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${end}\n%%EOF\n`));
	return new Blob(parts, { type: 'application/pdf' });
}
