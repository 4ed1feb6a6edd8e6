import fc from 'fast-check';
import { expect } from 'vitest';
import { type Database, write } from '#platform/server/database/index.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { onEachEngine } from '#tests/support/site/engines.ts';
import { createFactories, inCast, inCrew } from '#tests/support/society/factories.ts';
import { setShowArchived } from '../../server/store.ts';
import { EditPersonContent, type PeopleContent } from '../contract.ts';
import { mergePeople, unmergePerson } from './edit.ts';
import { listPersonIdsOfUser } from './store.ts';
import { setCreditStyle } from './user-persons.ts';

const now = '2026-11-21T12:00:00.000Z';

const asAdmin = async ({ a, as }: SiteTestContext) =>
  as(await a.user({ role: 'admin', firstname: 'Ruth', lastname: 'Calloway' }));
const idOf = async ({ db }: { db: Database }, name: string) =>
  (await db.read.selectFrom('person').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
const cast = async ({ page }: SiteTestContext, show: string) =>
  ((await page(`/past-shows/${show}/x`)).content.cast as { name: string }[]).map(({ name }) => name);
const merge = async (db: Database, person: string, into: string) =>
  write(db, async (tx) => mergePeople(tx, { person, into, by: 'Ruth' }, now));
const credits = (db: Database) => db.read.selectFrom('credit').selectAll().orderBy('id').execute();

onEachSite('people are found by any of their names, and people with similar names are listed in pairs', async (on) => {
  const admin = await asAdmin(on);
  await on.a.show({
    credits: [inCast('Lyn Marsh', 'Hamlet'), inCast('Lynn Marsh', 'Ghost'), inCast('Zoë Lark', 'Ophelia')],
  });
  await on.a.personOf(await on.a.user({ firstname: 'Zoë', lastname: 'Larkin' }), 'Zoë Lark');
  const page = async (query = '') =>
    (await admin.page(`/members/admin/people${query}`)).content as unknown as PeopleContent;
  expect((await page()).people).toMatchObject([
    { name: 'Zoë Lark', user: 'Zoë Larkin' },
    { name: 'Lyn Marsh', shows: 1 },
    { name: 'Lynn Marsh' },
  ]);
  expect((await page('?q=zoe')).people.map(({ name }) => name)).toEqual(['Zoë Lark']);
  expect(await page('?view=near')).toMatchObject({
    table: { total: 1 },
    pairs: [[{ name: 'Lyn Marsh' }, { name: 'Lynn Marsh' }]],
  });

  const [lyn, lynn] = [await idOf(on, 'Lyn Marsh'), await idOf(on, 'Lynn Marsh')];
  const merged = await admin.post(`/members/api/people/${lyn}/merge`, { into: lynn });
  expect(merged.json()).toMatchObject({ code: 200 });
  expect((await admin.post(`/members/api/people/${lyn}/merge`, { into: lynn })).statusCode).toBe(409);
  expect(await page('?view=near')).toMatchObject({ table: { total: 0 } });
  expect((await page('?q=lyn+marsh')).people).toMatchObject([{ id: lynn, also: ['Lyn Marsh'] }]);
  expect((await admin.get('/members/admin/people.csv')).body).toContain('"Lynn Marsh","Lyn Marsh","1",');
  const person = (await admin.page(`/members/admin/people/${lynn}`)).content as unknown as EditPersonContent;
  expect(person.merged).toMatchObject([{ id: lyn, name: 'Lyn Marsh', by: 'Ruth Calloway' }]);
  expect((await admin.post(`/members/api/people/${lyn}/unmerge`, {})).json()).toMatchObject({ code: 200 });
  expect(await page('?view=near')).toMatchObject({ table: { total: 1 } });
  const log = await on.db.read.selectFrom('audit').select('action').where('subject', '=', lyn).orderBy('at').execute();
  expect(log.map(({ action }) => action).sort()).toEqual(['person.merged', 'person.unmerged']);
});

onSite('merging a person into themselves is refused with a message for the field', async (on) => {
  const admin = await asAdmin(on);
  await on.a.show({ credits: [inCast('Lyn Marsh', 'Hamlet')] });
  const lyn = await idOf(on, 'Lyn Marsh');
  const refused = await admin.post(`/members/api/people/${lyn}/merge`, { into: lyn });
  const message = 'Choose the other person from the list.';
  expect([refused.statusCode, refused.json()]).toMatchObject([400, { msg: message, fields: { into: message } }]);
});

onEachSite('people with the same name are all offered, with their years and latest show', async (on) => {
  const admin = await asAdmin(on);
  const credits = (name: string) => [inCast(name, 'Ghost')];
  await on.a.show({ title: 'Hamlet', first_date: '1987-05-01', date: '1987-05-01', credits: credits('Ann Hale') });
  await on.a.show({ title: 'Thark', first_date: '1991-05-01', date: '1991-05-01', credits: credits('Ann Hale') });
  await on.a.show({
    title: 'Rope',
    first_date: '2012-05-01',
    date: '2012-05-01',
    credits: [...credits('Ann Stott'), inCast('Ann Hales', 'Osric')],
  });
  const [hale, stott] = [await idOf(on, 'Ann Hale'), await idOf(on, 'Ann Stott')];
  // A person can be renamed to a name that only a merged person has. Undoing that merge leaves two people with the name
  const lyn = await idOf(on, 'Ann Hales');
  await admin.post(`/members/api/people/${hale}/merge`, { into: lyn });
  await admin.post(`/members/api/people/${stott}/rename`, { name: 'Ann Hale', how: 'misspelt' });
  await admin.post(`/members/api/people/${hale}/unmerge`, {});
  const namesakes = [
    { id: hale, shows: 2, career: '1987 to 1991, last in Thark' },
    { id: stott, shows: 1, career: '2012, in Rope' },
  ];
  const any = (people: object[]) => expect.arrayContaining(people.map((person) => expect.objectContaining(person)));
  const resolve = async (name: string) =>
    (await admin.post('/members/api/people/known', { names: [name] })).json().names[0];
  expect(await resolve('ann hale')).toMatchObject({ exact: null, namesakes: any(namesakes), near: [] });
  expect(await resolve('Ann Hael')).toMatchObject({ exact: null, namesakes: [], near: any(namesakes) });
  expect((await admin.get('/members/api/people?q=ann+hale')).json().people).toEqual(any(namesakes));
  const { near } = (await admin.page(`/members/admin/people/${hale}`)).content as unknown as EditPersonContent;
  expect(near).toMatchObject([{ id: stott }, { name: 'Ann Hales' }]);
  const { pairs } = (await admin.page('/members/admin/people?view=near')).content as unknown as PeopleContent;
  expect(pairs).toHaveLength(3);
  expect(pairs[0]?.map(({ name }) => name)).toEqual(['Ann Hale', 'Ann Hale']);
  // Somebody whose former name is similar too is offered once
  await admin.post(`/members/api/people/${lyn}/merge`, { into: stott });
  const merged = (await admin.page(`/members/admin/people/${hale}`)).content as unknown as EditPersonContent;
  expect(merged.near).toMatchObject([{ id: stott }]);
});

onEachSite('a person’s page in Admin Tools links to their public page only while there is one', async (on) => {
  const admin = await asAdmin(on);
  const show = await on.a.show({ credits: [inCast('Ann Hale', 'Ghost')] });
  const ann = await idOf(on, 'Ann Hale');
  const isOnSite = async () =>
    EditPersonContent.parse((await admin.page(`/members/admin/people/${ann}`)).content).is_on_site;
  expect(await isOnSite()).toBe(true);
  await admin.post(`/members/api/manage_shows/${show}/archive`, {});
  expect((await on.page(`/past-shows/member/${ann}/Ann_Hale`)).status).toBe(404);
  expect(await isOnSite()).toBe(false);
});

onSite('people can be sorted by surname or name, or with linked members first', async (on) => {
  const admin = await asAdmin(on);
  const names = ['Amy Zell', 'Zoë Ash', 'Bob Ash', 'Cher', 'Di van Dyke'];
  await on.a.show({ credits: names.map((name) => inCast(name, 'Chorus')) });
  await on.a.personOf(await on.a.user({ firstname: 'Daisy', lastname: 'van Dyke' }), 'Di van Dyke');
  const listed = async (query: string) =>
    ((await admin.page(`/members/admin/people${query}`)).content as unknown as PeopleContent).people.map(
      ({ name }) => name,
    );
  const register = ['Bob Ash', 'Zoë Ash', 'Cher', 'Di van Dyke', 'Amy Zell'];
  expect(await listed('')).toEqual(register);
  expect(await listed('?sort=-surname')).toEqual(register.toReversed());
  expect(await listed('?sort=name')).toEqual(['Amy Zell', 'Bob Ash', 'Cher', 'Di van Dyke', 'Zoë Ash']);
  expect((await listed('?sort=member'))[0]).toBe('Di van Dyke');
  expect((await listed('?sort=-member')).at(-1)).toBe('Di van Dyke');
});

onEachSite('a pair marked as different people isn’t listed as similar until the mark is removed', async (on) => {
  const admin = await asAdmin(on);
  await on.a.show({ credits: [inCast('Lyn Marsh', 'Hamlet'), inCast('Lynn Marsh', 'Ghost')] });
  const [lyn, lynn] = [await idOf(on, 'Lyn Marsh'), await idOf(on, 'Lynn Marsh')];
  const pairs = async (view: string) =>
    ((await admin.page(`/members/admin/people?view=${view}`)).content as unknown as PeopleContent).pairs.map((pair) =>
      pair.map(({ name }) => name),
    );
  const near = async () =>
    ((await admin.page(`/members/admin/people/${lyn}`)).content as unknown as EditPersonContent).near;
  const say = (what: string, one: string, other: string) => admin.post(`/members/api/people/${one}/${what}`, { other });
  expect(await pairs('near')).toEqual([['Lyn Marsh', 'Lynn Marsh']]);
  expect(await near()).toMatchObject([{ name: 'Lynn Marsh' }]);

  expect((await say('two', lynn, lyn)).json()).toMatchObject({ code: 200 });
  expect((await say('two', lyn, lynn)).json()).toMatchObject({ code: 200 });
  expect([await pairs('near'), await pairs('apart')]).toEqual([[], [['Lyn Marsh', 'Lynn Marsh']]]);
  expect(await near()).toEqual([]);
  expect((await say('two', lyn, lyn)).statusCode).toBe(400);
  expect((await say('two', lyn, 'nobodysocalled12')).statusCode).toBe(400);

  expect((await say('maybe_one', lyn, lynn)).json()).toMatchObject({ code: 200 });
  expect([await pairs('near'), await pairs('apart')]).toEqual([[['Lyn Marsh', 'Lynn Marsh']], []]);
});

onSite('existing credits show a corrected misspelling, but a changed name only if chosen', async (on) => {
  const admin = await asAdmin(on);
  const show = await on.a.show({ credits: [inCast('Ann Stot', 'Hamlet'), inCast('Bea Cole', 'Ghost', 2)] });
  const ann = await idOf(on, 'Ann Stot');
  const rename = (name: string, how: string) => admin.post(`/members/api/people/${ann}/rename`, { name, how });
  expect((await rename('Ann Stott', 'misspelt')).statusCode).toBe(200);
  expect(await cast(on, show)).toEqual(['Ann Stott', 'Bea Cole']);
  expect((await rename('Ann Hale', 'changed')).statusCode).toBe(200);
  expect(await cast(on, show)).toEqual(['Ann Stott', 'Bea Cole']);
  for (const [credit_style, shown] of [
    ['new_as_old', 'Ann Hale (as Ann Stott)'],
    ['new_only', 'Ann Hale'],
    ['as_printed', 'Ann Stott'],
  ] as const) {
    expect((await admin.post(`/members/api/people/${ann}/credit_style`, { credit_style })).statusCode).toBe(200);
    expect((await cast(on, show))[0]).toBe(shown);
  }
  const taken = await rename('BEA \u200b COLE', 'misspelt');
  expect([taken.statusCode, taken.json().fields]).toEqual([409, { name: expect.stringContaining('merge') }]);
  expect((await rename(' \u200b', 'misspelt')).json().fields).toEqual({ name: 'Enter a name.' });
});

onEachSite(
  'a second person linked to a member is merged with the first, but people linked to different members can’t be merged',
  async (on) => {
    const admin = await asAdmin(on);
    const hamlet = await on.a.show({
      title: 'Hamlet',
      credits: [inCrew('Dee Moss', 'Director'), inCast('Bea Cole', 'Ghost')],
    });
    await on.a.show({ title: 'Macbeth', credits: [inCrew('Dee Park', 'Director')] });
    const dee = await on.a.user({ email: 'dee@members.example', firstname: 'Dee', lastname: 'Park' });
    const [moss, park, bea] = await Promise.all(['Dee Moss', 'Dee Park', 'Bea Cole'].map((name) => idOf(on, name)));
    const link = (person: string | undefined, email: string) =>
      admin.post(`/members/api/people/${person}/link`, { email });
    expect((await link(park, 'nobody@members.example')).statusCode).toBe(404);
    expect((await link(park, ' Dee@members.EXAMPLE ')).json()).toMatchObject({
      code: 200,
      msg: 'Linked Dee Park to Dee Park.',
    });
    const linked = await link(moss, 'dee@members.example');
    const merged = 'Linked Dee Park to Dee Moss. This entry was merged with the member’s earlier entry.';
    expect(linked.json()).toMatchObject({ code: 200, msg: merged });
    const log = await on.db.read
      .selectFrom('audit')
      .select(['action', 'detail'])
      .where('subject', '=', `${moss}`)
      .execute();
    expect(log.map(({ action, detail }) => `${action} ${detail}`).sort()).toEqual([
      'person.linked Dee Moss: Dee Park',
      'person.merged Dee Moss into Dee Park',
    ]);
    const { content } = await on.page(`/past-shows/member/${park}/Dee_Park`);
    expect((content.shows as { title: string }[]).map(({ title }) => title).sort()).toEqual(['Hamlet', 'Macbeth']);
    expect((await on.get(`/past-shows/member/${moss}/x`)).statusCode).toBe(301);
    // With her credit as director, Dee now manages Hamlet
    const asDee = await on.as(dee);
    expect((await asDee.get(`/members/api/manage_show/${hamlet}`)).statusCode).toBe(200);

    await on.a.user({ email: 'bea@members.example' });
    await link(bea, 'bea@members.example');
    expect((await admin.post(`/members/api/people/${bea}/merge`, { into: park })).statusCode).toBe(409);
    expect((await link(bea, 'dee@members.example')).statusCode).toBe(409);
    expect((await admin.post(`/members/api/people/${park}/unlink`, {})).statusCode).toBe(200);
    expect((await asDee.get(`/members/api/manage_show/${hamlet}`)).statusCode).toBe(403);
  },
);

onSite('a person is linked to a member chosen from the list of active members', async (on) => {
  const admin = await asAdmin(on);
  await on.a.show({ title: 'Hamlet', credits: [inCast('Bea Cole', 'Ghost')] });
  const bea = await on.a.user({ email: 'bea@members.example', firstname: 'Bea', lastname: 'Cole' });
  const shut = await on.a.user({ firstname: 'Shu', lastname: 'Tout', status: 'deactivated' });
  const person = await idOf(on, 'Bea Cole');
  const listed = async () =>
    EditPersonContent.strict().parse((await admin.page(`/members/admin/people/${person}`)).content).members;
  expect(await listed()).toContainEqual({ id: bea.id, name: 'Bea Cole', email: 'bea@members.example' });
  expect((await listed()).map(({ id }) => id)).not.toContain(shut.id);
  const link = async (body: object) => (await admin.post(`/members/api/people/${person}/link`, body)).json();
  expect(await link({})).toMatchObject({ code: 400, fields: { email: 'Choose the member from the list.' } });
  expect(await link({ member: 'aaaaaaaaaaaaaaaa' })).toMatchObject({
    code: 404,
    fields: { member: expect.any(String) },
  });
  expect(await link({ member: bea.id })).toMatchObject({ code: 200, msg: expect.stringContaining('Bea Cole') });
  expect(await listed()).toEqual([]);
});

onEachSite('a person added to a shared role is listed once, together with the others in the role', async (on) => {
  const admin = await asAdmin(on);
  const show = await on.a.show({ credits: [inCast('Ann Hale', 'Hamlet'), inCast('Bea Cole', 'Guard', 2)] });
  const add = (some: object) =>
    admin.post('/members/api/admin/add_show_member', {
      show,
      cast_or_crew: 'cast',
      role: 'guard',
      name: 'Cy Dunn',
      ...some,
    });
  expect((await admin.page('/members/admin/add-show-member')).content).toMatchObject({
    type: 'add_show_member',
    shows: [{ id: show }],
  });
  expect((await add({})).json()).toMatchObject({ code: 200 });
  expect((await add({})).statusCode).toBe(409);
  expect((await add({ name: '', person: await idOf(on, 'Ann Hale'), role: 'Sexton' })).json()).toMatchObject({
    code: 200,
  });
  const { content } = await on.page(`/past-shows/${show}/x`);
  expect(content.cast).toMatchObject([
    { name: 'Ann Hale', role: 'Hamlet' },
    { name: 'Bea Cole', role: 'Guard', order: 2 },
    { name: 'Cy Dunn', role: 'Guard', order: 2 },
    { name: 'Ann Hale', role: 'Sexton', order: 3 },
  ]);
  for (const [some, field] of [
    [{ show: '' }, 'show'],
    [{ role: ' ' }, 'role'],
    [{ name: '' }, 'name'],
    [{ show: 'AAAAAAAAAAAAAAAA' }, 'show'],
  ] as const) {
    const answer = await add(some);
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]]);
  }
});

