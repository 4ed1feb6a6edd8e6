import { adminRequiredMessage } from '#features/society/accounts/server/index.ts';
import { isPublicDemo, sharedAccountsMessage } from '#features/society/settings/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { Visitor } from '#platform/server/http/request/visitor.ts';
import { isLinked } from './user-persons.ts';

/**
 * Returns true if one of these people is linked to an account. A person's name and credits determine which shows the
 * linked account directs, and therefore whose emergency contacts it can see. Only admins may therefore change them
 * (docs/decisions/0101).
 * @throws HttpError 403 if one of them is linked and the visitor doesn't have the role admin, or the site is a public
 * demo
 */
export async function refuseLinkedPeople(
  db: DbReader,
  { role }: Pick<Visitor, 'role'>,
  people: readonly Id[],
): Promise<boolean> {
  for (const person of people) {
    if (!(await isLinked(db, person))) continue;
    if (role !== 'admin') refuse(403, `This name is linked to a member’s account. ${adminRequiredMessage}`);
    if (await isPublicDemo(db)) refuse(403, sharedAccountsMessage);
    return true;
  }
  return false;
}
