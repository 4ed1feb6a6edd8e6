import { expect, test } from 'vitest';
import { ShowListContent } from '#features/archive/shows/contract.ts';
import { personPath } from '#features/archive/shows/paths.ts';
import { mergePeople } from '#features/archive/shows/people/server/edit.ts';
import { toPosterSubject } from '#features/archive/shows/server/posters.ts';
import { setShowArchived } from '#features/archive/shows/server/store.ts';
import { addMediaToShow } from '#features/publishing/media/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import { onEachSite, onSite } from '#tests/support/site/app.ts';
import { inCast, inCrew } from '#tests/support/society/factories.ts';
import { ShowPageContent } from '../contract.ts';
import { formatCareer, summariseCareer } from './pages.ts';

onSite('a show is listed as past from the day after its last performance', async ({ a, page, at }) => {
  await a.show({ first_date: '2026-11-19', date: '2026-11-21' });
  const titles = async () => ShowListContent.parse((await page('/past-shows')).content).shows.map(({ title }) => title);
  expect(await titles()).toEqual([]);
  at('2026-11-22T00:00:00Z');
  expect(await titles()).toEqual(['Blithe Spirit']);
});

onSite('search engines read the time of each performance, with the society’s UTC offset', async ({ a, get }) => {
  const show = await a.show({ title: 'Hamlet', first_date: '2027-03-27', date: '2027-03-28' });
  // The clocks change between these two performances
  await a.performance({ show_id: show, starts_at: '2027-03-27T19:30:00.000Z' });
  await a.performance({ show_id: show, starts_at: '2027-03-28T18:30:00.000Z' });
  const { body } = await get(`/past-shows/${show}/Hamlet`);
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body) ?? [];
  const text = JSON.stringify(JSON.parse(json));
  expect([...text.matchAll(/"startDate":"([^"]*)"/g)].map(([, start]) => start)).toEqual([
    '2027-03-27T19:30:00+00:00',
    '2027-03-27T19:30:00+00:00',
    '2027-03-28T19:30:00+01:00',
  ]);
});

onSite(
  'the navigation marks “Past shows” on a past show’s page, but not on an upcoming show’s page',
  async ({ a, get }) => {
    const isAmongPast = async (show: string) => {
      const { body } = await get(`/past-shows/${show}/x`);
      return /<a href="\/past-shows" aria-current/.test(body);
    };
    expect(await isAmongPast(await a.show())).toBe(true);
    expect(await isAmongPast(await a.show({ first_date: '2027-04-14', date: '2027-04-17' }))).toBe(false);
  },
);

onSite('a show dated only by a month is past once the month is over', async ({ a, page, at }) => {
  await a.show({
    first_date: '2026-11-01',
    first_date_precision: 'month',
    date: '2026-11-01',
    date_precision: 'month',
  });
  at('2026-11-30T23:59:00Z');
  expect((await page('/past-shows')).content.shows).toEqual([]);
  at('2026-12-01T00:00:00Z');
  expect((await page('/past-shows')).content.shows).toHaveLength(1);
});

onSite('past shows are listed newest first, together with the people credited in them', async ({ a, page }) => {
  await a.show({
    title: 'Hamlet',
    first_date: '1950-01-01',
    date: '1950-01-02',
    credits: [inCast('Ann Hale', 'Ophelia')],
  });
  await a.show({
    title: 'Macbeth',
    first_date: '1960-01-01',
    date: '1960-01-02',
    credits: [inCrew('Ann Hale', 'Director')],
  });
  const list = ShowListContent.parse((await page('/past-shows')).content);
  expect(list.shows.map(({ title }) => title)).toEqual(['Macbeth', 'Hamlet']);
  const [ann] = Object.values(list.members);
  expect(ann?.name).toBe('Ann Hale');
  expect(new Set(ann?.shows)).toEqual(new Set(list.shows.map(({ id }) => id)));
});

onSite(
  'a cancelled show isn’t among the past shows, and its page says that it was cancelled',
  async ({ a, db, get, page }) => {
    const id = await a.show({ cancelled: true, credits: [inCast('Ann Hale', 'Elvira')] });
    expect((await page('/past-shows')).content.shows).toEqual([]);
    expect(ShowPageContent.parse((await page(`/past-shows/${id}/Blithe_Spirit`)).content).show.cancelled).toBe(true);
    const ann = await db.read.selectFrom('person').select('id').executeTakeFirstOrThrow();
    expect((await get(personPath(ann.id, 'Ann Hale'))).body).toContain('They aren’t credited in any past show yet.');
  },
);

