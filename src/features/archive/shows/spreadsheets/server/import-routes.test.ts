import { expect } from 'vitest';
import { createWorkbook, toRowsXml } from '#tests/support/formats/workbook.ts';
import { measureMaxBlockingTime } from '#tests/support/measures/processor-time.ts';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { inCast } from '#tests/support/society/factories.ts';
import type { ShowImportResult } from '../../edit-contract.ts';
import { buildNameKey } from '../../people/similar-names.ts';
import { archiveColumns } from './import/parse-show-row.ts';

const headings = 'title,first performance,director\n';
const sent = (file: string | Buffer<ArrayBuffer>, dryRun: boolean, answers: readonly string[]) => {
  const form = new FormData();
  for (const answer of answers) form.append('answers', answer);
  form.append('dry_run', dryRun ? '1' : '0');
  form.append('file', new Blob([file]), typeof file === 'string' ? 'archive.csv' : 'archive.xlsx');
  return form;
};
const importing = async (
  on: SiteTestContext,
  csv: string | Buffer<ArrayBuffer>,
  { dryRun = true, answers = [] as string[] } = {},
) => {
  const { upload } = await on.as(await on.a.user({ role: 'admin' }));
  const { body } = await upload('/members/api/manage_shows_import', sent(csv, dryRun, answers));
  return body as { code: number; msg: string; report: Record<string, unknown> };
};

onSite('a preview of an uploaded archive adds no shows, and has the same report as the import', async (on) => {
  const csv = `${headings}Hay Fever,1987,Ann Hale & Anne Hale\nThark,some time ago,\nRookery Nook,1988,Bill Tarn\n`;
  const would = {
    ...{ dryRun: true, shows: 2, here: 0, filled: 0, persons: 3, credits: 3, refused: 1, near: 1, unused: [] },
    refusals: [{ line: 3, column: 'first performance', reason: expect.stringContaining('is not a date') }],
    nearNames: [['Ann Hale', 'Anne Hale']],
    titles: ['Hay Fever, 1987', 'Rookery Nook, 1988'],
    rows: [
      { line: 2, title: 'Hay Fever', date: '1987', to: 'new' },
      { line: 4, title: 'Rookery Nook', date: '1988', to: 'new' },
    ],
    columns: [
      { heading: 'title', column: 'title', sample: 'Hay Fever' },
      { heading: 'first performance', column: 'first performance', sample: '1987' },
      { heading: 'director', column: 'director', sample: 'Ann Hale & Anne Hale' },
    ],
    column_choices: Object.keys(archiveColumns),
    rejected_csv: expect.stringContaining('"3","first performance",'),
    ...{ new_people: ['Ann Hale', 'Anne Hale', 'Bill Tarn'], notes: [], questions: [], rows_total: 2 },
    note_counts: { skipped: 0, check: 0, read: 0 },
  };
  expect((await importing(on, csv)).report).toEqual(would);
  const shows = () => on.db.read.selectFrom('show').select('title').orderBy('title').execute();
  expect(await shows()).toEqual([]);
  expect((await importing(on, csv, { dryRun: false })).report).toEqual({ ...would, dryRun: false });
  expect((await shows()).map(({ title }) => title)).toEqual(['Hay Fever', 'Rookery Nook']);
});

onSite('the report has the first 200 remarks of each kind, and the number of all', async (on) => {
  const rows = Array.from({ length: 230 }, (_, at) => `Play ${at},${1700 + at},Ann Hale,sideways`);
  const { report } = await importing(on, `title,first performance,director,cancelled\n${rows.join('\n')}\n`);
  expect(report.note_counts).toMatchObject({ skipped: 230 });
  const notes = report.notes as ShowImportResult['notes'];
  expect(notes.filter(({ kind }) => kind === 'skipped')).toHaveLength(200);
});

onSite('a probable misspelling of a title with the same date is pointed out, not refused', async (on) => {
  await importing(on, 'title,date\nAn Inspector Calls,12 May 1987\n', { dryRun: false });
  const file = 'title,date\nAn Inspecter Calls,12 May 1987\nHay Fever,1990\nHay Feaver,1990\nAn Inspecter Calls,1999\n';
  const reason = (title: string, other: string) => `“${title}” may be “${other}”`;
  expect((await importing(on, file)).report).toMatchObject({
    shows: 4,
    notes: [
      {
        ...{ line: 2, kind: 'check' },
        reason: `${reason('An Inspecter Calls', 'An Inspector Calls')} in the archive: the first date is the same (12 May 1987)`,
      },
      {
        ...{ line: 4, kind: 'check' },
        reason: `${reason('Hay Feaver', 'Hay Fever')} on line 3: the first date is the same (1990)`,
      },
    ],
  });
});

onSite('a row matches a show with the same title and date if either has no company', async (on) => {
  const first = 'title,date,company\nNell Gwynn,15 July 2026,Lantern Players\nHay Fever,1990,\n';
  await importing(on, first, { dryRun: false });
  expect((await importing(on, 'title,date\nNell Gwynn,15 July 2026\n')).report).toMatchObject({ shows: 0, here: 1 });
  const others = 'title,date,company\nNell Gwynn,15 July 2026,Other Players\nHay Fever,1990,Lantern Players\n';
  expect((await importing(on, others)).report).toMatchObject({
    ...{ shows: 1, here: 1 },
    rows: [{ title: 'Nell Gwynn', to: 'new' }, { title: 'Hay Fever' }],
  });
});

