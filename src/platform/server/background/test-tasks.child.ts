// The worker program of `worker-pool.test.ts`
import { handleWorkerTasks } from './handle-worker-tasks.ts';

let task = 0;
handleWorkerTasks(async (what: string): Promise<string> => {
  task += 1;
  if (what === 'count') return String(task);
  if (what === 'for ever') for (;;);
  if (what === 'fill the memory') for (const all: number[][] = []; ; ) all.push(Array(100_000).fill(all.length + 0.5));
  if (what === 'fail') throw new Error('The task was asked to fail.');
  if (what === 'leave') process.exit(0);
  return `done ${what}`;
});