onSite(
  'in the HTML of a show’s page, the title precedes the facts, the description and the cast',
  async ({ a, get }) => {
    const facts = { genre: 'Farce', text_blob: 'One of them is late.' };
    const id = await a.show({ title: 'Hay Fever', ...facts, credits: [inCast('Ann Hale', 'Judith')] });
    const { body } = await get(`/past-shows/${id}/Hay_Fever`);
    const parts = ['<h1', 'alt="Poster:', 'aria-label="At a glance"', 'One of them is late.', 'The cast</h2>'];
    const main = body.slice(body.indexOf('<main'));
    const found = parts.map((part) => ({ part, at: main.indexOf(part) }));
    expect(found.filter(({ at }) => at < 0)).toEqual([]);
    expect(found.toSorted((one, other) => one.at - other.at).map(({ part }) => part)).toEqual(parts);
  },
);

onSite('a show’s page lists its cast in billing order, and its crew separately', async ({ a, page }) => {
  const id = await a.show({
    credits: [
      inCast('Zoë Young', 'Edith', 3),
      inCast('Bob Amber', 'Charles', 1),
      inCrew('Tom Okafor', 'Director', 1),
      inCast('Amy Zed', 'Ruth', 2),
    ],
  });
  const { cast, crew } = ShowPageContent.parse((await page(`/past-shows/${id}/Blithe_Spirit`)).content);
  expect(cast.map(({ name, role }) => `${role}: ${name}`)).toEqual([
    'Charles: Bob Amber',
    'Ruth: Amy Zed',
    'Edith: Zoë Young',
  ]);
  expect(crew.map(({ name }) => name)).toEqual(['Tom Okafor']);
});

onSite('a credit under an old name is shown as the person chose', async ({ a, db, page }) => {
  const credit = { ...inCast('Ann Hale', 'Ophelia'), as: 'Ann Stott' };
  const id = await a.show({ title: 'Hamlet', credits: [credit] });
  const shownAs = async (credit_style: 'as_printed' | 'new_as_old' | 'new_only') => {
    await write(db, (tx) => tx.updateTable('person').set({ credit_style }).execute());
    return ShowPageContent.parse((await page(`/past-shows/${id}/Hamlet`)).content).cast[0]?.name;
  };
  expect(await shownAs('as_printed')).toBe('Ann Stott');
  expect(await shownAs('new_as_old')).toBe('Ann Hale (as Ann Stott)');
  expect(await shownAs('new_only')).toBe('Ann Hale');
});

onSite('a person’s page lists their roles in each past show', async ({ a, db, page }) => {
  const credits = [
    inCast('Ann Hale', 'Ophelia', 1),
    inCast('Ann Hale', 'A gravedigger', 2),
    inCrew('Ann Hale', 'Props', 3),
  ];
  await a.show({ title: 'Hamlet', credits });
  await a.show({
    title: 'Macbeth',
    first_date: '2030-01-01',
    date: '2030-01-02',
    credits: [inCast('Ann Hale', 'Witch')],
  });
  const { id } = await db.read.selectFrom('person').select('id').executeTakeFirstOrThrow();
  const list = ShowListContent.parse((await page(`/past-shows/member/${id}/Ann_Hale`)).content);
  expect(list).toMatchObject({ title: 'Ann Hale', default_layout: 'table' });
  expect(list.shows).toHaveLength(1);
  expect(list.shows[0]).toMatchObject({ title: 'Hamlet', cast: 'Ophelia, A gravedigger', crew: 'Props' });
  expect(list.person?.did).toBe('on stage in all and props in all');
});