onSite('a person who was merged in the meantime can’t be renamed or linked, nor given a credit style', async (on) => {
  const admin = await asAdmin(on);
  await on.a.show({ credits: [inCast('Ann Stott', 'Hamlet'), inCast('Ann Hale', 'Ghost', 2)] });
  const [stott, hale] = [await idOf(on, 'Ann Stott'), await idOf(on, 'Ann Hale')];
  const [ann, joe] = [
    await on.a.user({ email: 'ann@members.example' }),
    await on.a.user({ email: 'joe@members.example' }),
  ];
  await on.a.personOf(ann, 'Ann Hale');
  expect((await admin.post(`/members/api/people/${stott}/merge`, { into: hale })).statusCode).toBe(200);
  for (const [act, body] of [
    ['rename', { name: 'Ann Scott', how: 'misspelt' }],
    ['credit_style', { credit_style: 'new_only' }],
    ['link', { email: 'joe@members.example' }],
  ] as const) {
    const answer = await admin.post(`/members/api/people/${stott}/${act}`, body);
    expect({ act, statusCode: answer.statusCode, msg: answer.json().msg }).toEqual({
      act,
      statusCode: 409,
      msg: expect.stringContaining('Ann Stott has been merged with another entry, Ann Hale.'),
    });
  }
  expect(await listPersonIdsOfUser(on.db.read, joe.id)).toEqual([]);
});

