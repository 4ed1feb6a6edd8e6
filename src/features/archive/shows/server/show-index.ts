import type { Id } from '#platform/server/crypto/ids.ts';
import { inBatches, type Reading } from '#platform/server/database/index.ts';
import { type Compare, updateSortedList } from './sorted-list.ts';

const rowsOf = async (db: Reading, ids: readonly Id[]) =>
  (
    await db
      .selectFrom('show')
      .select(['id', 'title', 'title_key', 'author', 'date', 'date_precision', 'first_date', 'first_date_precision'])
      .select(['venue', 'company', 'programme', 'season', 'genre', 'show_type', 'poster_number'])
      .select(['cancelled', 'archived_at', 'updated_at'])
      .where('id', 'in', ids)
      .execute()
  ).map((row) => ({ ...row, cancelled: row.cancelled === 1 }));

/** A show as lists know it. When anything in it changes, another object replaces it. */
export type IndexedShow = Readonly<Awaited<ReturnType<typeof rowsOf>>[number]>;

/** Every show, the cancelled and the archived too. */
export interface ShowIndex {
  /** Newest first, in the order of `sort.ts`. */
  readonly shows: readonly IndexedShow[];
  /** Oldest first; shows that ended on one day by their first day: the order in which posters are designed. */
  readonly inTurn: readonly IndexedShow[];
  /** Always up to date: one object for all versions, since a copy would cost as much as the archive. */
  readonly byId: Map<Id, IndexedShow>;
}

const by = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

const newestFirst: Compare<IndexedShow> = (one, other) =>
  by(other.date, one.date) || by(one.title_key, other.title_key) || by(one.id, other.id);

const oldestFirst: Compare<IndexedShow> = (one, other) =>
  by(one.date, other.date) ||
  by(one.first_date, other.first_date) ||
  by(other.title_key, one.title_key) ||
  by(other.id, one.id);

export async function loadShowIndex(db: Reading): Promise<ShowIndex> {
  // In order already, so that sorting takes no time
  const ids = await db.selectFrom('show').select('id').orderBy('date', 'desc').orderBy('title_key').execute();
  return refreshShowIndex(
    db,
    { shows: [], inTurn: [], byId: new Map() },
    ids.map(({ id }) => id),
  );
}

/** The shows, with those of these ids read again. */
export async function refreshShowIndex(db: Reading, before: ShowIndex, ids: readonly Id[]): Promise<ShowIndex> {
  if (ids.length === 0) return before;
  const now: IndexedShow[] = [];
  await inBatches(ids, async (batch) => now.push(...(await rowsOf(db, batch))));
  const rows = { gone: ids.flatMap((id) => before.byId.get(id) ?? []), come: now };
  for (const id of ids) before.byId.delete(id);
  for (const show of now) before.byId.set(show.id, show);
  return {
    shows: updateSortedList(before.shows, rows, newestFirst),
    inTurn: updateSortedList(before.inTurn, rows, oldestFirst),
    byId: before.byId,
  };
}
