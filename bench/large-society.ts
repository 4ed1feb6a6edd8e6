import { join } from 'node:path';
import { defaultShowFacts, type NewCredit, type NewShow } from '#features/archive/shows/fields.ts';
import { createShows } from '#features/archive/shows/server/index.ts';
import { type Database, openDatabase, write } from '#platform/server/database/index.ts';
import { migrations } from '../src/migrations/index.ts';

const firstNames = ['Agnes', 'Bertram', 'Cora', 'Desmond', 'Edith', 'Felix', 'Greta', 'Hugh', 'Ivy', 'Jasper', 'Kitty'];
const surnames = ['Ashdown', 'Birtles', 'Cawthorne', 'Dunmore', 'Eccles', 'Fairclough', 'Garside', 'Hallam', 'Inskip'];
const adjectives = ['Quiet', 'Scarlet', 'Wandering', 'Second', 'Hollow', 'Merry', 'Last', 'Winter', 'Broken', 'Silver'];
const nouns = ['Orchard', 'Inspector', 'Lantern', 'Widow', 'Station', 'Garden', 'Mirror', 'Pirate', 'Curtain', 'Ghost'];
const genres = ['Comedy', 'Drama', 'Farce', 'Musical', 'Mystery', 'Pantomime', 'Tragedy'];
const seasons = ['Spring', 'Summer', 'Autumn', 'Christmas'];
const roles = ['Lady', 'Lord', 'Butler', 'Constable', 'Aunt', 'Doctor', 'Neighbour', 'Stranger'];

/**
 * Returns a random number generator that gives the same numbers for the same seed, so that two runs measure the same
 * society.
 */
export function createRandom(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const pick = <T>(from: readonly T[], at: number): T => {
  const found = from[at % from.length];
  if (found === undefined) throw new Error('Nothing to pick from.');
  return found;
};

/** Yields `count` past shows over 90 years with up to 20 credits each, by a company of `count / 2` people. */
export function* generateLargeArchive(count: number): Generator<NewShow> {
  const roll = createRandom(count);
  const people = Array.from(
    { length: Math.ceil(count / 2) },
    (_, n) => `${pick(firstNames, n)} ${pick(surnames, Math.floor(n / firstNames.length))}${n > 98 ? ` ${n}` : ''}`,
  );
  for (let n = 0; n < count; n += 1) {
    const date = `${1930 + Math.floor((n / count) * 90)}-${String(1 + roll(12)).padStart(2, '0')}-${String(1 + roll(28)).padStart(2, '0')}`;
    const company = new Set<string>();
    while (company.size < Math.min(20, people.length)) company.add(pick(people, roll(people.length)));
    const credits = [...company].map(
      (person, order): NewCredit => ({
        person,
        as: '',
        kind: order < 14 ? 'cast' : 'crew',
        role: order === 14 ? 'Director' : order === 15 ? 'Producer' : `${pick(roles, roll(8))} ${order}`,
        order,
      }),
    );
    yield {
      title: `The ${pick(adjectives, roll(10))} ${pick(nouns, roll(10))}`,
      subtitle: '',
      author: `${pick(firstNames, roll(11))} ${pick(surnames, roll(9))}`,
      first_date: date,
      first_date_precision: 'day',
      date,
      date_precision: 'day',
      venue: 'Lantern Hall',
      company: `Company ${n}`,
      ...defaultShowFacts,
      season: pick(seasons, roll(4)),
      genre: pick(genres, roll(7)),
      show_type: roll(5) === 0 ? 'One act' : 'Full length',
      programme: '',
      banner: '',
      noda_review: '',
      radio_audio: '',
      text_blob: '',
      import_key: null,
      credits,
    };
  }
}

/** Opens the SQLite file of a data folder, as the site does. */
export const openSocietyDatabase = (dataDir: string): Promise<Database> =>
  openDatabase({ file: join(dataDir, 'callboard.sqlite') }, migrations);

/** Fills an empty data folder with this many shows; returns the number of credits created. */
export async function fillSociety(dataDir: string, shows: number): Promise<number> {
  const db = await openSocietyDatabase(dataDir);
  try {
    const archive = [...generateLargeArchive(shows)];
    const { credits } = await write(db, (tx) => createShows(tx, archive, { now: '2026-01-01T00:00:00.000Z' }));
    return credits;
  } finally {
    await db.close();
  }
}

/** Changes public data that no page shows, so that every cached page is out of date. */
export const changePublicData = (db: Database): Promise<void> =>
  write(db, async (tx) => {
    await tx
      .insertInto('setting')
      .values({ name: 'bench', value: '' })
      .onConflict((on) => on.column('name').doUpdateSet({ value: '' }))
      .execute();
  });