onSite(
  'unlinking a member from a person also unlinks all names merged into that person, even indirectly',
  async (on) => {
    const admin = await asAdmin(on);
    await on.a.show({
      credits: ['Ann Bell', 'Ann Stott', 'Ann Hale'].map((name, at) => inCast(name, `Part ${at}`, at)),
    });
    const [bell, stott, hale] = [await idOf(on, 'Ann Bell'), await idOf(on, 'Ann Stott'), await idOf(on, 'Ann Hale')];
    const ann = await on.a.user();
    await on.a.personOf(ann, 'Ann Bell');
    await admin.post(`/members/api/people/${bell}/merge`, { into: stott });
    await admin.post(`/members/api/people/${stott}/merge`, { into: hale });
    expect(await listPersonIdsOfUser(on.db.read, ann.id)).toHaveLength(3);
    expect((await admin.post(`/members/api/people/${hale}/unlink`, {})).statusCode).toBe(200);
    expect(await listPersonIdsOfUser(on.db.read, ann.id)).toEqual([]);
  },
);

onEachSite(
  'in the pairs of similar names, namesakes have their years and latest show, even if the case of their names differs',
  async (on) => {
    const admin = await asAdmin(on);
    const dated = (date: string) => ({ first_date: date, date });
    await on.a.show({ title: 'Hamlet', ...dated('1987-05-01'), credits: [inCast('ANN HALE', 'Ghost')] });
    await on.a.show({
      title: 'Rope',
      ...dated('2012-05-01'),
      credits: [inCast('Ann Stott', 'Ghost'), inCast('Ann Hales', 'Osric')],
    });
    const [hale, stott, hales] = [await idOf(on, 'ANN HALE'), await idOf(on, 'Ann Stott'), await idOf(on, 'Ann Hales')];
    await admin.post(`/members/api/people/${hale}/merge`, { into: hales });
    await admin.post(`/members/api/people/${stott}/rename`, { name: 'Ann Hale', how: 'misspelt' });
    await admin.post(`/members/api/people/${hale}/unmerge`, {});
    const { pairs } = (await admin.page('/members/admin/people?view=near')).content as unknown as PeopleContent;
    const careers = pairs.flatMap((pair) =>
      pair.filter(({ id }) => id !== hales).map(({ id, career }) => [id, career]),
    );
    // The two namesakes are a pair, and each of them is also in a pair with Ann Hales
    expect(careers).toHaveLength(4);
    expect(new Map(careers as [string, string][])).toEqual(
      new Map([
        [hale, '1987, in Hamlet'],
        [stott, '2012, in Rope'],
      ]),
    );
  },
);

