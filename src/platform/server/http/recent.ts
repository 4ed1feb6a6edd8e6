import type { Visit } from './page.ts';
import { Unproven } from './refusal.ts';

/**
 * Marks what could do harm by the hand of somebody who found a device signed in: it asks for a password, or a passkey,
 * given of late. `'in part'` says that only some of what is sent does: the call itself asks then (`mustBeRecent`).
 */
export type Grave = true | 'in part';

const tenMinutes = 10 * 60_000;

export const isRecent = ({ visitor, now }: Pick<Visit, 'visitor' | 'now'>): boolean =>
  visitor.authenticatedAt !== '' && Date.parse(now) - Date.parse(visitor.authenticatedAt) < tenMinutes;

/** @throws Unproven when it is long since the visitor showed who they are */
export function mustBeRecent(visit: Pick<Visit, 'visitor' | 'now'>): void {
  if (!isRecent(visit)) throw new Unproven('password');
}