onSite('a row without a company counts as new if two companies played that title in that year', async (on) => {
  const first = 'title,date,company\nHamlet,1990,Lantern Players\nHamlet,1990,Other Players\n';
  await importing(on, first, { dryRun: false });
  expect((await importing(on, 'title,date\nHamlet,1990\n')).report).toMatchObject({ shows: 1, here: 0 });
});

onSite('a row with the same title as a show and overlapping dates is pointed out, not refused', async (on) => {
  await importing(on, 'title,date\nNell Gwynn,15–18 July 2026\n', { dryRun: false });
  const file = 'title,date\nNell Gwynn,18 July 2026\nNell Gwynn,17–20 July 2026\nNell Gwynn,1 August 2026\n';
  const overlaps = (line: number, other: string) => ({
    ...{ line, kind: 'check' },
    reason: `“Nell Gwynn” may be the show with this title ${other}`,
  });
  expect((await importing(on, file)).report).toMatchObject({
    shows: 3,
    notes: [
      overlaps(2, 'in the archive: the dates may overlap (15–18 July 2026)'),
      overlaps(3, 'in the archive: the dates may overlap (15–18 July 2026)'),
    ],
  });
});

onSite(
  'a row with a show’s title and a less exact date that includes the show’s date is a possible duplicate',
  async (on) => {
    await importing(on, 'title,date\nRope,12 May 1990\nThark,January 2000\nHay Fever,1951\n', { dryRun: false });
    const { report } = await importing(on, 'title,date\nRope,1990\nThark,2000–2001\nRope,1991\nHay Fever,1950\n');
    const reason = (title: string, date: string) =>
      `“${title}” may be the show with this title in the archive: the dates may overlap (${date})`;
    expect(report).toMatchObject({
      shows: 4,
      notes: [
        { line: 2, kind: 'check', reason: reason('Rope', '12 May 1990') },
        { line: 3, kind: 'check', reason: reason('Thark', 'January 2000') },
      ],
    });
  },
);

onSite('the dates of an imported workbook are as precise as the cells show them', async (on) => {
  const rows =
    toRowsXml(['title', 'first performance', 'director']) +
    '<row r="2"><c t="str"><v>Hay Fever</v></c><c s="1"><v>31879</v></c><c t="str"><v>Ann Hale</v></c></row>' +
    '<row r="3"><c t="str"><v>Thark</v></c><c s="2"><v>31868</v></c></row>' +
    '<row r="4"><c t="str"><v>Escape</v></c><c><v>1940</v></c></row>' +
    '<row r="5"><c t="str"><v>Rookery Nook</v></c><c s="3"><v>46360</v></c></row>';
  const file = createWorkbook({ sheets: { Shows: rows }, formats: [14, 'mmmm yyyy', 16] });
  const { report } = await importing(on, file);
  expect(report).toMatchObject({
    ...{ shows: 3, persons: 1, refused: 1 },
    titles: ['Hay Fever, 12 April 1987', 'Thark, April 1987', 'Escape, 1940'],
    refusals: [{ line: 5, column: 'first performance', reason: '“4 Dec” has no year' }],
  });
  expect((await importing(on, file, { dryRun: false })).report).toEqual({ ...report, dryRun: false });
  expect((await importing(on, file)).report).toMatchObject({ shows: 0, here: 3 });
  expect(await importing(on, file, { dryRun: false })).toMatchObject({ code: 200, msg: 'Nothing was imported.' });
  expect(await importing(on, Buffer.from('PK and nothing more'))).toMatchObject({
    code: 400,
    msg: expect.stringContaining('can’t read this workbook'),
  });
});

onSite('a file that can’t be imported is refused with the reason', async (on) => {
  expect(await importing(on, 'nothing here')).toMatchObject({
    code: 400,
    msg: expect.stringContaining('One of the first lines should name the columns'),
  });
  const many = `${headings}${'Thark,1940,\n'.repeat(20_001)}`;
  expect(await importing(on, many)).toMatchObject({ code: 400, msg: expect.stringContaining('20,000 rows') });
});

onSite('a cell with more than 200 names is skipped, but not the rest of the row', async (on) => {
  const names = Array.from({ length: 1500 }, (_, n) => `Ann${n} Ox`).join(' & ');
  const { report } = await importing(on, `${headings}Hay Fever,1987,${names}\nThark,1988,Bill Tarn\n`);
  expect(report).toMatchObject({
    ...{ shows: 2, refused: 0, persons: 1 },
    notes: [{ line: 2, column: 'director', kind: 'skipped', reason: 'more than 200 names' }],
    rejected_csv: expect.stringContaining('"2","director","more than 200 names"'),
  });
});

