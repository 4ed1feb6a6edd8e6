import type { Id } from '#platform/server/crypto/ids.ts';
import { isSameSecret } from '#platform/server/crypto/secrets.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { offerPath, waitingPartyPath } from '../paths.ts';

type Encryption = Services['encryption'];

const hashPartyKey = (encryption: Encryption, id: Id) => encryption.hash(id, 'waiting list');

/**
 * Builds the path of a party's page. The key in the path isn't stored with the party: it is derived from the party's id
 * and the site's data key.
 */
export const buildPartyPath = (encryption: Encryption, id: Id): string =>
  waitingPartyPath({ id, key: hashPartyKey(encryption, id) });

/** Builds the path of the page on which a party accepts its offer. */
export const buildOfferPath = (encryption: Encryption, id: Id): string =>
  offerPath({ id, key: hashPartyKey(encryption, id) });

/** Returns true if the key belongs to this party's link. */
export function isPartyKey(encryption: Encryption, { id, key }: { id: Id; key: string }): boolean {
  return isSameSecret(key, hashPartyKey(encryption, id));
}
