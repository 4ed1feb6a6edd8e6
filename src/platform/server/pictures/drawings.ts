import { minute } from '#platform/shared/dates/durations.ts';
import { createWorkerPool } from '../background/worker-pool.ts';
import type { DrawingTask } from './drawing-process.ts';

/**
 * Renders a drawing of ours, which may be as large as a poster. Drawings are rendered one at a time in a separate
 * process. In the server, the library would take 20 MB for as long as the site runs.
 *
 * @throws WorkerTaskError if the drawing can't be rendered
 */
export const renderDrawing = createWorkerPool<DrawingTask, Buffer>(new URL('./drawing-process.ts', import.meta.url), {
  as: 'process',
  taskTimeoutMs: minute,
  maxHeapMb: 256,
});
