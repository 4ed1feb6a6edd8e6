import { parentPort } from 'node:worker_threads';

/**
 * Declares in a worker program how it answers each request. If the file is only imported for its types, nothing
 * starts.
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
