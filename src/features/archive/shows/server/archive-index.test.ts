import fc from 'fast-check';
import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import { type Database, type DbReader, type Tables, write } from '#platform/server/database/index.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { onEachSite } from '#tests/support/site/app.ts';
import { onEachEngine, openTestDatabase } from '#tests/support/site/engines.ts';
import { createFactories, inCast, inCrew, plainShow } from '#tests/support/society/factories.ts';
import { mergePeople, unmergePerson } from '../people/server/edit.ts';
import { findMergeTarget, findPerson, renamePerson } from '../people/server/index.ts';
import { loadCachedPeople, loadCachedShowIndex } from './archive-index.ts';
import { loadManageableShows, loadPastShows } from './list-pages.ts';
import { createShows } from './save-show.ts';
import {
  listShowMediaFields,
  listShowsForManagers,
  listShowsForMembers,
  listShowsFromYearBefore,
  setShowArchived,
} from './store.ts';

const now = '2026-11-21T12:00:00.000Z';
const society = 'Lanternside Players';

/** Returns the values computed from the archive, as a process sees them with this database handle. */
async function seen(db: Database, read: DbReader) {
  const view = { db: read, revision: await db.revision(), today: '2026-11-21', society };
  const { shows, inTurn, byId } = await loadCachedShowIndex(view);
  return {
    ...{ shows, inTurn, byId: [...byId].sort(), people: await loadCachedPeople(view) },
    ...{ past: await loadPastShows(view), managed: await loadManageableShows(view) },
  };
}

/** Computes the same values through a new handle, so that everything is computed from scratch. */
const whole = (db: Database) => seen(db, (db.read as Kysely<Tables>).withoutPlugins());

const names = ['Ann Hale', 'Ann Stott', 'Ben Oakes', 'Cora Finch', 'Dee Moss'];
const dates = ['1987-04-11', '1987-04-11', '2026-11-20', '2027-05-01'];
const some = fc.nat(19);
const step = fc.oneof(
  fc.record({ does: fc.constant('add a show' as const), show: some, people: fc.subarray(names), date: fc.nat(3) }),
  fc.record({ does: fc.constant('change a show' as const), show: some, date: fc.nat(3), cancelled: fc.nat(1) }),
  fc.record({ does: fc.constantFrom('archive a show', 'bring back a show', 'delete a show'), show: some }),
  fc.record({
    does: fc.constant('credit somebody' as const),
    show: some,
    person: some,
    as: fc.constantFrom('', 'Nan'),
  }),
  fc.record({ does: fc.constantFrom('take away a credit', 'forget a printed name'), show: some }),
  fc.record({ does: fc.constant('merge duplicates' as const), person: some, into: some }),
  fc.record({ does: fc.constantFrom('take a merge back', 'show by new name only'), person: some }),
  fc.record({
    does: fc.constant('rename somebody' as const),
    person: some,
    name: fc.constantFrom('Zoë Ash', 'amy ash'),
  }),
);

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

async function take(db: Database, one: Step, nth: number): Promise<void> {
  const nthOf = async (table: 'show' | 'person' | 'credit', at: number) => {
    const rows = await db.read.selectFrom(table).select('id').orderBy('id').execute();
    return rows[at % Math.max(rows.length, 1)]?.id ?? '';
  };
  const show = 'show' in one ? await nthOf('show', one.show) : '';
  const person = 'person' in one ? await nthOf('person', one.person) : '';
  const into = 'into' in one ? await nthOf('person', one.into) : '';
  const credit = 'show' in one ? await nthOf('credit', one.show) : '';
  if (one.does === 'add a show') {
    const a = createFactories(db, createDiskStorage('/nonexistent'));
    const date = dates[one.date] ?? '';
    const credits = one.people.map((name, at) => (at % 2 ? inCrew(name, 'Director') : inCast(name, `Part ${at}`)));
    await a.show({ title: `Play ${one.show}`, date, first_date: date, credits });
    return;
  }
  await write(db, async (tx) => {
    const changing = tx.updateTable('show').where('id', '=', show);
    const crediting = tx.updateTable('credit').where('id', '=', credit);
    if (one.does === 'change a show') {
      const date = dates[one.date] ?? '';
      const cancelled = one.cancelled === 1 ? 1 : 0;
      await changing.set({ date, first_date: date, cancelled, genre: date, poster_number: nth }).execute();
    } else if (one.does === 'archive a show') await setShowArchived(tx, show, now);
    else if (one.does === 'bring back a show') await setShowArchived(tx, show, null);
    else if (one.does === 'delete a show') await tx.deleteFrom('show').where('id', '=', show).execute();
    else if (one.does === 'take away a credit') await tx.deleteFrom('credit').where('id', '=', credit).execute();
    else if (one.does === 'forget a printed name') await crediting.set({ printed_as: '' }).execute();
    else if (one.does === 'merge duplicates') await mergePeople(tx, { person, into, by: 'Ruth' }, now);
    else if (one.does === 'take a merge back') await unmergePerson(tx, person, { now });
    else if (one.does === 'rename somebody') {
      const { name: from } = { name: '', ...(await findPerson(tx, person)) };
      // A merged person has no name of their own to change
      if (await findMergeTarget(tx, person)) return;
      await renamePerson(tx, {
        id: person,
        from,
        to: one.name,
        keepsPrinted: nth % 2 === 0,
        visitor: { role: 'admin' },
        now,
      });
    } else if (one.does === 'show by new name only') {
      await tx.updateTable('person').set({ credit_style: 'new_only' }).where('id', '=', person).execute();
    } else if (show !== '' && person !== '') {
      const about = { kind: 'cast', role: `Extra ${nth}`, ord: nth, place: 1 } as const;
      const told = { printed_as: 'as' in one ? one.as : '', merged_from: null, set_by: null };
      const row = { id: `credit ${nth} ${Math.random()}`, show_id: show, person_id: person, ...about, ...told };
      await tx.insertInto('credit').values(row).execute();
    }
  });
}

