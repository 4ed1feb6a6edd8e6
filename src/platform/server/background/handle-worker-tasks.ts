import { parentPort } from 'node:worker_threads';

/**
 * Sets the function that handles each task of a worker program. Does nothing in a process that imports the file only
 * for its types.
 */
export function handleWorkerTasks<Task, Answer>(work: (task: Task) => Answer | Promise<Answer>): void {
  const answer = async (task: Task) => {
    const done = await work(task);
    if (parentPort) parentPort.postMessage(done);
    else process.send?.(done);
  };
  if (parentPort) parentPort.on('message', answer);
  else process.on('message', answer);
}
