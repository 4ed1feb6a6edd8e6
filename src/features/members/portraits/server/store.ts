import {
  findLinkedUser,
  findMergeTarget,
  findPerson,
  listCurrentPersonIdsOfUser,
  listIdsOfPerson,
  resolveCurrentPersonIds,
} from '#features/archive/shows/people/server/index.ts';
import { listDependants } from '#features/money/subscriptions/server/index.ts';
import { parseStoredSizes, type StoredSize } from '#features/publishing/media/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, restoreRows, softDeleteRows } from '#platform/server/database/index.ts';
import type { TrashKind } from '#platform/server/feature/deletion.ts';
import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import type { AccessRule, Visitor } from '#platform/server/http/request/visitor.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { getRestorableCutoff } from '#platform/shared/lifecycle.ts';
import { choosePortrait, emptyConsentColumns, hasValidConsent, type PortraitManagers } from '../consent.ts';
import type { PortraitTable } from './tables.ts';

/** A portrait whose files are already stored. */
export interface NewPortrait {
  id: Id;
  person_id: Id;
  sizes: readonly StoredSize[];
  uploaded_by: Id | null;
}

type Portrait = Omit<PortraitTable, 'deleted_at'>;

/** Returns the URL of a portrait: the small square for lists, or the whole portrait. */
export const buildPortraitUrl = (id: Id, size: 'small' | 'large'): string => `/portraits/${id}/${size}.webp`;

/** Returns a portrait's size in pixels, and the key and length of its file in the storage. */
export function getPortraitSize({ sizes }: Pick<Portrait, 'sizes'>, size: 'small' | 'large'): StoredSize {
  const stored = parseStoredSizes(sizes).at(size === 'small' ? 0 : -1);
  if (stored === undefined) throw new Error('A stored portrait has no size.');
  return stored;
}

/** Finds a person's portrait, shown or not; see `choosePortrait` for people who were merged into the person. */
export async function findPortrait(db: DbReader, person: Id): Promise<Portrait | undefined> {
  const ids = await listIdsOfPerson(db, person);
  return choosePortrait(await db.selectFrom('portrait').selectAll().where('person_id', 'in', ids).execute(), person);
}

/**
 * Returns the portraits that visitors may see, by the id of the person. A person who was merged into another counts as
 * that other person. Public pages get portraits only from this function.
 */
export async function listShownPortraits(db: DbReader): Promise<Map<Id, Portrait>> {
  const rows = await db.selectFrom('portrait').selectAll().execute();
  const current = await resolveCurrentPersonIds(
    db,
    rows.map(({ person_id }) => person_id),
  );
  const byPerson = Map.groupBy(rows, ({ person_id }) => current.get(person_id) ?? person_id);
  const shown = new Map<Id, Portrait>();
  for (const [person, portraits] of byPerson) {
    const portrait = choosePortrait(portraits, person);
    if (portrait && hasValidConsent(portrait)) shown.set(person, portrait);
  }
  return shown;
}

/** Finds a portrait by its own id, deleted or not. */
export const findPortraitById = (db: DbReader, id: Id) =>
  db.selectFrom('portrait_with_deleted').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Adds a portrait in place of the present one, which moves to the trash. Nobody has agreed to show the new portrait
 * yet.
 */
export async function setPortrait(tx: DbTransaction, portrait: NewPortrait, now: Instant): Promise<void> {
  await deletePortrait(tx, portrait.person_id, now);
  await tx
    .insertInto('portrait_with_deleted')
    .values({
      ...portrait,
      ...emptyConsentColumns,
      sizes: JSON.stringify(portrait.sizes),
      created_at: now,
      deleted_at: null,
    })
    .execute();
}

/**
 * Moves a person's portraits, including those of people merged into them, to the trash, and withdraws the consent, so
 * that a restored portrait needs a new one. Returns false if there was no portrait.
 */
export async function deletePortrait(tx: DbTransaction, person: Id, now: Instant): Promise<boolean> {
  const ids = await listIdsOfPerson(tx, person);
  await removePortraitConsent(tx, person);
  return (await softDeleteRows(tx.updateTable('portrait_with_deleted').where('person_id', 'in', ids), now)) > 0;
}

/**
 * Restores a deleted portrait in place of the present one. Returns false if the portrait can't be restored any more.
 */
export async function restorePortrait(
  tx: DbTransaction,
  { id, person, now }: { id: Id; person: Id; now: Instant },
): Promise<boolean> {
  const ids = await listIdsOfPerson(tx, person);
  const deleted = tx.updateTable('portrait_with_deleted').where('id', '=', id).where('person_id', 'in', ids);
  const others = await tx.selectFrom('portrait').select('id').where('person_id', 'in', ids).execute();
  if ((await restoreRows(deleted, getRestorableCutoff(now))) === 0) return false;
  for (const other of others) {
    await softDeleteRows(
      tx.updateTable('portrait_with_deleted').set(emptyConsentColumns).where('id', '=', other.id),
      now,
    );
  }
  return true;
}

