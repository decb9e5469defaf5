// What the tests of training share: which python can train, and whether any can.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUILD, ROOT } from '../lib/paths.mjs';
import { run } from '../lib/proc.mjs';

export const CODE = join(ROOT, 'model_adapter/train');

function torchPython() {
	try {
		// the name after the script is its $0, from which lib.sh knows where it is
		return execFileSync('bash', ['-c', '. "${0%/*}/lib.sh"; torch_python', join(ROOT, 'ops/train')], { encoding: 'utf8' }).trim();
	} catch {
		return null;
	}
}

export const PYTHON = torchPython();
// For `skip` of a test.
export const noTorch = PYTHON === null && 'there is no python3 with torch and numpy here: ops/setup train installs Debian\'s';

// A folder that goes away with the test or suite t.
export function folder(t) {
	const dir = mkdtempSync(join(tmpdir(), 'beat-train-'));
	t.after(() => rmSync(dir, { recursive: true, force: true }));
	return dir;
}

// One of the scripts of model_adapter/train.
export function script(name, args, { kernels, python = PYTHON ?? 'python3' } = {}) {
	const env = { PYTHONDONTWRITEBYTECODE: '1', OPENBLAS_NUM_THREADS: '1', ...(kernels && { BEAT_KERNELS: kernels }) };
	return run(python, [join(CODE, name), ...args], { env, timeout: 300000 });
}

export function opsTrain(args) {
	return run(join(ROOT, 'ops/train'), args, { env: { BEAT_BUILD: BUILD }, timeout: 600000 });
}