onEachSite('the page of a merged person redirects to the remaining person, and credits stay as printed', async (on) => {
  const { a, db, get, page } = on;
  await a.show({ title: 'Hamlet', credits: [inCast('Ann Stott', 'Gertrude')] });
  await a.show({ title: 'Macbeth', credits: [inCast('Ann Hale', 'First witch')] });
  const [stott, hale] = [await idOf({ db }, 'Ann Stott'), await idOf({ db }, 'Ann Hale')];
  expect(await merge(db, stott, hale)).toBeUndefined();

  const old = await get(`/past-shows/member/${stott}/Ann_Stott`);
  expect([old.statusCode, old.headers.location]).toEqual([301, `/past-shows/member/${hale}/Ann_Hale`]);
  expect((await get(`/past-shows/member/${stott}`)).headers.location).toBe(`/past-shows/member/${hale}/Ann_Hale`);
  const { content } = await page(`/past-shows/member/${hale}/Ann_Hale`);
  expect(content.shows).toMatchObject([{ title: 'Hamlet', cast: 'Gertrude' }, { title: 'Macbeth' }]);
  expect(content.person).toMatchObject({ also_known_as: ['Ann Stott'] });
  const { content: search } = await page('/search');
  const names = (search.items as { type: string; title: string }[]).filter(({ type }) => type === 'member');
  expect(names.map(({ title }) => title)).toEqual(['Ann Hale']);

  // Another programme with the old name credits the same person
  const third = await a.show({ title: 'Tartuffe', credits: [inCast('Ann Stott', 'Elmire')] });
  const { content: tartuffe } = await page(`/past-shows/${third}/Tartuffe`);
  expect(tartuffe.cast).toEqual([{ id: hale, name: 'Ann Stott', role: 'Elmire', order: 1 }]);

  await write(db, (tx) => unmergePerson(tx, stott, { now }));
  const { content: stotts } = await page(`/past-shows/member/${stott}/Ann_Stott`);
  expect((stotts.shows as { title: string }[]).map(({ title }) => title).sort()).toEqual(['Hamlet', 'Tartuffe']);
});

