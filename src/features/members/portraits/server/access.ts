import {
  findLinkedUser,
  findMergeTarget,
  findPerson,
  listCurrentPersonIdsOfUser,
} from '#features/archive/shows/people/server/index.ts';
import { listPersonsPaidFor } from '#features/money/subscriptions/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { AccessRule, Visitor } from '#platform/server/http/request/visitor.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { PortraitManagers } from '../consent.ts';

/** A person with the users who look after their portrait. */
export interface PortraitSubject extends PortraitManagers {
  id: Id;
  name: string;
}

/** Finds a person, or the person into whom they were merged, with the users who look after the portrait. */
export async function findPortraitSubject(db: DbReader, person: Id): Promise<PortraitSubject | undefined> {
  const found = (await findMergeTarget(db, person)) ?? (await findPerson(db, person));
  if (!found) return undefined;
  const owner = (await findLinkedUser(db, found.id))?.id ?? null;
  const payers =
    owner === null
      ? (await listPersonsPaidFor(db)).filter((paid) => paid.person === found.id).map(({ user_id }) => user_id)
      : [];
  return { id: found.id, name: found.name, owner, payers };
}

export const loadPortraitSubject = ({ db, params }: PageRequest): Promise<PortraitSubject | undefined> =>
  findPortraitSubject(db, params.id ?? '');

/**
 * Lists the persons whose portrait a user looks after: those linked to the user, and those without an account for whose
 * membership the user pays, mostly children.
 */
export async function listPortraitSubjectsOfUser(db: DbReader, userId: Id): Promise<PortraitSubject[]> {
  const paid = (await listPersonsPaidFor(db)).filter(({ user_id }) => user_id === userId).map(({ person }) => person);
  const sitters: PortraitSubject[] = [];
  for (const id of new Set([...(await listCurrentPersonIdsOfUser(db, userId)), ...paid])) {
    const sitter = await findPortraitSubject(db, id);
    if (sitter && (sitter.owner === userId || sitter.payers.includes(userId))) sitters.push(sitter);
  }
  return sitters;
}

/**
 * Returns true for admins, and for the person and those who pay for the person's membership if they may use the account
 * settings.
 */
export const canManagePortrait = ({ signedIn, id, may }: Visitor, { owner, payers }: PortraitManagers): boolean =>
  signedIn && (may.admin === true || (may.account_settings === true && (owner === id || payers.includes(id))));

export const mayManagePortrait: AccessRule<PortraitManagers> = {
  name: 'the person, a member who pays for them, admin',
  members: true,
  allows: canManagePortrait,
};
