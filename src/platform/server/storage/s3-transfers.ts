import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { getElementText, type S3Client, S3Error, type S3Request } from './s3-client.ts';
import { StorageUnavailableError } from './storage.ts';

/**
 * The time in milliseconds after which a silent connection counts as broken. It is long, because a slow line may accept
 * some megabytes at once and then seem silent.
 */
const silenceMs = 120_000;
/** The size in bytes of the pieces in which a part is sent. */
const pieceBytes = 64 * 1024;

/**
 * Builds the content and headers of a request from bytes in memory. The headers have the checksum that S3 requires for
 * locked objects.
 */
export function buildS3Content(bytes: Buffer): Pick<S3Request, 'content' | 'headers'> {
  const pieces = function* () {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  };
  return {
    headers: { 'content-md5': createHash('md5').update(bytes).digest('base64') },
    content: {
      open: () => Readable.from(pieces(), { objectMode: false }),
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    },
  };
}

/**
 * Stores an object in parts (a multipart upload), one after another. The object appears once all of it is there. If
 * that fails or `signal` aborts, the parts that were sent are discarded, as far as the store can be reached.
 */
export async function putObjectInParts(
  client: Pick<S3Client, 'request'>,
  key: string,
  { parts, signal }: { parts: AsyncIterable<Buffer>; signal: AbortSignal },
): Promise<void> {
  signal.throwIfAborted();
  const begun = await client.request({ method: 'POST', key, query: { uploads: '' } });
  const uploadId = getElementText('UploadId', begun.xml);
  if (uploadId === '') throw new S3Error(200, 'NoUploadId');
  const abort = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const send = async () => {
    const stored: string[] = [];
    for await (const part of parts) {
      signal.throwIfAborted();
      const query = { partNumber: `${stored.length + 1}`, uploadId };
      const { headers } = await client.request({ method: 'PUT', key, query, silenceMs, ...buildS3Content(part) });
      // The store's ETag is written into XML for the store, so it may have no other characters
      const etag = /^"?([\w-]+)"?$/.exec(headers.etag ?? '')?.[1];
      if (etag === undefined) throw new S3Error(200, 'NoETag');
      stored.push(`<Part><PartNumber>${stored.length + 1}</PartNumber><ETag>"${etag}"</ETag></Part>`);
    }
    const list = Buffer.from(`<CompleteMultipartUpload>${stored.join('')}</CompleteMultipartUpload>`);
    await client.request({ method: 'POST', key, query: { uploadId }, silenceMs, ...buildS3Content(list) });
  };
  try {
    await Promise.race([send(), abort]);
  } catch (error) {
    await client.request({ method: 'DELETE', key, query: { uploadId }, silenceMs: 3000 }).catch(() => undefined);
    throw error;
  }
}

/**
 * Returns the same bytes, with a limit for silence that counts only while the reader waits for the source. A visitor
 * may pause a video for any time, but if the store stops sending, the read is aborted.
 */
export function withIdleTimeout(source: Readable, silenceMs: number): Readable {
  let waiting: NodeJS.Timeout | undefined;
  const heard = () => {
    clearTimeout(waiting);
    waiting = undefined;
  };
  const reading = new Readable({
    read() {
      waiting ??= setTimeout(
        () => reading.destroy(new StorageUnavailableError('The store stopped sending.')),
        silenceMs,
      );
      source.resume();
    },
    destroy(error, done) {
      heard();
      source.destroy();
      done(error);
    },
  });
  source.pause();
  source.on('data', (piece) => {
    heard();
    if (!reading.push(piece)) source.pause();
  });
  source.on('end', () => {
    heard();
    reading.push(null);
  });
  source.on('error', (error) =>
    reading.destroy(new StorageUnavailableError('The file store broke the connection.', { cause: error })),
  );
  return reading;
}
