// Builds the pages into the folder given: bundled and minified by esbuild, names with content hashes under
// static/, a gzip and a Brotli copy next to each file, and manifest.json, from which the server serves them:
//
//   {"files": [{"url", "file", "type", "immutable", "etag", "encodings"}]}
//
// url is the path asked for ("/hit" stands for every /hit/{project}), file is relative to the folder, etag is the
// SHA-256 of the plain bytes in hex without quotes, encodings lists the copies there are: "br" is FILE.br, "gzip"
// FILE.gz. The output depends on the sources alone, so two builds are byte-identical.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const HERE = dirname(fileURLToPath(import.meta.url));
const TYPES = {
	js: 'text/javascript; charset=utf-8',
	css: 'text/css; charset=utf-8',
	html: 'text/html; charset=utf-8',
	svg: 'image/svg+xml',
	txt: 'text/plain; charset=utf-8',
	json: 'application/json',
};
const BROWSERS = ['chrome100', 'firefox100', 'safari15.4'];

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
const extension = (name) => name.slice(name.lastIndexOf('.') + 1);

async function bundle(entry) {
	const { outputFiles } = await build({
		entryPoints: [join(HERE, 'worker', entry)],
		bundle: true,
		minify: true,
		write: false,
		format: 'esm',
		target: BROWSERS,
		charset: 'utf8',
		legalComments: 'none',
		logLevel: 'warning',
	});
	return outputFiles[0].contents;
}

// The licences of what is bundled, in full, as they ask for.
function licences() {
	return Object.keys(JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8')).dependencies)
		.map((name) => `${name}\n\n${readFileSync(join(HERE, 'node_modules', name, 'LICENSE'), 'utf8').trim()}\n`)
		.join('\n\n');
}

function createOutput(folder) {
	const files = [];
	mkdirSync(join(folder, 'static'), { recursive: true });
	return {
		add(url, file, bytes, immutable) {
			const copies = {
				br: ['br', brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })],
				gzip: ['gz', gzipSync(bytes, { level: 9 })],
			};
			writeFileSync(join(folder, file), bytes);
			for (const [suffix, copy] of Object.values(copies)) writeFileSync(join(folder, `${file}.${suffix}`), copy);
			const type = TYPES[extension(file)];
			files.push({ url, file, type, immutable, etag: sha256(bytes), encodings: Object.keys(copies) });
		},
		// Returns the address of a file named by its content.
		addHashed(name, bytes) {
			const dot = name.lastIndexOf('.');
			const file = `static/${name.slice(0, dot)}-${sha256(bytes).slice(0, 12)}${name.slice(dot)}`;
			this.add(`/${file}`, file, bytes, true);
			return `/${file}`;
		},
		close: () => writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify({ files }, null, '\t')}\n`),
	};
}

// Only what an earlier build made: the folder may have been named by mistake.
function clean(folder) {
	rmSync(join(folder, 'static'), { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	for (const name of readdirSync(folder))
		if (/^(index\.html|openapi\.json|manifest\.json)(\.(br|gz))?$/.test(name)) rmSync(join(folder, name));
}

async function main(folder) {
	const scripts = { 'app.js': await bundle('app.js'), 'style.css': await bundle('style.css') };
	const assets = {
		...scripts,
		'icon.svg': readFileSync(join(HERE, 'worker/icon.svg')),
		'licences.txt': Buffer.from(licences()),
	};
	clean(folder);
	const output = createOutput(folder);
	const urls = Object.fromEntries(
		Object.entries(assets).map(([name, bytes]) => [name, output.addHashed(name, bytes)]),
	);
	const page = readFileSync(join(HERE, 'worker/index.html'), 'utf8').replace(/%([\w.]+)%/g, (_, name) => urls[name]);
	output.add('/hit', 'index.html', Buffer.from(page), false);
	output.add('/api/v1/openapi.json', 'openapi.json', readFileSync(join(HERE, 'openapi.json')), false);
	output.close();
}

if (process.argv.length !== 3) {
	console.error('usage: node build.mjs FOLDER');
	process.exit(2);
}
await main(process.argv[2]);