onEachEngine('unmerging people in any order restores every credit', async ({ db }) => {
  const a = createFactories(db, createDiskStorage('/nonexistent'));
  const names = ['Ann Hale', 'Ann Stott', 'A. Hale', 'Annie Hale'];
  await a.show({ title: 'Hamlet', credits: names.map((name, at) => inCast(name, `Part ${at}`)) });
  await a.show({ title: 'Macbeth', credits: names.slice(1).map((name) => ({ ...inCrew(name, 'Props'), as: 'Nan' })) });
  const ids = await Promise.all(names.map((name) => idOf({ db }, name)));
  const before = await credits(db);
  const someone = fc.constantFrom(...ids);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(someone, someone), { maxLength: 5 }),
      fc.shuffledSubarray(ids, { minLength: 4 }),
      async (pairs, order) => {
        for (const [person, into] of pairs) await merge(db, person, into);
        for (const { person_id, merged_from } of await credits(db)) expect(person_id).not.toBe(merged_from);
        for (const person of order) await write(db, (tx) => unmergePerson(tx, person, { now }));
        expect(await credits(db)).toEqual(before);
      },
    ),
    { numRuns: 25 },
  );
});

onEachEngine(
  'a merged member’s choice to show only the new name holds for the remaining person until the last unmerge',
  async ({ db }) => {
    const a = createFactories(db, createDiskStorage('/nonexistent'));
    const names = ['Daisy Ferrar', 'Dasy Ferar', 'D. Ferar'];
    await a.show({ title: 'Hamlet', credits: names.map((name, at) => inCast(name, `Part ${at}`)) });
    const [kept = '', ...others] = await Promise.all(names.map((name) => idOf({ db }, name)));
    await write(db, (tx) => setCreditStyle(tx, kept, 'as_printed', 'owner'));
    for (const other of others) {
      await write(db, (tx) => setCreditStyle(tx, other, 'new_only', 'owner'));
      await merge(db, other, kept);
    }
    const chosen: string[] = [];
    for (const other of ['', ...others]) {
      if (other) await write(db, (tx) => unmergePerson(tx, other, { now }));
      const person = await db.read.selectFrom('person').selectAll().where('id', '=', kept).executeTakeFirstOrThrow();
      chosen.push(`${person.credit_style} ${person.credit_style_by}`);
    }
    expect(chosen).toEqual(['new_only owner', 'new_only owner', 'as_printed owner']);
  },
);

