// `npm run release`: packs the checkout into a single file in dist/release, which people install.
import { statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { packRelease } from './release/pack.ts';

const root = join(import.meta.dirname, '..');
const file = packRelease(root, join(root, 'dist', 'release'));
const megabytes = (statSync(file).size / 1_000_000).toFixed(1);
console.log(`Packed ${relative(root, file)} (${megabytes} MB). Its checksum is next to it, in the file .sha256.`);
console.log(`To install it: npm install -g --ignore-scripts ${relative(process.cwd(), file)}`);