onSite('previewing an import of ten thousand rows holds up other requests for less than 1.5 seconds', async (on) => {
  const rows = Array.from({ length: 10_000 }, (_, n) => `Play ${n},19${(n % 90) + 10},Aa${n} Smith`).join('\n');
  const longest = await measureMaxBlockingTime(async () => {
    const { code, report } = await importing(on, headings + rows);
    expect({ code, shows: report.shows }).toEqual({ code: 200, shows: 10_000 });
  });
  // When the thread that renders pages still read such files itself, requests waited for half a minute. The bench
  // checks that they wait for 50 ms at most
  expect(longest).toBeLessThan(1500);
});

onEachSite('undoing an import keeps shows that were changed or used afterwards, and deletes the others', async (on) => {
  const csv = `${headings}Hay Fever,1987,Ann Hale\nThark,1988,Bill Tarn\nRookery Nook,1989,Bill Tarn & Una Sole\nRope,1990,Bill Tarn\n`;
  await importing(on, csv, { dryRun: false });
  const { get, post } = await on.as(await on.a.user({ role: 'admin' }));
  const path = '/members/api/manage_shows_import';
  const [first] = (await get(path)).json().imports;
  expect(first).toMatchObject({ file: 'archive.csv', rows: 4, undone: false });
  const show = async (title: string) =>
    (await on.db.read.selectFrom('show').select('id').where('title', '=', title).executeTakeFirstOrThrow()).id;
  await post(`/members/api/manage_shows/${await show('Hay Fever')}`, { subtitle: 'A comedy' });
  await on.a.performance({ show_id: await show('Thark') });
  expect((await post(`/members/api/manage_shows/${await show('Rope')}/archive`, {})).statusCode).toBe(200);
  const expected = {
    kept: [
      { name: 'Hay Fever, 1987', reason: 'it has been changed since' },
      { name: 'Rope, 1990', reason: 'it has been archived since' },
      { name: 'Thark, 1988', reason: 'it has performances' },
    ],
    undone: ['Rookery Nook, 1989'],
  };
  const undo = async (dry_run: '0' | '1') => (await post(`${path}/${first.id}/undo`, { dry_run })).json();
  expect(await undo('1')).toMatchObject(expected);
  expect(await on.db.read.selectFrom('show').select('id').execute()).toHaveLength(4);
  expect(await undo('0')).toMatchObject(expected);
  const titles = await on.db.read.selectFrom('show').select('title').orderBy('title').execute();
  expect(titles).toEqual([{ title: 'Hay Fever' }, { title: 'Rope' }, { title: 'Thark' }]);
  const people = await on.db.read.selectFrom('person').select('name').orderBy('name').execute();
  expect(people).toEqual([{ name: 'Ann Hale' }, { name: 'Bill Tarn' }]);
  expect(await undo('0')).toMatchObject({ code: 409 });
  expect((await get(path)).json().imports).toMatchObject([{ undone: true }]);
  expect((await importing(on, csv)).report).toMatchObject({ shows: 1, here: 3 });
});

onSite('a preview asks about cells that can be read in two ways, and follows the answers', async (on) => {
  const csv =
    'Our shows\n\nShow,Year,Directors,Cast\nHay Fever,2010-11,"Quill, Ada",Judith: Bea Orme\nNo show,1988,,\n' +
    'Trial by Jury and,1989,,\nPickwick,,,\nThark,2011/12,,Cy Vane\nThark,c. 2014,,"Benbow: Cy Vane\nA sentence that goes on for much longer than any name could."\n';
  const { report } = await importing(on, csv);
  expect(report).toMatchObject({
    ...{ shows: 4, refused: 1, new_people: ['Ada Quill', 'Bea Orme', 'Cy Vane'] },
    columns: [{ column: 'title' }, { column: 'year' }, { column: 'director' }, { column: 'cast' }],
    titles: ['Hay Fever, 2011', 'Trial by Jury and Pickwick, 1989', 'Thark, 2012', 'Thark, 2014'],
    rows: [{ line: 4, date: '2010–2011' }, { line: 6 }, { line: 8 }, { line: 9 }],
    refusals: [{ line: 5, column: 'Show', reason: '“No show” says that there was no show' }],
    notes: [
      { line: 7, kind: 'read', reason: 'imported with the row above, as “Trial by Jury and Pickwick”' },
      { line: 9, column: 'Year', kind: 'read', reason: '“c. 2014” is imported as 2014' },
      { line: 9, column: 'Cast', kind: 'skipped', reason: expect.stringContaining('couldn’t find a name') },
    ],
  });
  const questions = report.questions as { key: string; answer: string; options: { label: string }[] }[];
  expect(questions.map(({ key, answer }) => [key, answer])).toEqual([
    ['years', 'season'],
    ['commas', 'surname first'],
    ['no shows', 'skip'],
    ['double bills', 'join'],
  ]);
  expect(questions[0]?.options.map(({ label }) => label)).toEqual([
    'Seasons: 2010-11 is 2010–2011',
    'Months: 2010-11 is November 2010',
  ]);
  const answers = [
    'years=month',
    'commas=list',
    'no shows=import',
    'double bills=separate',
    'nonsense=1',
    'years=maybe',
  ];
  expect((await importing(on, csv, { answers })).report).toMatchObject({
    titles: [
      'Hay Fever, November 2010',
      'No show, 1988',
      'Trial by Jury and, 1989',
      'Thark, December 2011',
      'Thark, 2014',
    ],
    new_people: ['Ada', 'Bea Orme', 'Cy Vane', 'Quill'],
    refusals: [{ line: 7, reason: 'there is no date' }],
  });
});