onSite('the page of a person with only upcoming shows lists these as coming up', async ({ a, db, page, get }) => {
  const credits = [inCast('Ann Hale', 'Witch')];
  const soon = { first_date: '2026-12-01', date: '2026-12-02' };
  await a.show({ title: 'Macbeth', ...soon, credits });
  await a.show({ title: 'Othello', first_date: '2030-01-01', date: '2030-01-02', credits });
  await a.show({ title: 'The Visit', ...soon, cancelled: true, credits });
  const { id } = await db.read.selectFrom('person').select('id').executeTakeFirstOrThrow();
  const list = ShowListContent.parse((await page(`/past-shows/member/${id}/Ann_Hale`)).content);
  expect(list.shows).toEqual([]);
  expect(list.coming_up?.map(({ title, cast }) => [title, cast])).toEqual([
    ['Macbeth', 'Witch'],
    ['Othello', 'Witch'],
  ]);
  const { body } = await get(`/past-shows/member/${id}/Ann_Hale`);
  expect(body).toContain('Coming up');
  expect(body).toContain('1–2 December 2026');
  expect(body).not.toContain('No shows yet');
});

onSite(
  'a person is found by a former name, unless they chose to show only the new one',
  async ({ a, db, page, get }) => {
    await a.show({ title: 'Hamlet', credits: [{ ...inCast('Ann Hale', 'Ophelia'), as: 'Ann Stott' }] });
    const { id } = await db.read.selectFrom('person').select('id').executeTakeFirstOrThrow();
    const known = async () => ShowListContent.parse((await page('/past-shows')).content).members[id]?.also_known_as;
    const found = async (address: string) => !(await get(address)).body.includes('No shows match');
    expect(await known()).toEqual(['Ann Stott']);
    expect(await found('/past-shows?q=stott')).toBe(true);
    expect(await found('/past-shows?member=ann+stott')).toBe(true);
    await write(db, (tx) => tx.updateTable('person').set({ credit_style: 'new_only' }).execute());
    expect(await known()).toEqual([]);
    expect(await found('/past-shows?q=stott')).toBe(false);
    expect(await found('/past-shows?member=ann+stott')).toBe(false);
    for (const address of ['/past-shows', `/past-shows/member/${id}/x`, '/search'])
      expect([address, JSON.stringify((await page(address)).content).includes('Stott')]).toEqual([address, false]);
  },
);

onSite('a generated poster names the show’s company, or the society if there is none', async ({ a, get, page }) => {
  await a.settings({ siteName: 'Our Society' });
  await a.show({ title: 'A', company: 'Horley Central Players' });
  await a.show({ title: 'A', company: '' });
  const posters = await Promise.all(
    ShowListContent.parse((await page('/past-shows')).content).shows.map(
      async ({ programme }) => (await get(programme)).body,
    ),
  );
  expect(new Set(posters).size).toBe(2);
  const subject = { id: 'x', title: 'A', author: '', genre: '', date: '1987-04-11', date_precision: 'day' } as const;
  const whole = { ...subject, first_date: '1987-04-11', first_date_precision: 'day' } as const;
  const ours = { society: 'Our Society', designs: new Map() };
  expect(toPosterSubject({ ...whole, company: 'Horley Central Players' }, ours).society).toBe('Horley Central Players');
  expect(toPosterSubject({ ...whole, company: '' }, ours).society).toBe('Our Society');
});

onSite('the short URL of a show redirects to the full one', async ({ a, get, page }) => {
  const id = await a.show({ title: 'An Inspector Calls' });
  const answer = await get(`/past-shows/${id}`);
  expect(answer.statusCode).toBe(301);
  expect(answer.headers.location).toBe(`/past-shows/${id}/An_Inspector%20Calls`);
  expect((await page(`/past-shows/${id}`)).content).toMatchObject({ type: 'redirect', time: 0 });
});

onSite(
  'a show’s page is shown for an old or wrong title in its URL, and names its canonical URL',
  async ({ a, get }) => {
    const id = await a.show({ title: 'Hamlet' });
    const answer = await get(`/past-shows/${id}/Omelette`);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain(`<link rel="canonical" href="http://players.example/past-shows/${id}/Hamlet">`);
  },
);

onSite('an unknown show, person or poster responds with 404', async ({ get }) => {
  const addresses = [
    '/past-shows/abcdefghijklmnop/x',
    '/past-shows/x',
    '/past-shows/member/abcdefghijklmnop/x',
    '/posters/x/1.svg',
  ];
  for (const address of addresses) expect([address, (await get(address)).statusCode]).toEqual([address, 404]);
});

