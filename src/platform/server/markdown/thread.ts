// Long texts are rendered here, so that no page waits for another's.
import { answerRequests } from '../background/answer-requests.ts';
import { made, madePlainly, type Wanted } from './parser.ts';

answerRequests(({ source, wanted }: { source: string; wanted: Wanted }): string => {
  try {
    return made(source, wanted);
  } catch {
    // Too much, or a fault that only this text causes: it is shown as typed
    return madePlainly(source, wanted);
  }
});