const creditsOf = async (on: SiteTestContext) => {
  const rows = await on.db.read
    .selectFrom('credit')
    .innerJoin('person', 'person.id', 'credit.person_id')
    .select(['credit.role', 'person.name'])
    .orderBy('credit.kind')
    .orderBy('credit.ord')
    .orderBy('credit.place')
    .execute();
  return rows.map(({ role, name }) => `${role}: ${name}`);
};

onEachSite('a later import adds missing details to a show only on request, and overwrites nothing', async (on) => {
  const shows = () =>
    on.db.read.selectFrom('show').select(['title', 'author', 'venue', 'version']).orderBy('title').execute();
  await importing(on, 'Title,Date,Venue,Cast\nHamlet,1987,,Hamlet: Ada Quill\nThark,1988,Hall,\n', { dryRun: false });
  const more =
    'Title,Date,Venue,Author,Cast,Director\n' +
    'Hamlet,1987,Castle,William Shakespeare,"Hamlet: Adah Quill\nOphelia: Bea Orme\nOsric: Ada Quill",Cy Vane\n' +
    'Thark,1988,Barn,Ben Travers,,\n';
  const preview = await importing(on, more);
  expect(preview.report).toMatchObject({
    ...{ shows: 0, here: 2, filled: 0 },
    rows: [{ to: 'known' }, { to: 'known' }],
    questions: [
      { key: 'others', answer: 'same', examples: ['Thark, 1988, another venue'] },
      { key: 'existing', answer: 'keep', examples: ['Hamlet, 1987: author, venue, 3 credits'] },
    ],
  });
  const before = await shows();
  expect((await importing(on, more, { dryRun: false })).report).toMatchObject({ shows: 0, filled: 0 });
  expect(await shows()).toEqual(before);

  const answers = ['existing=fill'];
  const would = await importing(on, more, { answers });
  expect(would.report).toMatchObject({ shows: 0, filled: 1, new_people: ['Bea Orme', 'Cy Vane'] });
  const done = await importing(on, more, { answers, dryRun: false });
  expect(done.report).toMatchObject({ filled: 1, persons: 2, rows: [{ to: 'filled' }, { to: 'known' }] });
  expect(await shows()).toEqual([
    { title: 'Hamlet', author: 'William Shakespeare', venue: 'Castle', version: 2 },
    { title: 'Thark', author: '', venue: 'Hall', version: 1 },
  ]);
  // A similar name in the same role counts as the same person
  expect(await creditsOf(on)).toEqual([
    'Hamlet: Ada Quill',
    'Ophelia: Bea Orme',
    'Osric: Ada Quill',
    'Director: Cy Vane',
  ]);
  expect((await importing(on, more, { answers })).report).toMatchObject({ filled: 0 });

  const { get, post } = await on.as(await on.a.user({ role: 'admin' }));
  const path = '/members/api/manage_shows_import';
  // Both imports have the same time, so their numbers of rows tell them apart
  const imports: { id: string; rows: number }[] = (await get(path)).json().imports;
  const [last, first] = [1, 2].map((count) => imports.find(({ rows }) => rows === count));
  const saver = async () =>
    (await on.db.read.selectFrom('show').select('updated_by').where('title', '=', 'Hamlet').executeTakeFirstOrThrow())
      .updated_by;
  expect(await saver()).toEqual(expect.any(String));
  const undone = await post(`${path}/${last?.id}/undo`, { dry_run: '0' });
  expect(undone.json()).toMatchObject({ undone: ['Hamlet, 1987 (what was filled in)'], kept: [] });
  expect(await shows()).toMatchObject([{ author: '', venue: '' }, { venue: 'Hall' }]);
  // The undo records no user as the last editor, so a conflict doesn't name the person whose import was undone
  expect(await saver()).toBeNull();
  expect(await creditsOf(on)).toEqual(['Hamlet: Ada Quill']);
  expect(await on.db.read.selectFrom('person').select('name').execute()).toEqual([{ name: 'Ada Quill' }]);
  const rest = await post(`${path}/${first?.id}/undo`, { dry_run: '0' });
  expect(rest.json()).toMatchObject({ undone: ['Hamlet, 1987', 'Thark, 1988'], kept: [] });
  expect(await shows()).toEqual([]);
});

