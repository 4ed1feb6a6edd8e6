// Runs as a separate process with a low priority while the demo's photographs are created. Started by show-photos.ts;
// ends with its parent.
import { setPriority } from 'node:os';
import { handleWorkerTasks } from '#platform/server/background/handle-worker-tasks.ts';
import { renderAsPhotograph } from './raster.ts';

setPriority(10);
handleWorkerTasks(([drawing, options]: Parameters<typeof renderAsPhotograph>) => renderAsPhotograph(drawing, options));
