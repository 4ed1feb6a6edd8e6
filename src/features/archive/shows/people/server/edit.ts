import type { SelectQueryBuilder } from 'kysely';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbTransaction, incrementedVersion, type Tables } from '#platform/server/database/index.ts';
import type { Visitor } from '#platform/server/http/request/visitor.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { buildNameKey } from '../similar-names.ts';
import { requireUnmerged } from './store.ts';
import { refuseLinkedPeople } from './user-persons.ts';

type Credits = SelectQueryBuilder<Tables, 'credit', { show_id: string }>;

/** Increases the version of every show that has one of these credits, so that a save that began earlier is refused. */
export async function bumpShowVersions(
  tx: DbTransaction,
  these: (credits: Credits) => Credits,
  now: Instant,
): Promise<void> {
  await tx
    .updateTable('show')
    .set({ updated_at: now, version: incrementedVersion, updated_by: null })
    .where('id', 'in', these(tx.selectFrom('credit').select('show_id')))
    .execute();
}

/**
 * Renames a person. Credits that were printed under the old name keep that name if `keepsPrinted` is true or lists
 * them. Returns the credits that were printed under the new name; undefined if a person with the new name already
 * exists, because the two may be the same person.
 * @throws HttpError 409 for a merged person, 403 for a linked person unless the visitor has the role admin and the site
 * isn't a public demo
 */
export async function renamePerson(
  tx: DbTransaction,
  {
    id,
    from,
    to,
    keepsPrinted,
    visitor,
    now,
  }: {
    id: string;
    from: string;
    to: string;
    keepsPrinted: boolean | readonly Id[];
    visitor: Pick<Visitor, 'role'>;
    now: Instant;
  },
): Promise<Id[] | undefined> {
  await requireUnmerged(tx, { id, name: from });
  await refuseLinkedPeople(tx, visitor, [id]);
  const other = await tx
    .selectFrom('person')
    .leftJoin('person_merge', 'person_merge.person_id', 'person.id')
    .select('person.id')
    .where('person.name_key', '=', buildNameKey(to))
    .where('person.id', '<>', id)
    .where('person_merge.kept_id', 'is', null)
    .executeTakeFirst();
  if (other) return undefined;
  await tx
    .updateTable('person')
    .set({ name: to, name_key: buildNameKey(to) })
    .where('id', '=', id)
    .execute();
  const theirs = tx.updateTable('credit').where('person_id', '=', id).where('merged_from', 'is', null);
  await bumpShowVersions(tx, (credit) => credit.where('person_id', '=', id).where('merged_from', 'is', null), now);
  const printed = theirs.set({ printed_as: from }).where('printed_as', '=', '');
  if (keepsPrinted === true) await printed.execute();
  else if (keepsPrinted && keepsPrinted.length > 0) await printed.where('id', 'in', keepsPrinted).execute();
  const anew = await theirs.set({ printed_as: '' }).where('printed_as', '=', to).returning('id').execute();
  return anew.map((credit) => credit.id);
}
