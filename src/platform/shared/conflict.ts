import { z } from 'zod';
import type { Answer } from './answer.ts';

/** In what a conflict answers as `current`, beside what there is now. */
export const currentVersion = {
  /** The one to send along by whoever saves all the same. */
  version: z.int(),
  /** Who saved it; "" where that isn't known. */
  changed_by: z.string(),
};

/** What there is now in the place of what a save began from. */
export interface Current {
  version: number;
  changed_by: string;
}

/** A save that is refused because somebody else has saved since: nobody writes over that unseen. */
export interface Conflict<Now extends Current = Current> {
  code: 409;
  msg: string;
  current: Now;
}

/** The refusal to save over what somebody else has saved meanwhile, for a call to answer. */
export const conflict = <Now extends Current>(msg: string, current: Now): Conflict<Now> => ({
  code: 409,
  msg,
  current,
});

/** What somebody else has saved meanwhile; undefined for an answer that says anything else. */
export const currentIn = <Now extends Current>(
  answer: (Answer & { current?: Now | undefined }) | null,
): Now | undefined => (answer?.code === 409 ? answer.current : undefined);

/** What a save that was refused says for whoever compares two texts. */
export const changedMeanwhile = (who: string, what: string): string =>
  `${who || 'Somebody'} changed ${what} while you were writing. Nothing of yours is lost: compare the two, then save again.`;