onEachSite(
  'a more exact date in an import changes the show only on request, and the change can be undone',
  async (on) => {
    const shows = async () =>
      (
        await on.db.read
          .selectFrom('show')
          .select(['title', 'first_date', 'first_date_precision', 'date', 'date_precision'])
          .orderBy('title')
          .orderBy('first_date')
          .execute()
      ).map(
        (show) => `${show.title}: ${show.first_date} ${show.first_date_precision}, ${show.date} ${show.date_precision}`,
      );
    const before = [
      'Escape: 1989-01-01 year, 1989-01-01 year',
      'Hamlet: 1987-01-01 year, 1987-01-01 year',
      'Rope: 1990-05-12 day, 1990-05-12 day',
      'Thark: 1988-05-01 month, 1988-05-01 month',
    ];
    await importing(on, 'Title,Date\nHamlet,1987\nThark,May 1988\nEscape,1989\nRope,12 May 1990\n', { dryRun: false });
    expect(await shows()).toEqual(before);
    const exact =
      'Title,Date\nHamlet,12–15 May 1987\nThark,3 June 1988\nEscape,2 March 1989\nEscape,9 July 1989\nRope,1990\n';
    const preview = await importing(on, exact);
    expect(preview.report).toMatchObject({
      // Thark has another month, two rows fit the one show Escape, and the date of Rope is less exact
      ...{ shows: 4, here: 1, filled: 0 },
      questions: [{ key: 'exact_dates', answer: 'same', examples: ['Hamlet, 1987 → 12–15 May 1987'] }],
    });
    const [row] = ['Title,Date\nHamlet,12–15 May 1987\n'];
    expect((await importing(on, row, { dryRun: false })).report).toMatchObject({ shows: 0, here: 1, filled: 0 });
    expect(await shows()).toEqual(before);
    expect((await importing(on, row, { answers: ['existing=fill'] })).report).toMatchObject({ filled: 0 });
    expect((await importing(on, row, { answers: ['exact_dates=add'] })).report).toMatchObject({ shows: 1, filled: 0 });

    const answers = ['exact_dates=refine'];
    expect((await importing(on, row, { answers })).report).toMatchObject({ filled: 1, rows: [{ to: 'filled' }] });
    await importing(on, row, { answers, dryRun: false });
    expect(await shows()).toEqual([before[0], 'Hamlet: 1987-05-12 day, 1987-05-15 day', ...before.slice(2)]);
    expect((await importing(on, row, { answers })).report).toMatchObject({ shows: 0, here: 1, questions: [] });
    // A list with only the year still matches the show
    expect((await importing(on, 'Title,Date\nHamlet,1987\n')).report).toMatchObject({
      shows: 0,
      here: 1,
      questions: [],
    });

    const { get, post } = await on.as(await on.a.user({ role: 'admin' }));
    const path = '/members/api/manage_shows_import';
    const imports: { id: string; rows: number }[] = (await get(path)).json().imports;
    const undo = async (rows: number) =>
      (await post(`${path}/${imports.find((one) => one.rows === rows)?.id}/undo`, { dry_run: '0' })).json();
    expect(await undo(1)).toMatchObject({ undone: ['Hamlet, 15 May 1987 (what was filled in)'], kept: [] });
    expect(await shows()).toEqual(before);
    expect(await undo(4)).toMatchObject({ kept: [] });
    expect(await shows()).toEqual([]);
  },
);

onSite('the questions about numeric dates and about more exact dates are answered separately', async (on) => {
  await importing(on, 'Title,Date\nHamlet,1987\n', { dryRun: false });
  const file = 'Title,Date\nHamlet,05/06/1987\nThark,07/08/1990\n';
  const { report } = await importing(on, file);
  expect(report).toMatchObject({ questions: [{ key: 'dates' }, { key: 'exact_dates' }] });
  await importing(on, file, { answers: ['exact_dates=refine', 'dates=month first'], dryRun: false });
  const shows = await on.db.read.selectFrom('show').select(['title', 'date']).orderBy('title').execute();
  expect(shows).toEqual([
    { title: 'Hamlet', date: '1987-05-06' },
    { title: 'Thark', date: '1990-07-08' },
  ]);
});

onSite('a row that would cancel or archive an existing show changes nothing, and the report says so', async (on) => {
  await importing(on, 'Title,Date,Cancelled\nHamlet,1987,\nThark,1988,yes\n', { dryRun: false });
  const file = 'Title,Date,Cancelled,Archived\nHamlet,1987,yes,\nThark,1988,yes,yes\nRope,1990,yes,yes\n';
  const { report } = await importing(on, file, { dryRun: false });
  expect(report).toMatchObject({
    ...{ shows: 1, here: 2, filled: 0 },
    notes: [
      { line: 2, column: 'Cancelled', kind: 'check', reason: expect.stringContaining('isn’t cancelled') },
      { line: 3, column: 'Archived', kind: 'check', reason: expect.stringContaining('isn’t archived') },
    ],
  });
  const shows = on.db.read.selectFrom('show').select('title').where('archived_at', 'is', null);
  expect(await shows.where('cancelled', '=', 0).execute()).toEqual([{ title: 'Hamlet' }]);
});

