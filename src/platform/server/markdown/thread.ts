// Long texts are rendered here, so that no page waits for another's.
import { answering } from '../background/answering.ts';
import { made, madePlainly, type Wanted } from './parsing.ts';

answering(({ source, wanted }: { source: string; wanted: Wanted }): string => {
  try {
    return made(source, wanted);
  } catch {
    // Too much, or a fault that this text alone brings about: its words are there all the same
    return madePlainly(source, wanted);
  }
});
