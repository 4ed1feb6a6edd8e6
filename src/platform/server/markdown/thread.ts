// Long texts are rendered here, so that no page waits for another's.
import { handleWorkerTasks } from '../background/handle-worker-tasks.ts';
import { made, type RenderTarget, renderPlainText } from './parser.ts';

handleWorkerTasks(({ source, wanted }: { source: string; wanted: RenderTarget }): string => {
  try {
    return made(source, wanted);
  } catch {
    // Too much, or a fault that only this text causes: it is shown as typed
    return renderPlainText(source, wanted);
  }
});