onEachSite('a merge links both people to one member, and is refused if they have different members', async (on) => {
  const { a, db } = on;
  await a.show({ title: 'Hamlet', credits: [inCrew('Dee Moss', 'Director')] });
  await a.show({ title: 'Macbeth', credits: [inCrew('Dee Park', 'Director')] });
  await a.show({ title: 'Othello', credits: [inCrew('Oli Park', 'Director')] });
  const [moss, park, oli] = await Promise.all(['Dee Moss', 'Dee Park', 'Oli Park'].map((name) => idOf({ db }, name)));
  const [dee, other] = [await a.user(), await a.user()];
  await a.personOf(dee, 'Dee Moss');
  await a.personOf(other, 'Oli Park');
  const persons = (id: string) =>
    db.read.selectFrom('user_person').select('person_id').where('user_id', '=', id).orderBy('person_id').execute();

  expect(await merge(db, moss ?? '', oli ?? '')).toBe('two users');
  expect(await merge(db, moss ?? '', park ?? '')).toBeUndefined();
  expect((await persons(dee.id)).map(({ person_id }) => person_id)).toEqual([moss, park].sort());
  await write(db, (tx) => unmergePerson(tx, moss ?? '', { now }));
  expect(await persons(dee.id)).toEqual([{ person_id: moss }]);
});

