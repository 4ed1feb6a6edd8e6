import { parentPort } from 'node:worker_threads';

/**
 * Sets the function that handles each task of a worker program. In a program that isn't a worker, no task ever arrives.
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
