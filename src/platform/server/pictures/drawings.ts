import { createWorkerPool } from '../background/worker-pool.ts';
import type { DrawingTask } from './drawing-process.ts';

/**
 * Renders a drawing of ours, which may be as large as a poster, one at a time in a separate process. In the server it
 * would take 20 MB for the library, and leave twice as much behind in memory that isn't returned.
 *
 * @throws WorkerTaskError if the drawing can't be rendered
 */
export const renderDrawing = createWorkerPool<DrawingTask, Buffer>(new URL('./drawing-process.ts', import.meta.url), {
  as: 'process',
  taskTimeoutMs: 60_000,
  maxHeapMb: 256,
});
