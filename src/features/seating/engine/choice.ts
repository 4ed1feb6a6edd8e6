import type { Party } from '../plan/plan.ts';
import { allNeeds, type Needs, needsOf } from './needs.ts';

/** The seats of a party, and why these. */
export interface Choice {
  ref: string;
  name: string;
  /** The seats that it was given now. */
  seats: string[];
  /** In a sentence, without its name. */
  says: string;
}

/** Whether these needs were ticked, or written into the note. */
export function whoAsks({ note, needs = [] }: Party, of: readonly (keyof Needs)[] = allNeeds): string {
  const isTicked = of.some((need) => needs.some((one) => one === need));
  const inNote = needsOf({ note });
  const isWritten = of.some((need) => inNote[need]);
  return isTicked && isWritten ? 'the order and its note ask' : isTicked ? 'the order asks' : 'the note asks';
}
