import { listLinkedPersonNames } from '#features/archive/shows/people/server/index.ts';
import { approvedRegistrationAction } from '#features/identity/sign-in/server/index.ts';
import { normaliseEmail } from '#features/society/accounts/email.ts';
import { listInvitedNames, listOtherUserNames } from '#features/society/accounts/server/index.ts';
import { hasOtherActorNamed, listActionsOn } from '#platform/server/audit/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { DataSubject } from '#platform/server/feature/personal-data.ts';

interface Account {
  id: string;
  email: string;
  role: string;
  phone_number: string;
  firstname: string;
  lastname: string;
}

/**
 * Finds the data subject: the account's owner, with the names that features may match. Anyone can enter any name, so
 * only names count that an admin has confirmed and nobody else has used.
 */
export async function findDataSubject(db: DbReader, account: Account): Promise<DataSubject> {
  const { id, email, phone_number: phone, firstname, lastname } = account;
  const name = `${firstname} ${lastname}`.trim();
  const candidates = [...new Set(await confirmedNames(db, account))].filter(Boolean).sort();
  const others = await listOtherUserNames(db, id);
  const names: string[] = [];
  for (const candidate of candidates) {
    if (!others.has(candidate) && !(await hasOtherActorNamed(db, candidate, id))) names.push(candidate);
  }
  return { id, email, phone, name, names };
}

/** The account's names when it was approved, and those of the people that an admin has linked to it. */
async function confirmedNames(db: DbReader, { id, email, role, firstname, lastname }: Account): Promise<string[]> {
  return [
    ...(await listActionsOn(db, id, approvedRegistrationAction)).map(({ detail }) => detail.trim()),
    ...(await listInvitedNames(db, normaliseEmail(email))),
    ...(await listLinkedPersonNames(db, id)),
    // Nobody is above an admin to confirm an admin's names
    ...(role === 'admin' ? [`${firstname} ${lastname}`.trim()] : []),
  ];
}
