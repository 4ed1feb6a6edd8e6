import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Database, write } from '#platform/server/database/index.ts';
import { SheetError } from '#platform/server/formats/sheet.ts';
import { createTemporaryFolder, onEachEngine, openTestDatabase } from '#tests/support/site/engines.ts';
import { renamePerson } from '../../people/server/index.ts';
import { listArchivedShows, listUncancelledShows } from '../../server/store.ts';
import { exportShowsToFile, listShowsForExport } from './export-shows.ts';
import { formatShowImportReport } from './import/report.ts';
import { importShowsFromFile } from './import-shows.ts';

const now = '2026-11-21T12:00:00.000Z';
const bring = (db: Database, file: string, dryRun = false) => importShowsFromFile(db, file, { dryRun, now });

/**
 * Copies an archive with several kinds of errors to a writable folder, so that the import can write the rejected rows
 * there.
 */
function smallArchive(): string {
  const file = join(createTemporaryFolder(), 'archive.csv');
  copyFileSync(join(import.meta.dirname, 'import/small-archive.csv'), file);
  return file;
}

function archiveOf(...rows: string[]): string {
  const file = join(createTemporaryFolder(), 'archive.csv');
  writeFileSync(file, ['title,first performance,company,director', ...rows, ''].join('\n'));
  return file;
}

const titles = async (db: Database) => (await listShowsForExport(db.read)).map((show) => show.title);
const rejectedOf = (file: string) => file.replace('.csv', '.rejected.csv');

/** Returns everything that an import could change. */
const everything = async (db: Database) => ({
  revision: await db.revision(),
  shows: await db.read.selectFrom('show').selectAll().orderBy('id').execute(),
  people: await db.read.selectFrom('person').selectAll().orderBy('id').execute(),
  credits: await db.read.selectFrom('credit').selectAll().orderBy('id').execute(),
});

const refusals = [
  [14, 'first performance', '1025 isn’t a year from 1500 to 2499'],
  [15, 'last performance', '“1945” is before the first performance, “1946”'],
  [16, 'title', 'line 3 has the same show'],
  [17, 'title', 'there is no title'],
  [18, 'last performance', 'the row has 6 cells instead of 10, the number of headings'],
  [19, 'title', 'a quotation mark is out of place, so we can’t tell where the row ends'],
];

onEachEngine(
  'importing an archive adds shows, people and credits, and reports the rows that can’t be read',
  async ({ db }) => {
    const report = await bring(db, smallArchive());
    expect(report).toMatchObject({ rows: 18, shows: 12, here: 0, cancelled: 1, persons: 13, credits: 18, unused: [] });
    expect(report.refused.map(({ line, column, reason }) => [line, column, reason])).toEqual(refusals);
    expect(report.notes).toEqual([
      { line: 20, column: 'cancelled', kind: 'skipped', reason: '“perhaps” is neither yes nor no' },
    ]);
    expect(report.nearNames).toEqual([
      ['Lyn Orpen', 'Lynn Orpen'],
      ['B Tarn', 'Bill Tarn'],
      ['Nora Bel', 'Nora Bell'],
    ]);
    const shows = await listShowsForExport(db.read);
    expect(shows.find((show) => show.title === 'The Birth of Frankenstein')).toMatchObject({
      author: 'Charles Grey, adapted by Ann Hale',
      first_date: '1991-11-01',
      date: '1991-12-01',
      date_precision: 'month',
      credits: ['Ann Hale', 'Tom Pell', 'Ivy Marsh', 'Ivy Marsh', 'Jo Fane-Sandle'].map((person) => ({ person })),
    });
  },
);

onEachEngine('a cancelled show is imported as cancelled, and isn’t among the past shows', async ({ db }) => {
  await bring(db, smallArchive());
  const found = (await listShowsForExport(db.read)).find((show) => show.title === 'A Doll’s House');
  expect(found).toMatchObject({ cancelled: true, author: 'Henrik Ibsen' });
  expect((await listUncancelledShows(db.read)).map((show) => show.title)).not.toContain('A Doll’s House');
});

onEachEngine('importing the same file again changes nothing and makes no cached page stale', async ({ db }) => {
  const file = smallArchive();
  await bring(db, file);
  const before = await everything(db);
  const rejected = readFileSync(rejectedOf(file), 'utf8');
  expect(await bring(db, file)).toMatchObject({ rows: 18, shows: 0, here: 12, persons: 0, credits: 0 });
  expect(await everything(db)).toEqual(before);
  expect(readFileSync(rejectedOf(file), 'utf8')).toBe(rejected);
});

