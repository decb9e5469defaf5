// A self-signed certificate of that name for 127.0.0.1, in files of dir: {cert, key, ca}.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './proc.mjs';

export async function makeCertificate(dir, name) {
	const [key, cert] = ['key', 'cert'].map((kind) => join(dir, `${name}-${kind}.pem`));
	const made = await run('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2',
		'-keyout', key, '-out', cert, '-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1']);
	assert.equal(made.code, 0, made.stderr);
	return { cert, key, ca: readFileSync(cert) };
}
