import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const unpacked = promisify(brotliDecompress);

/** The size in bytes from which a body is compressed. Compressing a smaller one costs more than it saves. */
const minCompressedBytes = 860;

/** Returns the encoding in which a body of this size is cached. Most browsers accept this encoding. */
export const chooseCacheEncoding = (size: number): 'br' | 'identity' => (size < minCompressedBytes ? 'identity' : 'br');

/**
 * Chooses the best encoding that the browser accepts. `q=0` is so rare that it counts as a refusal of every encoding.
 */
export function chooseEncoding(accepted: string | undefined, size: number): Encoding {
  if (!accepted || size < minCompressedBytes || accepted.includes('q=0,') || accepted.endsWith('q=0'))
    return 'identity';
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}

/**
 * Compresses a body. Brotli's level 5 comes close to the best ratio in a tenth of the time. Large bodies are cached,
 * and small bodies take little time anyway.
 */
export async function encodeBody(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return body;
  if (encoding === 'gzip') return trimmed(await gzipped(body, inOneChunk(body.length / 2)));
  return brotliAt(5, body);
}

/** Re-encodes a cached body from `from` to `to`. `size` is its uncompressed size in bytes. */
export const reencodeBody = async (
  body: Buffer,
  size: number,
  from: 'br' | 'identity',
  to: Encoding,
): Promise<Buffer> =>
  from === to ? body : encodeBody(from === 'br' ? await unpacked(body, inOneChunk(size)) : body, to);

/**
 * Compresses at the best ratio. The result is a tenth smaller than that of `encodeBody`, and takes about 100 ms for a
 * page, on a separate thread.
 */
export const compressBodyAtBestRatio = (body: Buffer): Promise<Buffer> => brotliAt(11, body);

const brotliAt = async (quality: number, body: Buffer) =>
  trimmed(
    await brotli(body, {
      ...inOneChunk(body.length / 2),
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  );

/**
 * Makes zlib write a result of up to `size` bytes into one buffer. By default it takes a buffer for every 16 kB, and
 * copies them all into another. Node frees none of them before its next full garbage collection.
 */
const inOneChunk = (size: number) => ({ chunkSize: Math.ceil(size) + 1024 });

/**
 * Copies a body into exactly as much memory as it needs. The result of zlib is in a larger buffer, and might be cached
 * for days.
 */
function trimmed(body: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(body.length);
  body.copy(own);
  return own;
}
