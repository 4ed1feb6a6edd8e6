import { brotliCompressSync } from 'node:zlib';
import { expect } from 'vitest';
import { ShowListContent } from '#features/archive/shows/contract.ts';
import { setShowArchived } from '#features/archive/shows/server/store.ts';
import { write } from '#platform/server/database/index.ts';
import { onEachSite, onSite } from '#tests/support/site/app.ts';
import { inCast, inCrew } from '#tests/support/society/factories.ts';
import { SearchContent } from '../contract.ts';
import { findResults } from '../match.ts';

onSite('the JSON of the search has every public item once, whatever the query is', async ({ a, page }) => {
  const hamlet = await a.show({
    title: 'Hamlet',
    first_date: '2029-12-30',
    date: '2030-01-02',
    credits: [inCast('Ann Hale', 'Hamlet')],
  });
  await a.show({ title: 'The Visit', cancelled: true, credits: [inCast('Ann Hale', 'Claire')] });
  const post = await a.post({ title: 'Auditions soon', type: 'auditions' });
  await a.post({ title: 'For members', type: 'private' });
  await a.post({ title: 'Not yet', published_at: '2026-12-01T09:00:00.000Z' });
  const key = await a.blogPost({ title: 'From the wings' });
  const content = SearchContent.strict().parse((await page('/search?q=nothing')).content);
  const named = content.items.map(({ type, title, detail }) => [type, title, detail].join(' ').trim());
  expect(named).toEqual([
    'show Hamlet by Noël Coward, 30 December 2029 – 2 January 2030',
    'show The Visit by Noël Coward, 8–11 April 1987, cancelled',
    'member Ann Hale',
    'post Auditions soon 1 November 2026',
    'post Past shows',
    'post Auditions',
    'post About us',
    'post Write to us',
    'post Tickets',
    'post Members',
    'post Privacy',
    'post Accessibility',
    'blog From the wings 1 November 2026',
  ]);
  const hrefs = content.items.map((item) => item.href);
  expect(hrefs).toContain(`/past-shows/${hamlet}/Hamlet`);
  expect(hrefs).toContain(`/post/${post}`);
  expect(hrefs).toContain(`/blog/${key}`);
  for (const href of hrefs) expect({ href, status: (await page(href)).status }).toEqual({ href, status: 200 });
});

onSite('members find sections of the handbook, and visitors don’t', async ({ a, as, get, page }) => {
  const member = await as(await a.user({ role: 'member' }));
  const { items } = SearchContent.strict().parse((await member.page('/search')).content);
  const told = items.filter(({ href }) => href.startsWith('/members/help/'));
  const booking = told.find(({ title }) => title === 'Find and change a booking');
  expect(booking).toMatchObject({
    ...{ type: 'post', poster: '', href: '/members/help/box-office#find-and-change-a-booking' },
    ...{ detail: 'Handbook, Box office', also: ['handbook help how', 'Box office', expect.any(String)] },
  });
  const words = booking?.also.at(-1)?.split(' ') ?? [];
  expect(words).toEqual(expect.arrayContaining(['reference', 'receipt', 'telephone']));
  // Each word appears once. Words of the title, and of the URLs of links, are left out
  expect(words.filter((word, at) => words.indexOf(word) < at)).toEqual([]);
  for (const word of ['booking', 'members']) expect(words).not.toContain(word);
  expect((await member.get('/search?q=calendar+help')).body).toContain('/members/help/member#add-our-shows');
  expect((await member.get('/search?q=night+return')).body).toContain('/members/help/box-office#the-night-return');
  const anonymous = SearchContent.strict().parse((await page('/search')).content);
  expect(anonymous.items).toEqual(items.filter((item) => !told.includes(item)));
  expect((await get('/search?q=handbook')).body).toContain('Nothing found');
});