onEachEngine('a dry run returns the report of an import without changing anything', async ({ db }) => {
  const file = smallArchive();
  const before = await everything(db);
  const dry = await bring(db, file, true);
  expect(await everything(db)).toEqual(before);
  expect(existsSync(rejectedOf(file))).toBe(false);
  expect({ ...(await bring(db, file)), rejectedFile: '', dryRun: true }).toEqual(dry);
});

onEachEngine('re-importing does not duplicate or overwrite a show that was edited on the site', async ({ db }) => {
  const file = archiveOf('Why Matilda Got Maried,1945,Lanternside Players,');
  await bring(db, file);
  await write(db, (tx) =>
    tx.updateTable('show').set({ title: 'Why Matilda Got Married', first_date: '1946-01-01' }).execute(),
  );
  expect(await bring(db, file)).toMatchObject({ shows: 0, here: 1 });
  expect(await titles(db)).toEqual(['Why Matilda Got Married']);
});

onEachEngine(
  'an import does not duplicate a show that was corrected both on the site and in the file',
  async ({ db }) => {
    await bring(db, archiveOf('Why Matilda Got Maried,1945,Lanternside Players,'));
    await write(db, (tx) => tx.updateTable('show').set({ title: 'Why Matilda Got Married' }).execute());
    const corrected = archiveOf('Why Matilda Got Married,1945,Lanternside Players,');
    expect(await bring(db, corrected)).toMatchObject({ shows: 0, here: 1 });
  },
);

onEachEngine(
  'a show added by hand is recognised in an imported file, and from then on even if its title is corrected',
  async ({ db }) => {
    const file = archiveOf('Charley’s Aunt,1948,Lanternside Players,');
    await bring(db, file);
    await write(db, (tx) => tx.updateTable('show').set({ title: "Charley's  AUNT", import_key: null }).execute());
    expect(await bring(db, file)).toMatchObject({ shows: 0, here: 1 });
    await write(db, (tx) => tx.updateTable('show').set({ title: 'Charley’s Great-Aunt' }).execute());
    expect(await bring(db, file)).toMatchObject({ shows: 0, here: 1 });
    expect(await titles(db)).toEqual(['Charley’s Great-Aunt']);
  },
);

onEachEngine('credits in a later import go to existing people of the same name', async ({ db }) => {
  await bring(db, archiveOf('Hay Fever,1987,Lanternside Players,Ann Hale'));
  const more = archiveOf(
    'Hay Fever,1987,Lanternside Players,Ann Hale',
    'Thark,1988,Lanternside Players,ANN  HALE & Anne Hale',
  );
  expect(await bring(db, more)).toMatchObject({
    shows: 1,
    here: 1,
    persons: 1,
    credits: 2,
    nearNames: [['Ann Hale', 'Anne Hale']],
  });
});

onEachEngine('an import that fails in its first step leaves nothing behind', async ({ db }) => {
  const file = smallArchive();
  const before = await everything(db);
  await write(db, (tx) => tx.schema.alterTable('credit').renameTo('credit_away').execute());
  await expect(bring(db, file)).rejects.toThrow();
  await write(db, (tx) => tx.schema.alterTable('credit_away').renameTo('credit').execute());
  expect(await everything(db)).toEqual(before);
  expect(existsSync(rejectedOf(file))).toBe(false);
});

/** Makes the database refuse a show with this title. */
const refuseShow = (db: Database, title: string) =>
  write(db, (tx) =>
    db.engine === 'sqlite'
      ? sql`create trigger refusing before insert on show when new.title = ${sql.lit(title)} begin select raise(abort, 'refused'); end`.execute(
          tx,
        )
      : sql`alter table show add constraint refusing check (title <> ${sql.lit(title)})`.execute(tx),
  );
const refuseNone = (db: Database) =>
  write(db, (tx) =>
    (db.engine === 'sqlite' ? sql`drop trigger refusing` : sql`alter table show drop constraint refusing`).execute(tx),
  );

onEachEngine(
  'an import that fails half-way leaves only complete shows, and the next import adds the remaining shows',
  async ({ db }) => {
    const rows = Array.from({ length: 600 }, (_, n) => `Play ${n},1987,,Ann Hale & Actor ${n}`);
    const file = archiveOf(...rows);
    await refuseShow(db, 'Play 200');
    await expect(bring(db, file)).rejects.toThrow();
    await refuseNone(db);
    const shows = await listShowsForExport(db.read);
    expect(shows).toHaveLength(150);
    expect(shows.filter(({ credits }) => credits.length !== 2)).toEqual([]);
    expect(await bring(db, file)).toMatchObject({ shows: 450, here: 150, persons: 450, credits: 900 });
    expect(await listShowsForExport(db.read)).toHaveLength(600);
  },
);

