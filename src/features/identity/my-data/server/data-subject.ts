import { listLinkedPersonNames } from '#features/archive/shows/people/server/index.ts';
import { approvedRegistrationAction } from '#features/identity/sign-in/server/index.ts';
import { normaliseEmail } from '#features/society/accounts/email.ts';
import { listInvitedNames, listOtherUserNames } from '#features/society/accounts/server/index.ts';
import { hasOtherActorNamed, listActionsOn } from '#platform/server/audit/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { DataSubject } from '#platform/server/feature/personal-data.ts';

type Account = Record<'id' | 'email' | 'role' | 'phone_number' | 'firstname' | 'lastname', string>;

/**
 * Builds the data subject of an account. Features may look for the owner's data under its `names`. Anybody can enter
 * any name. A name therefore only counts if an admin has confirmed it, and nobody else has used it.
 */
export async function findDataSubject(db: DbReader, account: Account): Promise<DataSubject> {
  const { id, email, phone_number: phone, firstname, lastname } = account;
  const name = `${firstname} ${lastname}`.trim();
  const candidates = [...new Set(await listConfirmedNames(db, account))].filter(Boolean).sort();
  const others = await listOtherUserNames(db, id);
  const names: string[] = [];
  for (const candidate of candidates) {
    if (!others.has(candidate) && !(await hasOtherActorNamed(db, candidate, id))) names.push(candidate);
  }
  return { id, email, phone, name, names };
}

/**
 * Lists the names that the account had when it was approved or invited, and the names of the persons that an admin has
 * linked to it.
 */
async function listConfirmedNames(db: DbReader, { id, email, role, firstname, lastname }: Account): Promise<string[]> {
  return [
    ...(await listActionsOn(db, id, approvedRegistrationAction)).map(({ detail }) => detail.trim()),
    ...(await listInvitedNames(db, normaliseEmail(email))),
    ...(await listLinkedPersonNames(db, id)),
    // An admin's current name counts as confirmed, because nobody else confirms the names of admins
    ...(role === 'admin' ? [`${firstname} ${lastname}`.trim()] : []),
  ];
}