onSite('the list of past shows is shown despite invalid query parameters', async ({ a, get }) => {
  await a.show({});
  const queries = [
    'from=abc',
    'from=2020&to=1990',
    'from=-5&to=999999999999',
    `q=${'x'.repeat(10_000)}`,
    'q=%00%01%1f',
    'q=%ff%fe',
    'page=-1',
    'page=999999',
    'sort=;drop table show',
    'member=constructor&member=__proto__',
    'layout=sideways',
    'genre=&genre=&genre=',
  ];
  for (const query of queries) expect([query, (await get(`/past-shows?${query}`)).statusCode]).toEqual([query, 200]);
});

onSite('without JavaScript, the page of past shows has a filter form and links to more shows', async ({ a, get }) => {
  const shows = Array.from({ length: 130 }, (_, index) => {
    const year = 1890 + index;
    return {
      title: `Play ${index}`,
      first_date: `${year}-05-01`,
      date: `${year}-05-02`,
      genre: index % 2 ? 'Comedy' : 'Drama',
    };
  });
  await a.shows(shows);
  const { body } = await get('/past-shows?genre=Comedy');
  expect(body).toContain('page=2');
  expect(body).toContain('<form');
  expect(body.match(/href="\/past-shows\/[\w-]{16}\//g)?.length).toBeGreaterThanOrEqual(60);
  const second = await get('/past-shows?genre=Comedy&page=2');
  expect(second.body).toContain('Play 1<');
});

onSite(
  'a generated poster can be cached for ever at its current URL, but not at older ones',
  async ({ a, page, get }) => {
    await a.show({ title: 'Hamlet' });
    const [show] = ShowListContent.parse((await page('/past-shows')).content).shows;
    const answer = await get(show?.programme ?? '');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-type': 'image/svg+xml' });
    expect(answer.headers['cache-control']).toMatch('immutable');
    expect(answer.body).toMatch(/^<svg/);
    // A poster URL from before a change of the design serves the current poster, which caches must revalidate
    const old = await get(`/posters/${show?.id}/000000000000.svg`);
    expect(old.headers['cache-control']).toBe('private, no-cache');
    expect(old.body).toBe(answer.body);
  },
);

onEachSite('a show added by another process is listed among past shows at once', async ({ place, storage, page }) => {
  expect((await page('/past-shows')).content.shows).toEqual([]);
  const { openTestDatabase } = await import('#tests/support/site/engines.ts');
  const { createFactories } = await import('#tests/support/society/factories.ts');
  await createFactories(await openTestDatabase(place), storage).show({ title: 'Hamlet' });
  expect((await page('/past-shows')).content.shows).toHaveLength(1);
});

onSite('past shows that end on the same day are sorted by title', async ({ a, page }) => {
  await a.show({ title: 'Quartet', first_date: '2019-04-30', date: '2019-05-01' });
  await a.show({ title: 'Hamlet', first_date: '2019-04-29', date: '2019-05-01' });
  const { shows } = ShowListContent.parse((await page('/past-shows')).content);
  expect(shows.map(({ title }) => title)).toEqual(['Hamlet', 'Quartet']);
});

onEachSite(
  'a person’s page has the photographs in which they are tagged, newest show first',
  async ({ a, db, page }) => {
    const [old, recent] = [
      await a.show({
        title: 'Hamlet',
        date: '1999-05-01',
        first_date: '1999-05-01',
        credits: [inCast('Ann Hale', 'Ophelia')],
      }),
      await a.show({
        title: 'Macbeth',
        date: '2019-05-01',
        first_date: '2019-05-01',
        credits: [inCast('Ann Dale', 'Witch')],
      }),
    ];
    const [early, late, other, gone, unused, film] = [
      await a.picture('Early'),
      await a.picture('Late'),
      await a.picture('Someone else'),
      await a.picture('Deleted'),
      await a.picture('In no show'),
      await a.picture('The interval'),
    ];
    const id = async (name: string) =>
      (await db.read.selectFrom('person').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
    const [now, before] = [await id('Ann Hale'), await id('Ann Dale')];
    const shown = async () =>
      ShowListContent.parse((await page(personPath(now, 'Ann Hale'))).content).photographs?.map(
        ({ alt, title, role }) => `${alt}: ${title}, as ${role}`,
      );
    expect(await shown()).toBeUndefined();
    // A person who appears only in a video is shown with the poster of its show, so the page isn't empty
    await write(db, async (tx) => {
      await tx.updateTable('media_with_deleted').set({ kind: 'video' }).where('id', '=', film).execute();
      await addMediaToShow(tx, old, [{ id: film, caption: '' }], '');
      await tx.insertInto('media_person').values({ media_id: film, person_id: now, ord: 1 }).execute();
    });
    expect(await shown()).toEqual(['The interval: Hamlet, on video, as Ophelia']);
    const { photographs: [filmed] = [] } = ShowListContent.parse((await page(personPath(now, 'Ann Hale'))).content);
    expect(filmed?.src).toMatch(new RegExp(`^/posters/${old}/`));
    await write(db, async (tx) => {
      await tx.deleteFrom('media_person').execute();
      const toItem = (id: string) => ({ id, caption: '' });
      await addMediaToShow(tx, old, [early, other, gone].map(toItem), '');
      await addMediaToShow(tx, recent, [late].map(toItem), '');
      const tagged = [early, gone, unused].map((media_id) => ({ media_id, person_id: now, ord: 1 }));
      await tx
        .insertInto('media_person')
        .values([...tagged, { media_id: late, person_id: before, ord: 1 }])
        .execute();
      await tx
        .updateTable('media_with_deleted')
        .set({ deleted_at: '2026-11-01T00:00:00.000Z' })
        .where('id', '=', gone)
        .execute();
    });
    expect(await shown()).toEqual(['Early: Hamlet, as Ophelia']);
    // After a merge, the photographs and credits of both entries count
    await write(db, (tx) => mergePeople(tx, { person: before, into: now, by: 'Ann' }, '2026-11-02T00:00:00.000Z'));
    expect(await shown()).toEqual(['Late: Macbeth, as Witch', 'Early: Hamlet, as Ophelia']);
    // A hundred pictures in an archived show, which visitors can't see, don't change the order
    const archived = await a.show({ title: 'Revue', first_date: '2020-05-01', date: '2020-05-01' });
    await write(db, async (tx) => {
      const one = await tx.selectFrom('media').selectAll().where('id', '=', late).executeTakeFirstOrThrow();
      const many = Array.from({ length: 100 }, (_, at) => ({ ...one, id: `many${String(at).padStart(12, '0')}` }));
      await tx.insertInto('media_with_deleted').values(many).execute();
      await tx
        .insertInto('media_person')
        .values(many.map((copy) => ({ media_id: copy.id, person_id: now, ord: 1 })))
        .execute();
      const items = many.map((copy) => ({ id: copy.id, caption: '' }));
      await addMediaToShow(tx, archived, items, '');
      await tx
        .updateTable('show')
        .set({ archived_at: '2026-11-03T00:00:00.000Z' })
        .where('id', '=', archived)
        .execute();
    });
    expect(await shown()).toEqual(['Late: Macbeth, as Witch', 'Early: Hamlet, as Ophelia']);
  },
);

onSite(
  'a show’s page links to the shows before and after it, without archived or cancelled ones',
  async ({ a, db, page }) => {
    const on = (title: string, date: string, more = {}) => a.show({ title, first_date: date, date, ...more });
    await on('Hamlet', '1950-01-02');
    const [macbeth, othello] = [await on('Macbeth', '1960-01-02'), await on('Othello', '1960-01-02')];
    await on('Called off', '1960-01-03', { cancelled: true });
    const archived = await on('Put away', '1960-01-04');
    const ahead = await on('Blithe Spirit', '2027-04-17');
    await write(db, (tx) => setShowArchived(tx, archived, '2026-11-20T12:00:00.000Z'));
    const beside = async (id: string) => {
      const { earlier, later } = ShowPageContent.parse((await page(`/past-shows/${id}/x`)).content);
      return [earlier?.title, later?.title];
    };
    // Shows of the same day are sorted by title, after shows of later days
    expect(await beside(othello)).toEqual(['Hamlet', 'Macbeth']);
    expect(await beside(macbeth)).toEqual(['Othello', 'Blithe Spirit']);
    expect(await beside(ahead)).toEqual(['Macbeth', undefined]);
  },
);

onSite('a person without credits has no page unless a visible show has a photograph of that person', async (on) => {
  const { a, as, db, get } = on;
  const show = await a.show({ credits: [inCast('Ann Hale', 'Ophelia'), inCast('Bea Cole', 'Hamlet', 2)] });
  const one = db.read.selectFrom('person').select('id').where('name', '=', 'Ann Hale');
  const { id } = await one.executeTakeFirstOrThrow();
  const { post } = await as(await a.user({ role: 'admin' }));
  const roles = [{ role: 'Hamlet', cast_or_crew: 'cast', orderVal: 1, members: [{ name: 'Bea Cole' }] }];
  expect((await post(`/members/api/manage_shows/${show}`, { title: 'Hamlet', roles })).json().code).toBe(200);
  const addresses = [`/past-shows/member/${id}/Ann_Hale`, `/past-shows/member/${id}`, `/corrections/person/${id}`];
  const statuses = async () => {
    const answers = [];
    for (const address of addresses) answers.push((await get(address)).statusCode);
    return answers;
  };
  expect(await statuses()).toEqual([404, 404, 404]);
  const picture = await a.picture('Ann by the lamp');
  await write(db, async (tx) => {
    await tx.insertInto('media_person').values({ media_id: picture, person_id: id, ord: 1 }).execute();
  });
  expect(await statuses()).toEqual([404, 404, 404]);
  await write(db, (tx) => addMediaToShow(tx, show, [{ id: picture, caption: '' }], ''));
  expect(await statuses()).toEqual([200, 301, 200]);
  await write(db, (tx) => setShowArchived(tx, show, '2026-11-02T00:00:00.000Z'));
  expect(await statuses()).toEqual([404, 404, 404]);
});

onSite(
  'without JavaScript, a search of past shows with typing mistakes finds what was meant',
  async ({ a, get, page }) => {
    await a.show({ title: 'An Inspector Calls', author: 'J. B. Priestley', genre: 'Thriller' });
    await a.show({ title: 'Macbeth', author: 'William Shakespeare', genre: 'Tragedy' });
    const shown = async (query: string) => (await get(`/past-shows?${query}`)).body.replaceAll('<!-- -->', '');
    const html = await shown('q=Inspecter');
    expect(html).toContain('Nothing found for “Inspecter”. Showing results for <a href="/past-shows?q=inspector">');
    expect(html).toContain('<strong>1 show</strong> of 2');
    expect(html).toContain('An Inspector Calls');
    expect(await shown('q=shakespere')).toContain('<strong>1 show</strong> of 2');
    expect(await shown('q=Inspecter&genre=Tragedy')).toContain('No shows match');
    expect(await shown('q=macbeth')).not.toContain('Showing results for');
    // JSON has every show, whatever the query is
    expect((await page('/past-shows?q=Inspecter')).content).not.toHaveProperty('first_view');
  },
);

const did = (show_id: string, kind: 'cast' | 'crew', role: string) => ({ show_id, kind, role });

test('a career counts shows instead of roles, and names the most frequent roles behind the scenes', () => {
  const roles = [
    did('hamlet', 'cast', 'Ophelia'),
    did('hamlet', 'cast', 'A gravedigger'),
    did('hamlet', 'crew', 'Props'),
    did('macbeth', 'crew', 'Stage Manager'),
    did('othello', 'crew', 'Stage manager'),
    did('lear', 'crew', 'ASM'),
    did('lear', 'crew', 'Sound'),
  ];
  const career = summariseCareer(roles);
  expect(career).toEqual({
    on_stage: 1,
    behind_the_scenes: [
      { role: 'Stage Manager', shows: 2 },
      { role: 'ASM', shows: 1 },
    ],
  });
  expect(formatCareer(career, 4)).toBe('on stage in 1, stage manager in 2 and ASM in 1');
});

test('a career says “in all” for work in all of somebody’s shows, otherwise the number of shows', () => {
  expect(formatCareer({ on_stage: 5, behind_the_scenes: [] }, 5)).toBe('on stage in all');
  expect(formatCareer({ on_stage: 0, behind_the_scenes: [{ role: 'Prompter', shows: 2 }] }, 3)).toBe('prompter in 2');
});

test('crew credits without a role are left out of the summary of a career', () => {
  const roles = [did('hamlet', 'crew', ''), did('macbeth', 'crew', ''), did('macbeth', 'crew', 'Props')];
  expect(formatCareer(summariseCareer(roles), 2)).toBe('props in 1');
});
