import { Readable } from 'node:stream';
import { StorageUnavailableError } from './storage.ts';

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