onEachSite('an import adds a role to a credit without one, and undoing the import removes the role', async (on) => {
  await importing(on, 'Title,Date,Cast\nHamlet,1987,"Ada Quill\nBea Orme\nGhost: Cy Vane"\n', { dryRun: false });
  const more =
    'Title,Date,Cast\nHamlet,1987,"Hamlet: Ada Quill\nOsric: Ada Quill\nOphelia: Dee Ash\nClaudius: Cy Vane"\n';
  const answers = ['existing=fill'];
  expect((await importing(on, more)).report).toMatchObject({
    questions: [{ key: 'existing', examples: ['Hamlet, 1987: 3 credits, one role'] }],
  });
  await importing(on, more, { answers, dryRun: false });
  const named = await creditsOf(on);
  expect(named.toSorted()).toEqual([
    ': Bea Orme',
    'Claudius: Cy Vane',
    'Ghost: Cy Vane',
    'Hamlet: Ada Quill',
    'Ophelia: Dee Ash',
    'Osric: Ada Quill',
  ]);
  expect((await importing(on, more, { answers })).report).toMatchObject({ filled: 0, questions: [] });
  const { get, post } = await on.as(await on.a.user({ role: 'admin' }));
  const path = '/members/api/manage_shows_import';
  const imports: { id: string; rows: number }[] = (await get(path)).json().imports;
  const subjects = await on.db.read.selectFrom('imported_row').select(['import_id', 'kind']).execute();
  const id = subjects.find(({ kind }) => kind === 'show details')?.import_id;
  expect(imports.map((one) => one.id)).toContain(id);
  const undone = (await post(`${path}/${id}/undo`, { dry_run: '0' })).json();
  expect(undone).toMatchObject({ undone: ['Hamlet, 1987 (what was filled in)'], kept: [] });
  expect((await creditsOf(on)).toSorted()).toEqual([': Ada Quill', ': Bea Orme', 'Ghost: Cy Vane']);
});

onEachSite('several imports that filled in the same show can be undone, latest first', async (on) => {
  const answers = ['existing=fill'];
  await importing(on, 'Title,Date\nHamlet,1987\nThark,1988\nRope,1990\n', { dryRun: false });
  await importing(on, 'Title,Date,Venue\nHamlet,1987,Castle\nThark,1988,Hall\n', { dryRun: false, answers });
  await importing(on, 'Title,Date,Author\nHamlet,12 May 1987,William Shakespeare\n', { dryRun: false, answers });
  const { get, post } = await on.as(await on.a.user({ role: 'admin' }));
  const path = '/members/api/manage_shows_import';
  const imports: { id: string; rows: number }[] = (await get(path)).json().imports;
  const undo = async (rows: number) => {
    const id = imports.find((one) => one.rows === rows)?.id;
    return (await post(`${path}/${id}/undo`, { dry_run: '0' })).json();
  };
  const filled = ['Hamlet, 1987 (what was filled in)', 'Thark, 1988 (what was filled in)'];
  expect(await undo(1)).toMatchObject({ undone: filled.slice(0, 1), kept: [] });
  expect(await undo(2)).toMatchObject({ undone: filled, kept: [] });
  expect(await undo(3)).toMatchObject({ undone: ['Hamlet, 1987', 'Rope, 1990', 'Thark, 1988'], kept: [] });
});

onEachSite(
  'undoing an import keeps the details of a show edited since, even after a later import is undone',
  async (on) => {
    const answers = ['existing=fill'];
    await importing(on, 'Title,Date\nHamlet,1987\nThark,1988\nRope,1990\n', { dryRun: false });
    await importing(on, 'Title,Date,Venue\nHamlet,1987,Castle\nThark,1988,Hall\n', { dryRun: false, answers });
    const { get, post } = await on.as(await on.a.user({ role: 'admin' }));
    const { id } = await on.db.read
      .selectFrom('show')
      .select('id')
      .where('title', '=', 'Hamlet')
      .executeTakeFirstOrThrow();
    await post(`/members/api/manage_shows/${id}`, { subtitle: 'A tragedy' });
    await importing(on, 'Title,Date,Author\nHamlet,12 May 1987,William Shakespeare\n', { dryRun: false, answers });
    const path = '/members/api/manage_shows_import';
    const imports: { id: string; rows: number }[] = (await get(path)).json().imports;
    const undo = async (rows: number) =>
      (await post(`${path}/${imports.find((one) => one.rows === rows)?.id}/undo`, { dry_run: '0' })).json();
    expect(await undo(1)).toMatchObject({ undone: ['Hamlet, 1987 (what was filled in)'], kept: [] });
    expect(await undo(2)).toMatchObject({
      undone: ['Thark, 1988 (what was filled in)'],
      kept: [{ name: 'Hamlet, 1987 (what was filled in)', reason: 'it has been changed since' }],
    });
  },
);

onEachSite('undoing an import keeps the details of a show edited afterwards, and gives the reason', async (on) => {
  await importing(on, 'Title,Date\nHamlet,1987\nThark,1988\n', { dryRun: false });
  await importing(on, 'Title,Date,Venue\nHamlet,1987,Castle\n', { dryRun: false, answers: ['existing=fill'] });
  const { get, post } = await on.as(await on.a.user({ role: 'admin' }));
  const { id } = await on.db.read
    .selectFrom('show')
    .select('id')
    .where('title', '=', 'Hamlet')
    .executeTakeFirstOrThrow();
  await post(`/members/api/manage_shows/${id}`, { subtitle: 'A tragedy' });
  const path = '/members/api/manage_shows_import';
  const imports: { id: string; rows: number }[] = (await get(path)).json().imports;
  const last = imports.find(({ rows }) => rows === 1);
  expect((await post(`${path}/${last?.id}/undo`, { dry_run: '0' })).json()).toMatchObject({
    undone: [],
    kept: [{ name: 'Hamlet, 1987 (what was filled in)', reason: 'it has been changed since' }],
  });
});