onEachEngine('a preview of an import doesn’t wait for somebody else’s save', async ({ db }) => {
  const file = smallArchive();
  const revision = await db.revision();
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const saving = write(db, async () => {
    begun.resolve();
    await end.promise;
  });
  await begun.promise;
  expect(await bring(db, file, true)).toMatchObject({ dryRun: true, shows: 12 });
  end.resolve();
  await saving;
  expect(await db.revision()).toBe(revision);
});

onEachEngine('other saves are made during a large import, without waiting for its end', async ({ db }) => {
  const rows = Array.from({ length: 1500 }, (_, n) => `Play ${n},1987,,Actor ${n}`);
  const file = archiveOf(...rows);
  const looked = await bring(db, file, true);
  let done = false;
  const brought = bring(db, file).finally(() => {
    done = true;
  });
  let saved = 0;
  while (!done) {
    await write(db, async () => undefined);
    saved += 1;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect(saved).toBeGreaterThan(4);
  expect({ ...(await brought), dryRun: true }).toEqual(looked);
});

onEachEngine('two simultaneous imports of the same archive add each show once', async ({ db, place }) => {
  const file = smallArchive();
  const other = await openTestDatabase(place);
  const [first, second] = await Promise.all([bring(db, file), bring(other, file)]);
  expect(first.shows + second.shows).toBe(12);
  expect(await titles(db)).toHaveLength(12);
});

onEachEngine('an import increases the revision that the running site sees', async ({ db, place }) => {
  const site = await openTestDatabase(place);
  const before = await site.revision();
  await bring(db, smallArchive());
  expect(await site.revision()).toBeGreaterThan(before);
});

onEachEngine('an archive exported by one society is imported completely by another', async ({ db }) => {
  await bring(db, smallArchive());
  await write(db, (tx) => tx.updateTable('show').set({ archived_at: now }).where('title', '=', 'Hay Fever').execute());
  const hidden = (await listArchivedShows(db.read)).map(({ title }) => title);
  expect(hidden).toHaveLength(1);
  const file = join(createTemporaryFolder(), 'shows.csv');
  expect(await exportShowsToFile(db, file)).toBe(12);
  expect(await bring(db, file)).toMatchObject({ rows: 12, shows: 0, here: 12, refused: [] });
  const before = await listShowsForExport(db.read);
  const other = await openTestDatabase({ file: join(createTemporaryFolder(), 'other.sqlite') });
  const report = await bring(other, file);
  expect(report).toMatchObject({ shows: 12, persons: 13, credits: 18, cancelled: 1 });
  // The title says that the show is archived, so that nobody looks for it among the past shows
  expect(report.titles.filter((title) => title.endsWith(', archived'))).toEqual([
    expect.stringMatching(/^Hay Fever, /),
  ]);
  expect(formatShowImportReport(report)).toContain('12 new ones, 1 of them cancelled, 1 archived');
  expect(await listShowsForExport(other.read)).toEqual(before);
  expect((await listArchivedShows(other.read)).map(({ title }) => title)).toEqual(hidden);
});

onEachEngine(
  'a hidden former name isn’t in an exported archive, and importing the export changes nothing',
  async ({ db }) => {
    await bring(db, archiveOf('Hay Fever,1987,Lanternside Players,Ann Stott & Tom Pell', 'Thark,1988,,Tom Pell'));
    const rename = async (from: string, to: string, credit_style: 'new_only' | 'as_printed') => {
      const { id } = await db.read.selectFrom('person').select('id').where('name', '=', from).executeTakeFirstOrThrow();
      await write(db, async (tx) => {
        await renamePerson(tx, { id, from, to, keepsPrinted: true, visitor: { role: 'admin' }, now });
        await tx.updateTable('person').set({ credit_style }).where('id', '=', id).execute();
      });
    };
    await rename('Ann Stott', 'Ann Hale', 'new_only');
    await rename('Tom Pell', 'Thomas Pell', 'as_printed');
    const file = join(createTemporaryFolder(), 'shows.csv');
    await exportShowsToFile(db, file);
    const csv = readFileSync(file, 'utf8');
    expect(csv).not.toContain('Stott');
    expect(csv).toContain('Director | Ann Hale');
    expect(csv).toContain('Director | Thomas Pell | as Tom Pell');
    const before = await everything(db);
    expect(await bring(db, file)).toMatchObject({ shows: 0, here: 2, persons: 0, credits: 0 });
    expect(await everything(db)).toEqual(before);
  },
);

onEachEngine('an imported credit under a former name goes to the person who had that name', async ({ db }) => {
  await bring(db, archiveOf('Hay Fever,1987,Lanternside Players,Ann Stott'));
  const { id } = await db.read.selectFrom('person').select('id').executeTakeFirstOrThrow();
  await write(db, async (tx) => {
    await renamePerson(tx, {
      id,
      from: 'Ann Stott',
      to: 'Ann Hale',
      keepsPrinted: true,
      visitor: { role: 'admin' },
      now,
    });
    await tx.updateTable('person').set({ credit_style: 'new_only' }).execute();
  });
  const more = archiveOf('Thark,1988,,Ann Stott', 'Rookery Nook,1989,,Ann Hale');
  expect(await bring(db, more, true)).toMatchObject({ shows: 2, persons: 0, credits: 2 });
  expect(await bring(db, more)).toMatchObject({ shows: 2, persons: 0, credits: 2 });
  const credits = await db.read
    .selectFrom('credit')
    .innerJoin('show', 'show.id', 'credit.show_id')
    .select(['credit.person_id', 'credit.printed_as', 'show.title'])
    .orderBy('show.title')
    .execute();
  expect(credits).toEqual([
    { title: 'Hay Fever', person_id: id, printed_as: 'Ann Stott' },
    { title: 'Rookery Nook', person_id: id, printed_as: '' },
    { title: 'Thark', person_id: id, printed_as: 'Ann Stott' },
  ]);
});

onEachEngine('importing a printed name that two people share creates a new person', async ({ db }) => {
  await bring(db, archiveOf('Hay Fever,1987,,Ann Hale & Amy Hale'));
  await write(db, (tx) => tx.updateTable('credit').set({ printed_as: 'A. Hale' }).execute());
  expect(await bring(db, archiveOf('Thark,1988,,A. Hale'))).toMatchObject({ persons: 1 });
});

describe('rejected rows of an import are reported in a file', () => {
  test('rejected rows are written with line, column and reason, and can be imported once corrected', async () => {
    const db = await openTestDatabase({ file: join(createTemporaryFolder(), 'callboard.sqlite') });
    const file = smallArchive();
    const report = await bring(db, file);
    expect(report.rejectedFile).toBe(rejectedOf(file));
    const whole = readFileSync(rejectedOf(file), 'utf8');
    expect(whole.split('\r\n').slice(0, 2)).toEqual([
      '\ufeff"line","column","reason","title","subtitle","author","director","stage manager","first performance","last performance","venue","company","cancelled"',
      '"14","first performance","1025 isn’t a year from 1500 to 2499","Carols by Candlelight",,,,,"1025-12-17","1025-12-17","The Old Theatre",,',
    ]);
    const mended = join(createTemporaryFolder(), 'mended.csv');
    writeFileSync(mended, `${whole.split('\r\n').slice(0, 2).join('\r\n').replaceAll('1025-', '2025-')}\r\n`);
    expect(await bring(db, mended)).toMatchObject({ rows: 1, shows: 1, refused: [], unused: [] });
  });

  test('the report names the file of rejected rows even if it has only rows with a skipped cell', async () => {
    const db = await openTestDatabase({ file: join(createTemporaryFolder(), 'callboard.sqlite') });
    const file = archiveOf('Thark,1925,Lanternside Players,Ann Hale');
    writeFileSync(file, 'title,first performance,cancelled\nThark,1925,perhaps\n');
    const report = await bring(db, file);
    expect(report).toMatchObject({ shows: 1, refused: [], rejectedFile: rejectedOf(file) });
    expect(readFileSync(rejectedOf(file), 'utf8')).toContain('"2","cancelled","“perhaps” is neither yes nor no"');
    expect(formatShowImportReport(report)).toContain(
      `1 remark on single cells; rows with a cell that wasn’t imported are saved in ${rejectedOf(file)}:`,
    );
  });

  test('the file of rejected rows is deleted when no row is rejected any more', async () => {
    const db = await openTestDatabase({ file: join(createTemporaryFolder(), 'callboard.sqlite') });
    const file = archiveOf('Thark,1025,Lanternside Players,');
    await bring(db, file);
    expect(existsSync(rejectedOf(file))).toBe(true);
    writeFileSync(file, readFileSync(file, 'utf8').replace('1025', '1925'));
    expect(await bring(db, file)).toMatchObject({ shows: 1, rejectedFile: '' });
    expect(existsSync(rejectedOf(file))).toBe(false);
  });
});

describe('a file that can’t be imported changes nothing', () => {
  test.each([
    ['a missing file', 'no-such.csv', undefined, 'There is no file'],
    ['a folder', '.', undefined, 'is not a file'],
    ['a file of 50 MB', 'large.csv', Buffer.alloc(50 * 1024 * 1024, 'title,year\n'), 'more than 20 MB of content'],
    ['a binary file', 'picture.csv', Buffer.from([0x89, 0x50, 0, 0, 0xff]), 'isn’t a text file'],
    [
      'a file in another encoding',
      'old.csv',
      Buffer.from('title,year\nCaf\xe9,1987\n', 'latin1'),
      'isn’t saved as UTF-8',
    ],
    ['a file without headings', 'bare.csv', Buffer.from('Thark,1946\nHay Fever,1947\n'), 'should name the columns'],
  ])('importing %s is refused with the reason', async (_, name, bytes, message) => {
    const folder = createTemporaryFolder();
    const db = await openTestDatabase({ file: join(folder, 'callboard.sqlite') });
    const before = await everything(db);
    const file = join(folder, name);
    if (bytes) writeFileSync(file, bytes);
    await expect(bring(db, file)).rejects.toThrow(SheetError);
    await expect(bring(db, file)).rejects.toThrow(message);
    expect(await everything(db)).toEqual(before);
  });
});

test('the report of a dry run lists shows, people, credits, refused rows, remarks and similar names', async () => {
  const db = await openTestDatabase({ file: join(createTemporaryFolder(), 'callboard.sqlite') });
  const imported = await bring(db, smallArchive(), true);
  expect(imported.newPeople).toHaveLength(13);
  const report = formatShowImportReport(imported);
  expect(report.split('\n')).toEqual([
    'archive.csv: 18 rows read',
    '  shows      12 new ones, 1 of them cancelled',
    '  unchanged  0 shows already here',
    '  people     13 new ones',
    '  credits    18 new ones',
    'This was a dry run: nothing has been changed.',
    '',
    '6 rows refused:',
    ...refusals.map(([line, column, reason]) => `  line ${line}, ${column}: ${reason}`),
    '',
    '1 remark on single cells:',
    '  line 20, cancelled: not imported: “perhaps” is neither yes nor no',
    '',
    'New people:',
    ...imported.newPeople.map((name) => `  ${name}`),
    '',
    '3 pairs of similar names, kept as different people:',
    '  Lyn Orpen / Lynn Orpen',
    '  B Tarn / Bill Tarn',
    '  Nora Bel / Nora Bell',
  ]);
});

/** The remarks, questions and new people of an import, which the site's preview and the terminal share. */
const remarksOf = ({ notes, questions, newPeople }: Awaited<ReturnType<typeof bring>>) => ({
  ...{ notes, newPeople },
  questions: questions.map(({ key, answer }) => [key, answer]),
});

onEachEngine(
  'the import command points out titles that nearly match others in the file or the archive',
  async ({ db }) => {
    await bring(db, archiveOf('An Inspector Calls,12 May 1987,,'));
    const file = archiveOf(
      'An Inspecter Calls,12 May 1987,,Bea Long',
      'Hay Fever,1990,,',
      'Hay Feaver,1990,,Ada Quill',
    );
    const report = await bring(db, file, true);
    const reasons = [
      'line 2, title: please check: “An Inspecter Calls” may be “An Inspector Calls” in the archive: the first date is the same (12 May 1987)',
      'line 4, title: please check: “Hay Feaver” may be “Hay Fever” on line 3: the first date is the same (1990)',
    ];
    const lines = formatShowImportReport(report).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining(['2 remarks on single cells:', ...reasons.map((reason) => `  ${reason}`)]),
    );
    expect(lines.slice(lines.indexOf('New people:'))).toEqual(['New people:', '  Ada Quill', '  Bea Long']);
    // The import reports the same as the dry run, although the shows are in the archive by then
    expect(remarksOf(await bring(db, file))).toEqual(remarksOf(report));
    expect(await bring(db, file)).toMatchObject({ shows: 0, here: 3, notes: [], newPeople: [] });
  },
);

onEachEngine(
  'the import command reports that a stored show lacks a credit from the file, but adds none',
  async ({ db }) => {
    await bring(db, archiveOf('Hay Fever,1990,,'));
    const before = await everything(db);
    const report = await bring(db, archiveOf('Hay Fever,1990,,Ada Quill'));
    expect(remarksOf(report).questions).toEqual([['existing', 'keep']]);
    expect(formatShowImportReport(report)).toContain(
      '  A show in the archive lacks something that your file has. “Hay Fever, 1990: one credit”: Change nothing',
    );
    expect((await everything(db)).credits).toEqual(before.credits);
  },
);