const handbook = '/members/help/';
const leads: readonly (readonly [search: string, to: string])[] = [
  ['refund', 'box-office#refund-tickets-or-a-whole-order'],
  ['money back', 'treasurer#money-back-refund-a-subscription'],
  ['promo code', 'box-office#promo-codes-and-discounts'],
  ['discount', 'box-office#promo-codes-and-discounts'],
  ['ticket prices', 'box-office#change-ticket-prices-and-types'],
  ['cancel performance', 'box-office#cancel-a-performance'],
  ['capacity', 'box-office#put-a-performance-on-sale'],
  ['wheelchair space', 'box-office#sell-numbered-seats'],
  ['excel', 'box-office#import-orders-sold-elsewhere'],
  ['backup', 'webmaster#make-a-backup-or-find-one'],
  ['auditions', 'webmaster#announce-auditions'],
  ['passkey', 'member#sign-in-with-a-passkey'],
  ['download my data', 'member#download-my-data'],
  ['fingerprint, finger', 'member#sign-in-with-a-passkey'],
  ['invite', 'secretary#invite-people'],
  ['how do I give the money back', 'treasurer#money-back-refund-a-subscription'],
];

onSite(
  'handbook sections are found by their words, headings first, and the words are under 6 kB compressed',
  async ({ a, as }) => {
    const member = await as(await a.user({ role: 'member' }));
    const { items } = SearchContent.strict().parse((await member.page('/search')).content);
    const first = (search: string) => {
      const { best, groups } = findResults(items, { search, kind: null, page: 1 });
      const found = [...best, ...groups.flatMap((group) => group.items)];
      return found.find(({ href }) => href.startsWith(handbook))?.href.replace(handbook, '');
    };
    expect(leads.map(([search]) => [search, first(search)])).toEqual(leads);
    // A member's phone fetches these words when the first letter of a search is typed
    const told = items.filter(({ href }) => href.startsWith(handbook)).flatMap(({ also }) => also.at(-1) ?? []);
    expect(brotliCompressSync(told.join(' ')).length).toBeLessThan(6000);
  },
);

onSite('a post can be found as soon as it is published', async ({ a, page, at }) => {
  await a.post({ title: 'Tickets tomorrow', published_at: '2026-11-21T15:00:00.000Z' });
  const found = async () =>
    SearchContent.parse((await page('/search')).content).items.some(({ title }) => title === 'Tickets tomorrow');
  expect(await found()).toBe(false);
  at('2026-11-21T15:00:00Z');
  expect(await found()).toBe(true);
});

onSite('without JavaScript the results are on the page by kind, with links to the rest', async ({ a, get }) => {
  await a.shows(Array.from({ length: 70 }, (_, n) => ({ title: `Lantern ${n}`, import_key: null })));
  await a.show({ title: 'Other', credits: [inCast('Lena Lantern', 'Herself')] });
  const html = (await get('/search?q=lantern')).body;
  expect(html).toContain('71 results: 70 shows, 1 person');
  // The six best matches, one of them a person, are followed by eight more shows
  expect(html.match(/data-result/g)?.length).toBe(14);
  expect(html).toContain('href="/search?q=lantern&amp;kind=show"');
  expect(html).not.toContain('Lantern 30');
  const all = (await get('/search?q=lantern&kind=show')).body;
  expect(all.match(/data-result/g)?.length).toBe(60);
  expect(all).toContain('rel="next"');
  expect((await get('/search?q=lantern&kind=show&page=2')).body.match(/data-result/g)?.length).toBe(10);
  expect((await get('/search?q=zzz')).body).toContain('Nothing found');
  expect((await get('/search')).body).toContain('What are you looking for?');
});

onSite('a person is found by a former name, and shown with both names', async ({ a, get, page }) => {
  await a.show({ title: 'Hamlet', credits: [{ ...inCast('Margaret Ashdown', 'Gertrude'), as: 'Margaret Pell' }] });
  const html = (await get('/search?q=pell')).body;
  expect(html).toContain('Margaret Ashdown');
  expect(html).toContain('also known as Margaret Pell');
  const items = SearchContent.parse((await page('/search')).content).items;
  expect(items.find(({ type }) => type === 'member')?.also).toEqual(['Margaret Pell']);
});