onEachSite(
  'undoing an import whose only show is archived undoes nothing and says so, and works once the show is restored',
  async (on) => {
    await importing(on, 'Title,Date\nHamlet,1987\n', { dryRun: false });
    const { get, post } = await on.as(await on.a.user({ role: 'admin' }));
    const { id } = await on.db.read.selectFrom('show').select('id').executeTakeFirstOrThrow();
    await post(`/members/api/manage_shows/${id}/archive`, {});
    const path = '/members/api/manage_shows_import';
    const [only] = (await get(path)).json().imports;
    const undo = async () => (await post(`${path}/${only.id}/undo`, { dry_run: '0' })).json();
    expect(await undo()).toMatchObject({
      code: 200,
      msg: 'Nothing was undone, because the rows have been changed since or are in use.',
      kept: [{ reason: 'it has been archived since' }],
    });
    const log = () => on.db.read.selectFrom('audit').select('id').where('action', '=', 'show.import_undone').execute();
    expect([(await get(path)).json().imports, await log()]).toMatchObject([[{ undone: false }], []]);
    await post(`/members/api/manage_shows/${id}/restore`, {});
    expect(await undo()).toMatchObject({ msg: 'Import undone.', undone: ['Hamlet, 1987'], kept: [] });
    expect(await log()).toHaveLength(1);
  },
);

onEachSite('an import whose shows have all been added by hand is neither recorded nor logged', async (on) => {
  const file = 'Title,Date,Author\nHamlet,12 May 1987,William Shakespeare\n';
  await on.a.show({ title: 'Hamlet', date: '1987-05-12', first_date: '1987-05-12', author: '' });
  const recorded = async () => [
    await on.db.read.selectFrom('import_record').select('file').execute(),
    await on.db.read.selectFrom('audit').select('detail').where('action', '=', 'show.imported').execute(),
  ];
  expect(await importing(on, file, { dryRun: false })).toMatchObject({
    msg: 'Nothing was imported.',
    report: { shows: 0, here: 1 },
  });
  expect(await recorded()).toEqual([[], []]);
  // The import has set the show's key, by which a later import recognises it
  expect(await on.db.read.selectFrom('show').select('import_key').execute()).toEqual([
    { import_key: expect.stringContaining('hamlet') },
  ]);
  expect(await importing(on, file, { answers: ['existing=fill'], dryRun: false })).toMatchObject({
    msg: 'Shows imported.',
    report: { shows: 0, filled: 1 },
  });
  expect(await recorded()).toMatchObject([[{ file: 'archive.csv' }], [{ detail: 'archive.csv' }]]);
});

onSite('a second row of a show is refused, and importing that row afterwards adds its other people', async (on) => {
  const csv = 'Title,Year,Creative,Crew\nHamlet,1987,Ada Quill,Ben Orme\nHamlet,1987,Ada Quill,Cy Vane\n';
  const { report } = await importing(on, csv, { dryRun: false });
  const reason =
    'line 2 has the same show; to add the other people in this row, import the file of rejected rows afterwards';
  expect(report).toMatchObject({ shows: 1, refusals: [{ line: 3, column: 'Title', reason }] });
  const again = await importing(on, `${report.rejected_csv}`, { dryRun: false, answers: ['existing=fill'] });
  expect(again.report).toMatchObject({ shows: 0, filled: 1, persons: 1, new_people: ['Cy Vane'] });
});

onSite('an import note names all the columns that are read as one cell', async (on) => {
  const csv = 'Title,Year,Creative,Crew\nHamlet,1987,Ada Quill,Ben Orme.Cy Vane Dee\nHay Fever,1988,,Di Fox.Eva Gray\n';
  expect((await importing(on, csv)).report.notes).toMatchObject([
    { line: 2, column: 'Creative, Crew' },
    { line: 3, column: 'Creative, Crew', reason: '“Di Fox.Eva Gray”: read as several names' },
  ]);
});

onEachSite('two rows with the same play and year are two shows if their venues differ', async (on) => {
  const csv =
    'Title,Year,Venue,Director\nHamlet,1987,Studio,Ada Quill\nHamlet,1987,Edinburgh,Ada Quill\nHamlet,1987,Studio,\n';
  const first = await importing(on, csv, { dryRun: false });
  expect(first.report).toMatchObject({
    shows: 2,
    refusals: [{ line: 4, column: 'Title', reason: 'line 2 has the same show' }],
    notes: [
      { line: 3, reason: 'line 2 has the same title and date, but another venue, so this row is a separate show' },
    ],
  });
  expect((await importing(on, csv, { dryRun: false })).report).toMatchObject({ shows: 0, here: 2, questions: [] });
  const other = 'Title,Year,Venue,Director\nHamlet,1987,Castle,Bea Orme\n';
  expect((await importing(on, other)).report).toMatchObject({
    ...{ shows: 0, here: 1 },
    questions: [{ key: 'others', examples: ['Hamlet, 1987, another venue'] }],
  });
  const answers = ['others=add'];
  expect((await importing(on, other, { answers, dryRun: false })).report).toMatchObject({ shows: 1, here: 0 });
  expect((await importing(on, other, { answers, dryRun: false })).report).toMatchObject({ shows: 0, here: 1 });
});