onEachEngine(
  'the cached lists equal lists rebuilt from scratch after any change of the archive',
  async ({ db, place }) => {
    const elsewhere = await openTestDatabase(place);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        await seen(db, db.read);
        for (const [nth, one] of steps.entries()) {
          await take(db, one, nth);
          const expected = await whole(db);
          expect(await seen(db, db.read)).toEqual(expected);
        }
        // Another process, which has missed several changes, sees the same values
        expect(await seen(elsewhere, elsewhere.read)).toEqual(await whole(db));
      }),
      { numRuns: 25 },
    );
  },
);

onEachEngine('shows with the same last day are in the same order in every list', async ({ db }) => {
  const day = { date: '2026-06-10', date_precision: 'day' as const };
  const opened = (first_date: string) => ({ ...day, first_date, first_date_precision: 'day' as const });
  const shows = ['The Óperá', 'an Ending', 'Zeal', 'Zeal', 'éclair', '1984', 'ζ'].map((title, index) => ({
    ...{ ...plainShow, title },
    ...opened(index % 2 === 0 ? '2026-06-10' : '2026-06-03'),
  }));
  await write(db, (tx) =>
    createShows(tx, [...shows, { ...plainShow, title: 'Later', ...day, date: '2027-01-01' }], { now }),
  );
  const inMemory = (await loadCachedShowIndex({ db: db.read, revision: await db.revision() })).shows;
  expect(inMemory[0]?.title).toBe('Later');
  const order = inMemory.map(({ id }) => id);
  const lists = [listShowsForManagers, listShowsForMembers, listShowMediaFields];
  for (const list of lists) expect((await list(db.read)).map(({ id }) => id)).toEqual(order);
  expect((await listShowsFromYearBefore(db.read, '2026-01-01')).map(({ id }) => id)).toEqual(order);
});

onEachEngine('a show added by another process is listed as soon as the new revision is seen', async ({ db, place }) => {
  const elsewhere = await openTestDatabase(place);
  const titles = async () => (await seen(db, db.read)).past.shows.map(({ title }) => title);
  expect(await titles()).toEqual([]);
  const a = createFactories(elsewhere, createDiskStorage('/nonexistent'));
  const id = await a.show({ title: 'Hamlet', credits: [inCast('Ann Hale', 'Gertrude')] });
  expect(await titles()).toEqual(['Hamlet']);
  await write(elsewhere, (tx) => setShowArchived(tx, id, now));
  expect(await titles()).toEqual([]);
});

onEachSite('a merge or an import changes the people in past shows and the search at once', async ({ db, a, page }) => {
  await a.show({ title: 'Hamlet', credits: [inCast('Ann Stott', 'Gertrude'), inCast('Ben Oakes', 'Claudius')] });
  const people = async () => {
    const { members } = (await page('/past-shows')).content as { members: Record<string, { name: string }> };
    const { items } = (await page('/search')).content as { items: { type: string; title: string }[] };
    const found = items.filter(({ type }) => type === 'member').map(({ title }) => title);
    expect(Object.values(members).map(({ name }) => name)).toEqual(found);
    return found;
  };
  expect(await people()).toEqual(['Ann Stott', 'Ben Oakes']);
  const idOf = async (name: string) =>
    (await db.read.selectFrom('person').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
  const [person, into] = [await idOf('Ann Stott'), await idOf('Ben Oakes')];
  await write(db, (tx) => mergePeople(tx, { person, into, by: 'Ruth' }, now));
  expect(await people()).toEqual(['Ben Oakes']);
  const imported = ['Cora Finch', 'Dee Moss'].map((name) => ({
    ...plainShow,
    title: name,
    credits: [inCast(name, 'Lead')],
  }));
  await write(db, (tx) => createShows(tx, imported, { now }));
  expect(await people()).toEqual(['Ben Oakes', 'Cora Finch', 'Dee Moss']);
});
