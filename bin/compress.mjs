// Compresses static files once, when they are built, so that the server can send them unchanged. Node built-ins only.
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** The size in bytes below which compressing saves next to nothing. */
const minBytes = 250;

/**
 * The sizes of Brotli's input blocks that are tried, as powers of two; 0 leaves the choice to Brotli. The size of a large
 * script otherwise varies by 0.3 %, depending on nothing but the hashes in the file names that it imports.
 */
const blockSizes = [0, 16, 17];

/**
 * Writes `name.br` and `name.gz` next to each script, style sheet, SVG, JSON, text or TrueType file in a folder, unless
 * the file is too small to be worth compressing.
 */
export async function compressAssets(folder) {
  const names = readdirSync(folder).filter((name) => /\.(js|css|svg|json|txt|ttf)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      const bytes = await readFile(file);
      if (bytes.length < minBytes) return;
      const attempts = await Promise.all(
        blockSizes.map((blockSize) =>
          brotli(bytes, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
              [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
              [constants.BROTLI_PARAM_LGBLOCK]: blockSize,
            },
          }),
        ),
      );
      const [smallest] = attempts.sort((a, b) => a.length - b.length);
      await writeFile(`${file}.br`, smallest);
      await writeFile(`${file}.gz`, await zip(bytes, { level: 9 }));
    }),
  );
}
