import { WorkerTaskError } from '../../background/worker-pool.ts';
import { refuse } from './http-error.ts';

/**
 * Returns the result of reading a user's file in a worker.
 *
 * @throws HttpError if the reading wasn't finished, because too many files wait, or it took too much time or memory
 */
export async function runWorkerTask<Answer>(
  reading: Promise<Answer>,
  { crowded, tooMuch }: { crowded: string; tooMuch: string },
): Promise<Answer> {
  try {
    return await reading;
  } catch (fault) {
    if (!(fault instanceof WorkerTaskError)) throw fault;
    if (fault.reason === 'several') {
      refuse(429, 'The files you sent earlier are still being read. Send this one once they’re done.');
    }
    if (fault.reason === 'crowded') refuse(503, crowded);
    return refuse(400, tooMuch, { file: tooMuch });
  }
}
