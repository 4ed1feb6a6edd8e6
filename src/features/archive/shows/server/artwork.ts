import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbTransaction, incrementedVersion } from '#platform/server/database/index.ts';
import { type AdminTodoSource, formatCount } from '#platform/server/feature/feature.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { day, subtractMs } from '#platform/shared/dates/durations.ts';
import { manageShowPath } from '../paths.ts';
import { newestFirstSql } from './sql/show-order.ts';
import { isOnSiteSql } from './store.ts';

const fields = ['programme', 'banner', 'radio_audio'] as const;

/** A field of a show that led to a picture or recording before that file was deleted. */
export interface ShowMediaReference {
  show: Id;
  field: (typeof fields)[number];
  address: string;
}

/**
 * Clears every field that contains the address of a deleted picture or recording, in all shows, including archived
 * ones. Returns the former values.
 */
export async function clearShowMediaReferences(
  tx: DbTransaction,
  isGone: (address: string) => boolean,
  now: Instant,
): Promise<ShowMediaReference[]> {
  const rows = await tx
    .selectFrom('show')
    .select(['id', ...fields])
    .where(({ eb, or }) => or(fields.map((field) => eb(field, '<>', ''))))
    .execute();
  const places = rows.flatMap((row) =>
    fields
      .filter((field) => isGone(row[field]))
      .map((field): ShowMediaReference => ({ show: row.id, field, address: row[field] })),
  );
  for (const { show, field } of places) await setShowMediaReference(tx, { show, field, address: '' }, now);
  return places;
}

/** Restores cleared values, except in fields that have a new value. */
export async function restoreShowMediaReferences(
  tx: DbTransaction,
  places: readonly ShowMediaReference[],
  now: Instant,
): Promise<void> {
  for (const place of places) await setShowMediaReference(tx, place, now);
}

const setShowMediaReference = (tx: DbTransaction, { show, field, address }: ShowMediaReference, now: Instant) =>
  tx
    .updateTable('show')
    .set({ [field]: address, updated_at: now, version: incrementedVersion, updated_by: null })
    .where('id', '=', show)
    .where(field, address === '' ? '<>' : '=', '')
    .execute();

/** The maximum age of a show that is counted. Nobody is likely to upload the original poster of an older one. */
const maxShowAgeMs = 365 * day;

/** Counts uncancelled shows with only the default poster, among future shows and those of the last year. */
export const missingPosterTodo: AdminTodoSource = {
  tool: '/members/manage_shows',
  waiting: async ({ db, now }) => {
    const since = subtractMs(now, maxShowAgeMs).slice(0, 10);
    const without = await db
      .selectFrom('show')
      .select(['id', 'title'])
      .where('programme', '=', '')
      .where('cancelled', '=', 0)
      .where(isOnSiteSql)
      .where('date', '>=', since)
      .orderBy(newestFirstSql)
      .execute();
    const [newest] = without;
    if (!newest) return [];
    const rest = without.length === 1 ? newest.title : `the newest is ${newest.title}`;
    const count = formatCount(without.length, 'show has no poster of its own', 'shows have no poster of their own');
    return [{ words: `${count}: ${rest}`, link: manageShowPath(newest) }];
  },
};