onEachSite(
  'a row with another director isn’t matched to the stored show, even if its role is in capitals or has spaces',
  async (on) => {
    await importing(on, 'Title,Year,Director\nHamlet,1987,Ada Quill\n', { dryRun: false });
    const other = 'Title,Year,Director\nHamlet,1987,Bea Orme\n';
    for (const role of ['DIRECTOR', ' director ']) {
      await on.db.write((tx) => tx.updateTable('credit').set({ role }).execute());
      expect((await importing(on, other)).report).toMatchObject({
        questions: [{ key: 'others', examples: ['Hamlet, 1987, another director'] }],
      });
    }
  },
);

onSite('a page that was opened before an upgrade can still ask for more exact dates', async (on) => {
  await importing(on, 'Title,Date\nHamlet,1987\n', { dryRun: false });
  const { report } = await importing(on, 'Title,Date\nHamlet,12 May 1987\n', { answers: ['dates=refine'] });
  expect(report).toMatchObject({ filled: 1, questions: [{ key: 'exact_dates', answer: 'refine' }] });
});

onEachSite('an import asks which of two people with the same name is meant', async (on) => {
  const dated = (date: string) => ({ first_date: date, date });
  await on.a.show({ title: 'Hamlet', ...dated('1987-05-01'), credits: [inCast('Ann Hale', 'Ghost')] });
  await on.a.show({
    title: 'Rope',
    ...dated('2012-05-01'),
    credits: [inCast('Ann Stott', 'Ghost'), inCast('Zoë Lark', 'Rupert')],
  });
  const people = await on.db.read.selectFrom('person').select(['id', 'name']).execute();
  const idOf = (name: string) => people.find((person) => person.name === name)?.id ?? '';
  const [hale, stott] = [idOf('Ann Hale'), idOf('Ann Stott')];
  const admin = await on.as(await on.a.user({ role: 'admin' }));
  // A name can only be given to a second person while the first is merged with another
  await admin.post(`/members/api/people/${hale}/merge`, { into: idOf('Zoë Lark') });
  await admin.post(`/members/api/people/${stott}/rename`, { name: 'Ann Hale', how: 'misspelt' });
  await admin.post(`/members/api/people/${hale}/unmerge`, {});

  const file = 'Title,Date,Director\nThark,1991,ann hale\nCharley’s Aunt,1990,Bill Tarn\n';
  const questionOf = async (answers: string[] = [], dryRun = true) => {
    const { questions } = (await importing(on, file, { answers, dryRun })).report as unknown as ShowImportResult;
    return questions;
  };
  const [question, ...others] = await questionOf();
  expect(others).toEqual([]);
  const usual = [hale, stott].sort()[0] ?? '';
  expect(question).toEqual({
    key: `who ${usual}`,
    question: 'Two people are called Ann Hale. Which of them is meant?',
    examples: ['Thark, 1991'],
    options: expect.arrayContaining([
      { value: hale, label: 'Ann Hale, 1987, in Hamlet' },
      { value: stott, label: 'Ann Hale, 2012, in Rope' },
    ]),
    answer: usual,
  });
  const other = usual === hale ? stott : hale;
  expect(await questionOf([`who ${usual}=${other}`])).toMatchObject([{ answer: other }]);
  // Somebody with another name can't be chosen
  const bill = (await on.a.user()).id;
  expect(await questionOf([`who ${usual}=${bill}`])).toMatchObject([{ answer: usual }]);
  await questionOf([`who ${usual}=${other}`], false);
  const credit = await on.db.read
    .selectFrom('credit')
    .innerJoin('show', 'show.id', 'credit.show_id')
    .select('person_id')
    .where('title', '=', 'Thark')
    .execute();
  expect(credit).toEqual([{ person_id: other }]);
});

onEachSite('people with the same name who are in no show are told apart by the day they were added', async (on) => {
  const named = { name: 'Ann Hale', name_key: buildNameKey('Ann Hale') };
  const added = { ...named, credit_style: 'as_printed', credit_style_by: 'nobody' } as const;
  const people = [
    { ...added, id: 'annhale000000001', created_at: '2024-05-03T12:00:00.000Z' },
    { ...added, id: 'annhale000000002', created_at: '2025-06-04T12:00:00.000Z' },
    { ...added, id: 'annhale000000003', created_at: '2025-06-04T12:30:00.000Z' },
  ];
  await on.db.write((tx) => tx.insertInto('person').values(people).execute());
  const { report } = await importing(on, 'Title,Date,Director\nThark,1991,Ann Hale\n');
  const [question] = report.questions as ShowImportResult['questions'];
  expect(question?.options.map(({ label }) => label)).toEqual([
    'Ann Hale, not in any shows, added on 3 May 2024',
    'Ann Hale, not in any shows, added on 4 June 2025, no. 1',
    'Ann Hale, not in any shows, added on 4 June 2025, no. 2',
  ]);
});
