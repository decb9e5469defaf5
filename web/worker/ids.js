// Attempt ids: random UUIDs (version 4), also where crypto.randomUUID is missing (pages without TLS).

export function newId(crypto = globalThis.crypto) {
	if (crypto?.randomUUID) return crypto.randomUUID();
	const bytes = new Uint8Array(16);
	if (crypto?.getRandomValues) crypto.getRandomValues(bytes);
	else for (let i = 0; i < 16; i++) bytes[i] = Math.random() * 256;
	bytes[6] = (bytes[6] & 0x0f) | 0x40;
	bytes[8] = (bytes[8] & 0x3f) | 0x80;
	const hex = [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('');
	return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
