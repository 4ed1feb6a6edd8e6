import { parentPort } from 'node:worker_threads';

/**
 * Says in a program of `aside` what is done with each thing that is asked. Where the file is only read for its types,
 * nothing starts.
 */
export function answering<Asked, Answer>(work: (asked: Asked) => Answer | Promise<Answer>): void {
  const answer = async (asked: Asked) => {
    const done = await work(asked);
    if (parentPort) parentPort.postMessage(done);
    else process.send?.(done);
  };
  if (parentPort) parentPort.on('message', answer);
  else process.on('message', answer);
}