/** Lists a person's deleted portraits that can still be restored, most recently deleted first. */
export const listDeletedPortraits = async (db: DbReader, person: Id, now: Instant) =>
  (
    await db
      .selectFrom('portrait_with_deleted')
      .select(['id', 'deleted_at'])
      .where('person_id', 'in', await listIdsOfPerson(db, person))
      .where('deleted_at', '>', getRestorableCutoff(now))
      .orderBy('deleted_at', 'desc')
      .orderBy('id')
      .execute()
  ).map(({ id, deleted_at }) => ({ id, deleted_at: deleted_at ?? '' }));

/** Records the consent to show a portrait that isn't deleted. The database refuses a child's consent without a guardian. */
export const recordPortraitConsent = (
  tx: DbTransaction,
  id: Id,
  consent: Pick<PortraitTable, 'consent_wording' | 'is_adult' | 'guardian' | 'consent_recorded_by'> & { at: Instant },
) => {
  const { at, ...columns } = consent;
  return tx
    .updateTable('portrait_with_deleted')
    .set({ ...columns, consented_at: at })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
};

/** Withdraws the consent to show a person's portraits, including deleted ones. Returns false if there was none. */
export async function removePortraitConsent(tx: DbTransaction, person: Id): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('portrait_with_deleted')
    .set(emptyConsentColumns)
    .where('person_id', 'in', await listIdsOfPerson(tx, person))
    .where('consented_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

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
      ? (await listDependants(db)).filter((paid) => paid.person === found.id).map(({ user_id }) => user_id)
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
  const paid = (await listDependants(db)).filter(({ user_id }) => user_id === userId).map(({ person }) => person);
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

export const portraitTrash: TrashKind = {
  name: 'portraits',
  table: 'portrait_with_deleted',
  bytes: {
    async listPurgedKeys(db, before) {
      const rows = await db
        .selectFrom('portrait_with_deleted')
        .select('sizes')
        .where('deleted_at', '<=', before)
        .execute();
      return [...new Set(rows.flatMap(({ sizes }) => parseStoredSizes(sizes).map(({ key }) => key)))];
    },
    async isStillNeeded(db, key, before) {
      const row = await db
        .selectFrom('portrait_with_deleted')
        .select('id')
        .where('sizes', 'like', `%"${key}"%`)
        .where(({ eb, or }) => or([eb('deleted_at', 'is', null), eb('deleted_at', '>', before)]))
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  },
};

/**
 * The portraits of a member, and of people without an account for whose membership the member pays, with the consents
 * to show these portraits; and the times of upload and consent of all portraits that the member uploaded, or whose
 * consent the member recorded.
 */
export const portraitPersonalData: PersonalData = {
  name: 'portraits',
  tables: ['portrait_with_deleted'],
  about: async (db, { id }) => {
    const portraits: object[] = [];
    for (const sitter of await listPortraitSubjectsOfUser(db, id)) {
      const rows = await db
        .selectFrom('portrait_with_deleted')
        .select(['id', 'created_at', 'consented_at', 'consent_wording', 'is_adult', 'guardian', 'deleted_at'])
        .where('person_id', 'in', await listIdsOfPerson(db, sitter.id))
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      portraits.push(
        ...rows.map(({ id: portrait, ...row }) => ({
          person: sitter.name,
          picture: buildPortraitUrl(portrait, 'large'),
          ...row,
        })),
      );
    }
    const recorded = await db
      .selectFrom('portrait_with_deleted')
      .select(['created_at', 'consented_at'])
      .where(({ eb, or }) => or([eb('uploaded_by', '=', id), eb('consent_recorded_by', '=', id)]))
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return { portraits, uploaded_or_recorded: recorded };
  },
  // Runs before the links to persons and the memberships of children are deleted, because the portraits are found
  // through these
  eraseFirst: async (tx, { id, names }, { at }) => {
    for (const { id: person, owner } of await listPortraitSubjectsOfUser(tx, id)) {
      const theirs = tx
        .updateTable('portrait_with_deleted')
        .set(emptyConsentColumns)
        .where('person_id', 'in', await listIdsOfPerson(tx, person));
      // The next nightly purge deletes the user's own portrait. A child's portrait is only hidden until somebody
      // consents again
      await (owner === id ? theirs.set({ deleted_at: getRestorableCutoff(at) }) : theirs).execute();
    }
    for (const guardian of names) {
      await tx.updateTable('portrait_with_deleted').set(emptyConsentColumns).where('guardian', '=', guardian).execute();
    }
    await tx.updateTable('portrait_with_deleted').set({ uploaded_by: null }).where('uploaded_by', '=', id).execute();
    await tx
      .updateTable('portrait_with_deleted')
      .set({ consent_recorded_by: null })
      .where('consent_recorded_by', '=', id)
      .execute();
  },
};
