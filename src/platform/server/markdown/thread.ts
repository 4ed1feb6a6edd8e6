// Long texts are rendered in this thread, so that no page waits for another page's text.

import { type MarkdownPart, renderMarkdownSync, renderPlainText } from '#platform/shared/markdown/parser.ts';
import { handleWorkerTasks } from '../background/handle-worker-tasks.ts';

handleWorkerTasks(({ source, wanted }: { source: string; wanted: MarkdownPart }): string => {
  try {
    return renderMarkdownSync(source, wanted);
  } catch {
    // If the output is too large, or rendering fails, the text is shown as typed
    return renderPlainText(source, wanted);
  }
});
