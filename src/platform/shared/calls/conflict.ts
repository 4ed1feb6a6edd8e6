import type { CallResponse } from './call-response.ts';

/** The version that somebody else has saved in the meantime, and that person's name. */
export interface CurrentVersion {
  version: number;
  changed_by: string;
}

/** The 409 response to a save that started from an outdated version (optimistic locking). */
export interface ConflictResponse<Now extends CurrentVersion = CurrentVersion> {
  code: 409;
  msg: string;
  current: Now;
}

/** Creates the response to a save that would overwrite somebody else's changes. */
export const createConflictResponse = <Now extends CurrentVersion>(
  msg: string,
  current: Now,
): ConflictResponse<Now> => ({
  code: 409,
  msg,
  current,
});

/** Returns the version that somebody else saved; undefined if the response is not a conflict. */
export const findConflictingVersion = <Now extends CurrentVersion>(
  answer: (CallResponse & { current?: Now | undefined }) | null,
): Now | undefined => (answer?.code === 409 ? answer.current : undefined);

/**
 * Formats the message of a refused save, for an editor that shows both the user's text and the saved one. `who` is the
 * person who saved the latter; "" if unknown.
 */
export const formatConflictMessage = (who: string, what: string): string =>
  `${who || 'Someone else'} changed ${what} while you were editing. Your changes are still here: compare the two versions, then save again.`;

/** Says that a conflict loses nothing. */
export const changesNotLostMessage = 'Your changes aren’t lost: choose what to keep.';

/** Formats the notice about who has saved a record since the user opened it. `who` is "" if unknown. */
export const formatConflictNotice = (who: string, what: string): string =>
  `${who || 'Someone else'} has saved ${what} since you opened it.`;
