// Builds the pages into the folder given: bundled and minified by esbuild, names with content hashes under
// static/, a gzip and a Brotli copy next to each file, and manifest.json, from which the server serves them:
//
//   {"files": [{"url", "file", "type", "immutable", "etag", "encodings"}]}
//
// url is the path asked for ("/hit" stands for every /hit/{project}, "/admin" for all under it), file is relative
// to the folder, etag is the SHA-256 of the plain bytes in hex without quotes, encodings lists the copies there are:
// "br" is FILE.br, "gzip" FILE.gz. The output depends on the sources alone, so two builds are byte-identical.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { description } from './openapi.mjs';

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

const OPTIONS = {
	absWorkingDir: HERE,
	bundle: true,
	minify: true,
	write: false,
	format: 'esm',
	target: BROWSERS,
	charset: 'utf8',
	legalComments: 'none',
	logLevel: 'warning',
};

async function bundle(entry) {
	const { outputFiles } = await build({ ...OPTIONS, entryPoints: [join(HERE, entry)] });
	return outputFiles[0].contents;
}

// A bundle whose dynamic imports are files of their own, fetched when needed: [{name, bytes}], the entry first. They
// name each other, so their names come from esbuild, which hashes what they hold.
async function bundleInParts(entry, name) {
	const { outputFiles, metafile } = await build({
		...OPTIONS,
		entryPoints: [{ in: join(HERE, entry), out: name }],
		outdir: join(HERE, 'static'),
		entryNames: '[name]-[hash]',
		chunkNames: `${name}-[name]-[hash]`,
		splitting: true,
		metafile: true,
	});
	const isEntry = (path) => metafile.outputs[relative(HERE, path)].entryPoint === entry;
	return outputFiles
		.sort((a, b) => isEntry(b.path) - isEntry(a.path) || (a.path < b.path ? -1 : 1))
		.map(({ path, contents }) => ({ name: basename(path), bytes: contents }));
}

const packages = () => JSON.parse(readFileSync(join(HERE, 'package-lock.json'), 'utf8')).packages;

// The licences of what is bundled, in full, and notices, as they ask for: of every package that is not for building.
function licences() {
	return Object.entries(packages())
		.filter(([path, about]) => path && !about.dev)
		.map(([path]) => {
			const folder = join(HERE, path);
			const texts = readdirSync(folder)
				.filter((name) => /^(licen[cs]e|notice|copyrightnotice)(\.(txt|md))?$/i.test(name))
				.sort()
				.map((name) => readFileSync(join(folder, name), 'utf8').trim());
			if (!texts.length) throw new Error(`${path} has no licence`);
			return `${path.replace(/^.*node_modules\//, '')}\n\n${texts.join('\n\n')}\n`;
		})
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
		// One that has its name already.
		addNamed(name, bytes) {
			this.add(`/static/${name}`, `static/${name}`, bytes, true);
			return `/static/${name}`;
		},
		close: () => writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify({ files }, null, '\t')}\n`),
	};
}

// Only what an earlier build made: the folder may have been named by mistake.
function clean(folder) {
	rmSync(join(folder, 'static'), { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	for (const name of readdirSync(folder))
		if (/^((index|admin)\.html|openapi\.json|manifest\.json)(\.(br|gz))?$/.test(name)) rmSync(join(folder, name));
}

const page = (file, urls) =>
	Buffer.from(readFileSync(join(HERE, file), 'utf8').replace(/%([\w.]+)%/g, (_, name) => urls[name]));

async function main(folder) {
	const worker = { 'app.js': await bundle('worker/app.js'), 'style.css': await bundle('worker/style.css') };
	const admin = { style: await bundle('admin/style.css'), parts: await bundleInParts('admin/app.js', 'admin') };
	const shared = {
		'icon.svg': readFileSync(join(HERE, 'shared/icon.svg')),
		'licences.txt': Buffer.from(licences()),
	};
	clean(folder);
	const output = createOutput(folder);
	const urls = Object.fromEntries(
		Object.entries({ ...worker, ...shared }).map(([name, bytes]) => [name, output.addHashed(name, bytes)]),
	);
	output.add('/hit', 'index.html', page('worker/index.html', urls), false);
	const [entry] = admin.parts.map(({ name, bytes }) => output.addNamed(name, bytes));
	const style = output.addHashed('admin.css', admin.style);
	const adminUrls = { ...urls, 'app.js': entry, 'style.css': style };
	output.add('/admin', 'admin.html', page('admin/index.html', adminUrls), false);
	const openapi = `${JSON.stringify(description(), null, 2)}\n`;
	output.add('/api/v1/openapi.json', 'openapi.json', Buffer.from(openapi), false);
	output.close();
}

if (process.argv.length !== 3) {
	console.error('usage: node build.mjs FOLDER');
	process.exit(2);
}
await main(process.argv[2]);
