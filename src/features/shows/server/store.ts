import { breathe } from '#platform/server/background/breathing.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { inBatches, type Reading, type Writing } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates.ts';
import { sortKey } from '#platform/shared/sort-key.ts';
import type { NewShow } from '../incoming-show.ts';
import { everyName, personsNamed } from '../people/server/index.ts';
import { readFacts, writeFacts } from './columns/facts.ts';

const listed = [
  'id',
  'title',
  'subtitle',
  'author',
  'date',
  'date_precision',
  'first_date',
  'first_date_precision',
  'venue',
  'company',
  'programme',
  'banner',
  'season',
  'genre',
  'show_type',
] as const;

/**
 * Every show except cancelled and archived ones, newest first, in the order of `sort.ts`. The rules tell past from
 * future.
 */
export const listedShows = (db: Reading) =>
  db
    .selectFrom('show')
    .select(listed)
    .where('cancelled', '=', 0)
    .where('archived_at', 'is', null)
    .orderBy('date', 'desc')
    .orderBy('title_key')
    .orderBy('id')
    .execute();
export type ListedShow = Awaited<ReturnType<typeof listedShows>>[number];

/** Every show that isn't archived, the cancelled too, newest first: for those who manage them. */
export const managedShows = (db: Reading) =>
  db
    .selectFrom('show')
    .select(listed)
    .where('archived_at', 'is', null)
    .orderBy('date', 'desc')
    .orderBy('title_key')
    .orderBy('id')
    .execute();

/** The archived shows, the last archived first. */
export const archivedShows = (db: Reading) =>
  db
    .selectFrom('show')
    .select(['id', 'title', 'date', 'date_precision'])
    .where('archived_at', 'is not', null)
    .orderBy('archived_at', 'desc')
    .orderBy('id')
    .execute();

/** Every show's title and genre, the archived ones too, in the order of a list by date, the oldest first. */
export const titlesAndGenres = (db: Reading) =>
  db
    .selectFrom('show')
    .select(['id', 'title', 'genre'])
    .orderBy('date')
    .orderBy('first_date')
    .orderBy('title_key', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Changes whenever a show is made or saved, or its cast and crew change. */
export async function showsMoved(db: Reading): Promise<string> {
  const { count, versions, last } = await db
    .selectFrom('show')
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum('version').as('versions'), fn.max('updated_at').as('last')])
    .executeTakeFirstOrThrow();
  return `${count} ${versions} ${last}`;
}

/** Archives a show, or restores it with null. False when it was so already. */
export async function archiveShow(tx: Writing, id: string, at: Instant | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('show')
    .set({ archived_at: at })
    .where('id', '=', id)
    .where('archived_at', at === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Every show that has a page, the cancelled too, newest first: for search, sitemap and calendar. */
export async function everyShow(db: Reading) {
  const rows = await db
    .selectFrom('show')
    .select([
      'id',
      'title',
      'author',
      'date',
      'date_precision',
      'first_date',
      'first_date_precision',
      'venue',
      'genre',
      'company',
      'programme',
      'cancelled',
      'updated_at',
    ])
    .where('archived_at', 'is', null)
    .orderBy('date', 'desc')
    .orderBy('title_key')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, cancelled: row.cancelled === 1 }));
}

/** Every show but the archived, the cancelled too, as members' lists know it, newest first. */
export async function showsForMembers(db: Reading) {
  const rows = await db
    .selectFrom('show')
    .select([
      'id',
      'title',
      'author',
      'date',
      'date_precision',
      'first_date',
      'first_date_precision',
      'venue',
      'company',
      'programme',
      'season',
      'genre',
      'cancelled',
    ])
    .where('archived_at', 'is', null)
    .orderBy('date', 'desc')
    .orderBy('first_date', 'desc')
    .orderBy('title_key')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, cancelled: row.cancelled === 1 }));
}

/** Everyone with a credit, by name, and the ids of their shows joined by commas. Others have their turn in between. */
export async function showsByPerson(db: Reading): Promise<{ id: string; name: string; shows: string }[]> {
  const people: { id: string; name: string; shows: string }[] = [];
  await inBatches(await everyName(db), async (batch) => {
    const appearances = await db
      .selectFrom(({ selectFrom }) =>
        selectFrom('credit')
          .select(['person_id', 'show_id'])
          .distinct()
          .where(
            'person_id',
            'in',
            batch.map(({ id }) => id),
          )
          .as('appearance'),
      )
      .select(({ fn, val }) => ['person_id', fn<string>('string_agg', ['show_id', val(',')]).as('shows')])
      .groupBy('person_id')
      .execute();
    const showsOf = new Map(appearances.map(({ person_id, shows }) => [person_id, shows]));
    for (const { id, name } of batch) {
      const shows = showsOf.get(id);
      if (shows !== undefined) people.push({ id, name, shows });
    }
  });
  return people;
}

