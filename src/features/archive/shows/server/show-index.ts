import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';

const rowsOf = async (db: DbReader) =>
  (
    await db
      .selectFrom('show')
      .select(['id', 'title', 'title_key', 'author', 'date', 'date_precision', 'first_date', 'first_date_precision'])
      .select(['venue', 'company', 'programme', 'season', 'genre', 'show_type', 'poster_number'])
      .select(['cancelled', 'archived_at', 'updated_at'])
      .execute()
  ).map((row) => ({ ...row, cancelled: row.cancelled === 1 }));

/** A show in lists. */
export type IndexedShow = Readonly<Awaited<ReturnType<typeof rowsOf>>[number]>;

/** Every show, including cancelled and archived ones. */
export interface ShowIndex {
  /** Newest first, in the order of `sort.ts`. */
  readonly shows: readonly IndexedShow[];
  /** Sorted oldest first by last day, then by first day. Posters are designed in this order. */
  readonly inTurn: readonly IndexedShow[];
  readonly byId: ReadonlyMap<Id, IndexedShow>;
}

const by = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

const newestFirst = (one: IndexedShow, other: IndexedShow) =>
  by(other.date, one.date) || by(one.title_key, other.title_key) || by(one.id, other.id);

const oldestFirst = (one: IndexedShow, other: IndexedShow) =>
  by(one.date, other.date) ||
  by(one.first_date, other.first_date) ||
  by(other.title_key, one.title_key) ||
  by(other.id, one.id);

export async function loadShowIndex(db: DbReader): Promise<ShowIndex> {
  const rows = await rowsOf(db);
  await yieldToEventLoop();
  const shows = rows.toSorted(newestFirst);
  await yieldToEventLoop();
  return { shows, inTurn: rows.toSorted(oldestFirst), byId: new Map(rows.map((show) => [show.id, show])) };
}
