import type { Instant } from '#platform/shared/dates.ts';
import type { PageRequest } from './page.ts';
import { Unproven } from './refusal.ts';

/**
 * Marks what could do harm by the hand of somebody who found a device signed in: it asks for a password, or a passkey,
 * given of late. `'in part'` says that only some of what is sent does: the call itself asks then (`mustBeRecent`).
 */
export type Grave = true | 'in part';

const tenMinutes = 10 * 60_000;

/** Whether what was shown then, if it was, is of late. */
export const isOfLate = (shown: Instant | '', now: Instant): boolean =>
  shown !== '' && Date.parse(now) - Date.parse(shown) < tenMinutes;

export const isRecent = ({ visitor, now }: Pick<PageRequest, 'visitor' | 'now'>): boolean =>
  isOfLate(visitor.authenticatedAt, now);

/** @throws Unproven when it is long since the visitor showed who they are */
export function mustBeRecent(visit: Pick<PageRequest, 'visitor' | 'now'>): void {
  if (!isRecent(visit)) throw new Unproven('password');
}