onEachSite(
  'saving a show reports a conflict if somebody in it has since been renamed, merged or unmerged',
  async (on) => {
    const { a, as, at, db } = on;
    const admin = await as(await a.user({ role: 'admin' }));
    const hamlet = await a.show({
      title: 'Hamlet',
      credits: [inCast('Lyn Marsh', 'Ghost'), inCrew('Lyn Marsh', 'Props')],
    });
    const macbeth = await a.show({ title: 'Macbeth', credits: [inCast('Lynn Marsh', 'Banquo')] });
    const lyn = await idOf({ db }, 'Lyn Marsh');
    const lynn = await idOf({ db }, 'Lynn Marsh');
    const saved = async (id: string) =>
      db.read.selectFrom('show').select(['version', 'updated_at']).where('id', '=', id).executeTakeFirstOrThrow();
    const untouched = await saved(macbeth);
    const edits: [string, object][] = [
      ['rename', { name: 'Lyn Moor', how: 'misspelt' }],
      ['merge', { into: lynn }],
      ['unmerge', {}],
    ];
    for (const [index, [edit, body]] of edits.entries()) {
      const before = await saved(hamlet);
      at(`2026-11-21T12:0${index + 1}:00.000Z`);
      expect((await admin.post(`/members/api/people/${lyn}/${edit}`, body)).json()).toMatchObject({ code: 200 });
      expect({ edit, ...(await saved(hamlet)) }).toMatchObject({ edit, version: before.version + 1 });
      // A client that sends the time of its last known save instead of a version also gets a conflict
      for (const began of [{ version: before.version }, { updated_at: before.updated_at }]) {
        const refused = await admin.post(`/members/api/manage_shows/${hamlet}`, { ...began, title: 'Hamlet' });
        expect({ edit, began, status: refused.statusCode }).toEqual({ edit, began, status: 409 });
      }
    }
    expect(await saved(macbeth)).toEqual(untouched);
  },
);