onSite(
  'a search for a role finds the show and the person who played it, under the credited name',
  async ({ a, db, get, page }) => {
    const cast = [{ ...inCast('Margaret Ashdown', 'Sybil Birling'), as: 'Margaret Pell' }, inCast('Gus Hale', '')];
    await a.show({ title: 'An Inspector Calls', credits: [...cast, inCrew('Gus Hale', 'Prompter')] });
    const archived = await a.show({ title: 'Tom Jones', credits: [inCast('Gus Hale', 'Squire Birling')] });
    await write(db, (tx) => setShowArchived(tx, archived, '2026-11-01T09:00:00.000Z'));
    const html = (await get('/search?q=sybil+birling')).body;
    expect(html).toContain('2 results: 1 show, 1 person');
    expect(html).toContain('Sybil Birling: Margaret Pell');
    expect(html).toContain('Sybil Birling in An Inspector Calls');
    const { items } = SearchContent.parse((await page('/search')).content);
    expect(items.flatMap(({ title, roles }) => (roles ? [[title, roles]] : []))).toEqual([
      ['An Inspector Calls', [['Sybil Birling', 'Margaret Pell']]],
      ['Margaret Ashdown', [['Sybil Birling', 'An Inspector Calls']]],
    ]);
  },
);

onEachSite(
  'roles in the search follow changes to the show, the credit and the person’s name',
  async ({ a, db, page }) => {
    const roles = async () => {
      const { items } = SearchContent.parse((await page('/search')).content);
      return items.flatMap(({ title, roles }) => (roles ? [[title, roles]] : []));
    };
    const id = await a.show({ title: 'Hamlet', credits: [inCast('Ann Hale', 'Gertrude')] });
    expect(await roles()).toEqual([
      ['Hamlet', [['Gertrude', 'Ann Hale']]],
      ['Ann Hale', [['Gertrude', 'Hamlet']]],
    ]);
    await write(db, (tx) => tx.updateTable('show').set({ title: 'Macbeth' }).execute());
    expect(await roles()).toEqual([
      ['Macbeth', [['Gertrude', 'Ann Hale']]],
      ['Ann Hale', [['Gertrude', 'Macbeth']]],
    ]);
    await write(db, (tx) => setShowArchived(tx, id, '2026-11-01T09:00:00.000Z'));
    expect(await roles()).toEqual([]);
    await write(db, (tx) => setShowArchived(tx, id, null));
    await write(db, (tx) => tx.updateTable('credit').set({ role: 'Lady Macbeth' }).execute());
    await write(db, (tx) => tx.updateTable('person').set({ name: 'Anna Hale' }).execute());
    expect(await roles()).toEqual([
      ['Macbeth', [['Lady Macbeth', 'Anna Hale']]],
      ['Anna Hale', [['Lady Macbeth', 'Macbeth']]],
    ]);
  },
);

onSite(
  'search results have the number and years of a person’s shows, and the poster of a show',
  async ({ a, page }) => {
    for (const date of ['1974-10-05', '1999-10-05', '2026-10-05']) {
      await a.show({ date, first_date: date, credits: [inCast('Ann Hale', 'Hamlet')] });
    }
    await a.show({
      date: '1960-10-05',
      first_date: '1960-10-05',
      cancelled: true,
      credits: [inCast('Ann Hale', 'Claire')],
    });
    const { items } = SearchContent.parse((await page('/search')).content);
    expect(items.find(({ type }) => type === 'member')?.detail).toBe('3 shows, 1974 to 2026');
    const posters = items.flatMap(({ type, poster }) => (type === 'show' ? poster : []));
    expect(posters).toHaveLength(4);
    for (const poster of posters) expect(poster).toMatch(/^\/posters\/[\w-]{16}\/[\w-]+\.svg$/);
    expect(items.filter(({ type, poster }) => type !== 'show' && poster !== '')).toEqual([]);
  },
);

onSite(
  'a person’s years include past shows only, and people known only from archived shows aren’t listed',
  async ({ a, db, page }) => {
    const on = (date: string, person: string, more = {}) =>
      a.show({ date, first_date: date, credits: [inCast(person, 'Claire')], ...more });
    await on('2027-04-17', 'Ahead Only');
    await on('2026-11-01', 'Month Now', { date_precision: 'month', first_date_precision: 'month' });
    await on('1987-04-11', 'Once Only');
    await a.show({
      credits: [inCast('Two Roles', 'Claire'), inCast('Two Roles', 'Anton')],
      date: '1990-01-01',
      first_date: '1989-12-30',
    });
    const gone = await on('1980-10-05', 'Gone Away');
    await write(db, (tx) => setShowArchived(tx, gone, '2026-11-01T09:00:00.000Z'));
    const { items } = SearchContent.parse((await page('/search')).content);
    const people = items.flatMap(({ type, title, detail }) => (type === 'member' ? [[title, detail]] : []));
    expect(people).toEqual([
      ['Ahead Only', ''],
      ['Month Now', ''],
      ['Once Only', 'One show, in 1987'],
      ['Two Roles', 'One show, in 1990'],
    ]);
  },
);

