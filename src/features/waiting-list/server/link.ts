import { timingSafeEqual } from 'node:crypto';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { offerPath, partyPath } from '../paths.ts';

type Sealing = Services['sealing'];

const keyOf = (sealing: Sealing, id: Id) => sealing.mark(id, 'waiting list');

/** The path of the page on which a party sees how it stands, and leaves. The link is stored nowhere. */
export const partyLink = (sealing: Sealing, id: Id): string => partyPath({ id, key: keyOf(sealing, id) });

/** The path of the page on which a party takes what it is offered. */
export const offerLink = (sealing: Sealing, id: Id): string => offerPath({ id, key: keyOf(sealing, id) });

/** Whether somebody has a party's link. */
export function isPartyKey(sealing: Sealing, { id, key }: { id: Id; key: string }): boolean {
  const [given, right] = [Buffer.from(key), Buffer.from(keyOf(sealing, id))];
  return given.length === right.length && timingSafeEqual(given, right);
}