onSite(
  'saving a show after a merge keeps both people’s credits for one role, so undoing the merge restores them',
  async (on) => {
    const { a, as, db } = on;
    const admin = await as(await a.user({ role: 'admin' }));
    const show = await a.show({ credits: [inCast('Ann Hale', 'Chorus'), inCast('Anne Hale', 'Chorus')] });
    const [ann, anne] = [await idOf({ db }, 'Ann Hale'), await idOf({ db }, 'Anne Hale')];
    const before = await credits(db);
    await merge(db, ann, anne);
    const { content } = await admin.page(`/members/manage_shows/${show}/x`);
    const { currentRoles } = content as { currentRoles: { people: object[] }[] };
    // The roles as the editor sends them, then as sent by a client that doesn't know about credits
    const sent = currentRoles.map(({ people, ...role }) => ({ ...role, members: people }));
    for (const roles of [sent, currentRoles.map(({ people: _, ...role }) => role)]) {
      const saved = await admin.post(`/members/api/manage_shows/${show}`, { title: 'Hair', roles });
      expect(saved.json()).toMatchObject({ code: 200 });
    }
    await write(db, (tx) => unmergePerson(tx, ann, { now }));
    expect(await credits(db)).toEqual(before);
  },
);

onEachSite('the old URL of a merged person reveals no name that is only in archived shows', async (on) => {
  const { a, db, get } = on;
  const show = await a.show({ credits: [inCast('Ann Stott', 'Gertrude'), inCast('Ann Hale', 'Ghost')] });
  await write(db, (tx) => setShowArchived(tx, show, now));
  const [stott, hale] = [await idOf({ db }, 'Ann Stott'), await idOf({ db }, 'Ann Hale')];
  await merge(db, stott, hale);
  for (const path of [`/past-shows/member/${stott}`, `/past-shows/member/${stott}/x`, `/corrections/person/${stott}`]) {
    const { statusCode, headers } = await get(path);
    expect({ path, statusCode, to: headers.location }).toEqual({ path, statusCode: 404, to: undefined });
  }
});