type Place = Pick<ListedShow, 'date' | 'id'> & { title_key: string };

/** Of the listed shows, the one right before and the one right after a show's place in their order. */
export async function showsBeside(db: Reading, { date, title_key, id }: Place) {
  const beside = (way: '<' | '>') => {
    const [tied, order] = way === '<' ? (['>', 'asc'] as const) : (['<', 'desc'] as const);
    return db
      .selectFrom('show')
      .select(listed)
      .where('cancelled', '=', 0)
      .where('archived_at', 'is', null)
      .where((show) =>
        show.or([
          show('date', way, date),
          show('date', '=', date).and('title_key', tied, title_key),
          show('date', '=', date).and('title_key', '=', title_key).and('id', tied, id),
        ]),
      )
      .orderBy('date', way === '<' ? 'desc' : 'asc')
      .orderBy('title_key', order)
      .orderBy('id', order)
      .limit(1)
      .executeTakeFirst();
  };
  return { earlier: await beside('<'), later: await beside('>') };
}

/** A show that has a page, with everything known about it. */
export async function findShow(db: Reading, id: string) {
  const show = await findShowOrArchived(db, id);
  return show?.archived_at === null ? show : undefined;
}

/** The same, also when it is archived: for those who manage shows. */
export async function findShowOrArchived(db: Reading, id: string) {
  const row = await db.selectFrom('show').selectAll().where('id', '=', id).executeTakeFirst();
  return row && { ...row, ...readFacts(row) };
}

/** The fields of shows that may have addresses of pictures in them, also of archived ones, newest first. */
export const showTexts = (db: Reading) =>
  db
    .selectFrom('show')
    .select(['id', 'title', 'date', 'archived_at', 'programme', 'banner', 'radio_audio', 'text_blob'])
    .orderBy('date', 'desc')
    .orderBy('id')
    .execute();

/** Whether `address` is exactly the address of some show's review. */
export const isReviewed = async (db: Reading, address: string): Promise<boolean> =>
  (
    await db
      .selectFrom('show')
      .select('id')
      .where('noda_review', '=', address)
      .where('archived_at', 'is', null)
      .limit(1)
      .execute()
  ).length > 0;

/** A show's credits in billing order. */
export const creditsOf = (db: Reading, showId: string) =>
  db
    .selectFrom('credit')
    .innerJoin('person', 'person.id', 'credit.person_id')
    .select([
      'credit.id as credit',
      'person.id',
      'person.name',
      'person.credit_style',
      'credit.printed_as',
      'credit.kind',
      'credit.role',
      'credit.ord',
    ])
    .where('credit.show_id', '=', showId)
    .orderBy('credit.ord')
    .orderBy('credit.role')
    .orderBy('credit.place')
    .orderBy('person.name_key')
    .orderBy('credit.id')
    .execute();

/** One person's roles, show by show, in billing order. */
export const rolesOf = (db: Reading, personId: string) =>
  db
    .selectFrom('credit')
    .select(['show_id', 'kind', 'role', 'printed_as'])
    .where('person_id', '=', personId)
    .orderBy('show_id')
    .orderBy('ord')
    .orderBy('role')
    .orderBy('id')
    .execute();

/**
 * Adds shows with their credits, which `by` gives; people are found by name or made. Returns how many of each were new.
 */
export async function recordShows(
  tx: Writing,
  shows: readonly (NewShow & { id?: string })[],
  { now, by = null }: { now: Instant; by?: Id | null },
): Promise<{ shows: number; persons: number; credits: number }> {
  const named = shows.flatMap((show) => show.credits.map((credit) => credit.person));
  const { creditedTo, made } = await personsNamed(tx, named, now);

  const withIds = shows.map((show) => ({ ...show, id: show.id ?? newId() }));
  await inBatches(withIds, (batch) =>
    tx
      .insertInto('show')
      .values(
        batch.map(({ credits: _, ...show }) => ({
          ...show,
          ...writeFacts(show),
          archived_at: null,
          revived_by: null,
          title_key: sortKey(show.title),
          created_at: now,
          updated_at: now,
          version: 1,
        })),
      )
      .execute(),
  );

  await breathe();
  const credits = withIds.flatMap((show) => {
    const shared = new Map<string, number>();
    return show.credits.map((credit) => {
      const part = `${credit.kind} ${credit.order} ${credit.role}`;
      const place = shared.get(part) ?? 0;
      shared.set(part, place + 1);
      const { person_id, merged_from, printed_as } = creditedTo(credit.person);
      return {
        id: newId(),
        show_id: show.id,
        person_id,
        merged_from,
        kind: credit.kind,
        role: credit.role,
        ord: credit.order,
        place,
        printed_as: credit.as || printed_as,
        set_by: by,
      };
    });
  });
  await breathe();
  await inBatches(credits, (batch) => tx.insertInto('credit').values(batch).execute());
  return { shows: withIds.length, persons: made, credits: credits.length };
}