onSite('the search and the past shows list all of 1,100 people by name', async ({ a, page }) => {
  const names = Array.from({ length: 1100 }, (_, at) => `Player ${String(at).padStart(4, '0')}`);
  await a.show({ credits: names.toReversed().map((name) => inCast(name, 'Crowd')) });
  const { items } = SearchContent.parse((await page('/search')).content);
  expect(items.flatMap(({ type, title }) => (type === 'member' ? [title] : []))).toEqual(names);
  const { members } = ShowListContent.parse((await page('/past-shows')).content);
  expect(Object.values(members).map(({ name }) => name)).toEqual(names);
});

onSite('a search without results links to past shows with the same query', async ({ get }) => {
  expect((await get('/search?q=1987+barts')).body).toContain('href="/past-shows?q=1987+barts"');
});

onSite('odd search queries are answered without an error', async ({ a, get }) => {
  await a.show({ title: '<b>Bold</b>' });
  const odd = [
    '%00%01',
    '%E2%80%AE',
    'x'.repeat(10_000),
    '%ff',
    ',,,,',
    'a,'.repeat(3000),
    '%3Cscript%3Ealert(1)%3C/script%3E',
  ];
  for (const q of odd) expect((await get(`/search?q=${q}&kind=constructor&page=-1`)).statusCode).toBe(200);
  const html = (await get('/search?q=bold')).body;
  expect(html).toContain('&lt;b&gt;Bold&lt;/b&gt;</a>');
  expect(html).not.toContain('<b>Bold');
});

onEachSite('the archive and the search include each change of shows, people and credits', async ({ a, db, page }) => {
  const id = await a.show({ title: 'Hamlet', credits: [inCast('Ann Hale', 'Gertrude')] });
  const gone = await a.show({ title: 'The Visit', credits: [inCast('Bob Inskip', 'Anton')] });
  const told = async () => {
    const list = ShowListContent.parse((await page('/past-shows')).content);
    const { items } = SearchContent.parse((await page('/search')).content);
    const people = Object.values(list.members).map(({ name, also_known_as }) => [name, ...also_known_as].join('/'));
    const found = items.filter(({ type }) => type === 'show' || type === 'member');
    return {
      archive: [...list.shows.map(({ title }) => title), ...people],
      search: found.map(({ title, also, type }) => [title, ...(type === 'member' ? also : [])].join('/')),
    };
  };
  const both = (...names: string[]) => ({ archive: names, search: names });
  expect(await told()).toEqual(both('Hamlet', 'The Visit', 'Ann Hale', 'Bob Inskip'));
  await write(db, (tx) => setShowArchived(tx, gone, '2026-11-01T09:00:00.000Z'));
  expect(await told()).toEqual(both('Hamlet', 'Ann Hale'));
  await write(db, (tx) =>
    tx.updateTable('person').set({ name: 'Ann Dunmore' }).where('name', '=', 'Ann Hale').execute(),
  );
  expect(await told()).toEqual(both('Hamlet', 'Ann Dunmore'));
  await write(db, (tx) => tx.updateTable('credit').set({ printed_as: 'Ann Hale' }).where('show_id', '=', id).execute());
  expect(await told()).toEqual(both('Hamlet', 'Ann Dunmore/Ann Hale'));
  await write(db, (tx) => tx.updateTable('person').set({ credit_style: 'new_only' }).execute());
  expect(await told()).toEqual(both('Hamlet', 'Ann Dunmore'));
  await write(db, (tx) => tx.updateTable('show').set({ title: 'Hamlet, again' }).where('id', '=', id).execute());
  expect(await told()).toEqual(both('Hamlet, again', 'Ann Dunmore'));
  await write(db, (tx) => tx.deleteFrom('credit').where('show_id', '=', id).execute());
  expect(await told()).toEqual(both('Hamlet, again'));
});
