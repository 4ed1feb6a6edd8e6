import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Smaller bodies cost more to compress than they save. */
const worthCompressing = 860;

/** The best encoding that the browser takes. A `q=0` is rare enough to be read as plain refusal of all. */
export function encodingFor(accepted: string | undefined, size: number): Encoding {
  if (!accepted || size < worthCompressing || accepted.includes('q=0,') || accepted.endsWith('q=0')) return 'identity';
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}

/** Level 5 is near the best ratio at a tenth of its time; large bodies are cached, small ones are quick either way. */
export async function encode(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return body;
  if (encoding === 'gzip') return gzipped(body);
  return brotliAt(5, body);
}

/** As small as it gets: a tenth less than `encode`, for some 100 ms a page on a thread of its own. */
export const recompress = (body: Buffer): Promise<Buffer> => brotliAt(11, body);

const brotliAt = (quality: number, body: Buffer) =>
  brotli(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  });
