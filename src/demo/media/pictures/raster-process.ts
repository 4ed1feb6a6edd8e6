// Runs as a separate process with the lowest priority while the demo's photographs are created. Started by show-photos.ts;
// ends with its parent.
import { setPriority } from 'node:os';
import { handleWorkerTasks } from '#platform/server/background/handle-worker-tasks.ts';
import { rasterise } from './raster.ts';

setPriority(19);
handleWorkerTasks(([drawing, options]: Parameters<typeof rasterise>) => rasterise(drawing, options));
