import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const unpacked = promisify(brotliDecompress);

/** Smaller bodies cost more to compress than that saves. */
const worthCompressing = 860;

/** Returns the encoding in which a body of this size is cached: most browsers can be sent it unchanged. */
export const encodingOfStoredFile = (size: number): 'br' | 'identity' => (size < worthCompressing ? 'identity' : 'br');

/** The best encoding that the browser takes. `q=0` is rare enough to be read as a refusal of every encoding. */
export function chooseEncoding(accepted: string | undefined, size: number): Encoding {
  if (!accepted || size < worthCompressing || accepted.includes('q=0,') || accepted.endsWith('q=0')) return 'identity';
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}

/** Level 5 comes near the best ratio in a tenth of its time; large bodies are cached, small ones are quick anyway. */
export async function encode(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return body;
  if (encoding === 'gzip') return trimmed(await gzipped(body));
  return brotliAt(5, body);
}

/** A body cached as `from`, for a client that takes it as `to`. */
export const reencode = async (body: Buffer, from: 'br' | 'identity', to: Encoding): Promise<Buffer> =>
  from === to ? body : encode(from === 'br' ? await unpacked(body) : body, to);

/** At the best ratio: a tenth smaller than `encode`, for some 100 ms a page on a thread of its own. */
export const recompress = (body: Buffer): Promise<Buffer> => brotliAt(11, body);

const brotliAt = async (quality: number, body: Buffer) =>
  trimmed(
    await brotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  );

/**
 * In exactly as much memory as it has bytes: zlib returns small results in 16 kB buffers, and they may be cached for
 * days.
 */
function trimmed(body: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(body.length);
  body.copy(own);
  return own;
}
