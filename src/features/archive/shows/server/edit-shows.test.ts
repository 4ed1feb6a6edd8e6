import { expect } from 'vitest';
import type { EditShowContent } from '#features/members/show-management/contract.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { inCast, inCrew } from '#tests/support/society/factories.ts';
import type { ShowRole } from '../edit-contract.ts';
import { buildNameKey } from '../people/similar-names.ts';
import { missingPosterTodo } from './manage-routes.ts';

const spec = {
  title: 'Hamlet',
  subtitle: '',
  date: '2026-11-20',
  season: 'Autumn',
  genre: 'Tragedy',
  show_type: 'Full-length play',
  author: 'William Shakespeare',
  banner: '',
  noda_review: '',
  radio_audio: '',
  programme: '',
  text_blob: '',
};

const asAdmin = async ({ a, as }: SiteTestContext) =>
  as(await a.user({ role: 'admin', firstname: 'Ruth', lastname: 'Calloway' }));
const editor = async ({ page }: Pick<SiteTestContext, 'page'>, id: string) =>
  (await page(`/members/manage_shows/${id}/x`)).content as unknown as EditShowContent;
const names = ({ currentRoles }: EditShowContent) =>
  currentRoles.map(({ role, people }) => `${role}: ${people.map(({ name }) => name).join(', ')}`);

onEachSite('a new show appears at once among past shows, in the search and in the sitemap', async (on) => {
  const admin = await asAdmin(on);
  const before = await on.page('/past-shows');
  expect(before.content.shows).toEqual([]);
  const answer = await admin.post('/members/api/manage_shows/new', {
    ...spec,
    roles: [
      { role: 'Hamlet', cast_or_crew: 'cast', orderVal: 1, members: [{ name: ' Ann  Hale ' }] },
      {
        role: 'Director',
        cast_or_crew: 'crew',
        orderVal: 1,
        members: [{ name: 'Ann Hale' }, { name: 'Bea Cole', as: 'B. Cole' }],
      },
    ],
  });
  expect(answer.json()).toMatchObject({ code: 200, msg: 'Show saved.' });
  const { id, url } = answer.json();
  expect(url).toBe(`/members/manage_shows/${id}/Hamlet`);

  const { content } = await on.page(`/past-shows/${id}/Hamlet`);
  expect(content.cast).toMatchObject([{ name: 'Ann Hale', role: 'Hamlet', order: 1 }]);
  expect(content.crew).toMatchObject([{ name: 'Ann Hale' }, { name: 'B. Cole' }]);
  expect((await on.page('/past-shows')).content.shows).toMatchObject([{ id, date: '2026-11-20' }]);
  expect((await on.get('/sitemap.xml')).body).toContain(id);
  expect((await on.get('/search?q=hamlet')).body).toContain(`/past-shows/${id}/Hamlet`);
  const log = await on.db.read.selectFrom('audit').select(['action', 'subject', 'actor_name']).execute();
  expect(log).toContainEqual({ action: 'show.created', subject: id, actor_name: 'Ruth Calloway' });
});

onEachSite('a new show sent again after a lost response is created only once', async (on) => {
  const { post } = await asAdmin(on);
  const show = { ...spec, title: '戏'.repeat(1000) };
  const headers = { 'idempotency-key': 'the-same-press-twice' };
  const sent = async () => (await post('/members/api/manage_shows/new', show, headers)).json();
  const first = await sent();
  expect(first).toMatchObject({ code: 200, version: 1 });
  expect((await sent()).id).toBe(first.id);
  expect(await on.db.read.selectFrom('show').select('id').execute()).toEqual([{ id: first.id }]);
});

onSite('people who share a part are listed in the order typed, on the page and in the editor', async (on) => {
  const admin = await asAdmin(on);
  const typed = ['Jo Frost', 'Kit Winter', 'Sam Snow', 'Alex Hale', 'Robin Rain'];
  const roles = (names: string[]) => [
    { role: 'Chorus', cast_or_crew: 'cast', orderVal: 1, members: names.map((name) => ({ name })) },
  ];
  const made = (await admin.post('/members/api/manage_shows/new', { ...spec, roles: roles(typed) })).json();
  const shown = async () => ({
    page: ((await on.page(`/past-shows/${made.id}/Hamlet`)).content.cast as { name: string; order: number }[]).map(
      ({ name, order }) => `${order} ${name}`,
    ),
    editor: names(await editor(admin, made.id)),
  });
  const as = (order: string[]) => ({
    page: order.map((name) => `1 ${name}`),
    editor: [`Chorus: ${order.join(', ')}`],
  });
  expect(await shown()).toEqual(as(typed));
  const turned = typed.toReversed();
  await admin.post(`/members/api/manage_shows/${made.id}`, { roles: roles(turned) });
  expect(await shown()).toEqual(as(turned));
  const part = { show: made.id, cast_or_crew: 'cast', role: 'chorus', name: 'Ada Bell' };
  await admin.post('/members/api/admin/add_show_member', part);
  expect(await shown()).toEqual(as([...turned, 'Ada Bell']));
});

onEachSite(
  'a save by a client that sends only the protocol’s fields loses neither roles nor other fields',
  async (on) => {
    const admin = await asAdmin(on);
    const credits = [inCast('Ann Hale', 'Gertrude'), { ...inCrew('Bea Cole', 'Props'), as: 'Bea Stott' }];
    const dates = {
      first_date: '1987-01-01',
      date: '1987-01-01',
      first_date_precision: 'year',
      date_precision: 'year',
    } as const;
    const id = await on.a.show({ ...dates, venue: 'The barn', company: 'Youth', cancelled: true, credits });
    const before = await editor(admin, id);
    const answer = await admin.post(`/members/api/manage_shows/${id}`, {
      ...spec,
      title: 'Hamlet, the evening',
      date: '1987-01-01',
      banner: null,
      id: 'another',
      archived_at: '2020-01-01T00:00:00.000Z',
      import_key: 'stolen',
      cancelled_by: 'me',
    });
    expect(answer.json()).toMatchObject({ code: 200, id });
    const after = await editor(admin, id);
    expect(after.currentRoles).toEqual(before.currentRoles);
    const { updated_at: _, version: __, poster: ___, ...was } = before.showDetails;
    expect(after.showDetails).toMatchObject({ ...was, ...spec, title: 'Hamlet, the evening', date: '1987-01-01' });
    const row = await on.db.read
      .selectFrom('show')
      .select(['import_key', 'archived_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row).toEqual({ import_key: null, archived_at: null });
  },
);

onSite('a poster tried in the editor replaces the public poster only when the show is saved', async (on) => {
  const admin = await asAdmin(on);
  const id = await on.a.show({ title: 'Hamlet' });
  const { showDetails } = await editor(admin, id);
  const first = (await on.get(showDetails.poster)).body;
  const tried = async (number: string) => admin.get(`/members/manage_shows/${id}/posters/${number}`);
  expect((await tried('0')).body).toBe(first);
  const third = (await tried('2')).body;
  expect(third).not.toBe(first);
  expect((await on.get(showDetails.poster)).body).toBe(first);
  for (const none of ['1000', '-1', '1.5', 'x']) expect((await tried(none)).statusCode).toBe(404);

  const saved = await admin.post(`/members/api/manage_shows/${id}`, { poster_number: 2, version: showDetails.version });
  expect(saved.statusCode).toBe(200);
  const after = (await editor(admin, id)).showDetails;
  expect([after.poster_number, (await on.get(after.poster)).body]).toEqual([2, third]);
  expect((await on.page('/past-shows')).content.shows).toMatchObject([{ programme: after.poster }]);
});

onEachSite('a cast saved by name credits the namesake who is already in the show', async (on) => {
  const admin = await asAdmin(on);
  const person = { name: 'Ann Hale', name_key: buildNameKey('Ann Hale'), created_at: '2026-11-21T12:00:00.000Z' };
  const added = { ...person, credit_style: 'as_printed', credit_style_by: 'nobody' } as const;
  const [first, second] = ['annhale000000001', 'annhale000000002'];
  await on.db.write((tx) =>
    tx
      .insertInto('person')
      .values([first, second].map((id) => ({ ...added, id })))
      .execute(),
  );
  const show = await on.a.show({ title: 'Hamlet' });
  const save = async (role: string, member: object) => {
    const roles = [{ role, cast_or_crew: 'cast', orderVal: 1, members: [member] }];
    expect((await admin.post(`/members/api/manage_shows/${show}`, { roles })).statusCode).toBe(200);
    const credits = on.db.read.selectFrom('credit').select(['person_id', 'role']).where('show_id', '=', show);
    return credits.execute();
  };
  await save('Gertrude', { id: second });
  expect(await save('Gertrude', { name: 'Ann Hale' })).toEqual([{ person_id: second, role: 'Gertrude' }]);
  expect(await save('The Queen', { name: 'ann hale' })).toEqual([{ person_id: second, role: 'The Queen' }]);
});

onEachSite('of two simultaneous saves of one show, the later gets a conflict and overwrites nothing', async (on) => {
  const tomBell = await on.a.user({ role: 'admin', firstname: 'Tom', lastname: 'Bell' });
  const [ruth, tom] = [await asAdmin(on), await on.as(tomBell)];
  const id = await on.a.show({ title: 'Hamlet', credits: [inCast('Ann Hale', 'Gertrude')] });
  const { showDetails } = await editor(ruth, id);
  on.at('2026-11-21T12:05:00.000Z');
  const save = (who: typeof ruth, title: string, version: number) =>
    who.post(`/members/api/manage_shows/${id}`, { title, version, roles: [] });
  const answers = await Promise.all([
    save(ruth, 'Hamlet I', showDetails.version),
    save(tom, 'Hamlet II', showDetails.version),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  const lost = answers.find(({ statusCode }) => statusCode === 409)?.json();
  const now = await editor(ruth, id);
  expect(lost).toMatchObject({ code: 409, current: { showDetails: now.showDetails, currentRoles: [] } });
  const winner = now.showDetails.title === 'Hamlet I' ? 'Ruth Calloway' : 'Tom Bell';
  expect([lost.current.changed_by, lost.msg]).toEqual([
    winner,
    expect.stringContaining(`${winner} has saved this show`),
  ]);
  const again = await save(tom, 'Hamlet III', lost.current.version);
  expect(again.json()).toMatchObject({ code: 200 });
  expect((await editor(tom, id)).showDetails.title).toBe('Hamlet III');
});

onSite('invalid input for a show is refused with an error at each field, and writes nothing', async (on) => {
  const admin = await asAdmin(on);
  const id = await on.a.show({ title: 'Hamlet' });
  const someone = (members: unknown) => ({ roles: [{ role: 'X', cast_or_crew: 'cast', orderVal: 1, members }] });
  const before = await editor(admin, id);
  for (const [sent, field] of [
    [{ title: '  ' }, 'title'],
    [{ title: 'x'.repeat(1001) }, 'title'],
    [{ title: 17 }, 'title'],
    [{ date: 'soon' }, 'date'],
    [{ date: '' }, 'date'],
    [{ first_date: '2030' }, 'first_date'],
    [{ noda_review: 'http://reviews.example/x' }, 'noda_review'],
    [{ noda_review: 'javascript:alert(1)' }, 'noda_review'],
    [{ banner: 'javascript:alert(1)' }, 'banner'],
    [{ programme: '//evil.example/x.svg' }, 'programme'],
    [{ radio_audio: 'lanternside interview' }, 'radio_audio'],
    [someone(['AAAAAAAAAAAAAAAA']), 'roles'],
    [someone(['constructor']), 'roles.0.members.0'],
    [{ roles: [{ role: 'X', cast_or_crew: 'audience', orderVal: 1, members: [] }] }, 'roles.0.cast_or_crew'],
    [{ roles: [{ role: 'X', cast_or_crew: 'cast', orderVal: 1.5, members: [] }] }, 'roles.0.orderVal'],
  ] as const) {
    const answer = await admin.post(`/members/api/manage_shows/${id}`, sent);
    expect({ sent, status: answer.statusCode, fields: Object.keys(answer.json().fields) }).toEqual({
      sent,
      status: 400,
      fields: [field],
    });
  }
  const made = await admin.post('/members/api/manage_shows/new', { title: 'No date' });
  expect([made.statusCode, made.json().fields]).toEqual([400, { date: expect.any(String) }]);
  expect((await admin.post('/members/api/manage_shows/AAAAAAAAAAAAAAAA', spec)).statusCode).toBe(404);
  expect(await editor(admin, id)).toEqual(before);
});

onSite('a default poster that a client sends back as the show’s artwork stays a default poster', async (on) => {
  const admin = await asAdmin(on);
  const id = await on.a.show({ title: 'Hamlet' });
  const { show } = (await on.page(`/past-shows/${id}/Hamlet`)).content as { show: { programme: string } };
  expect(show.programme).toMatch(`/posters/${id}/`);
  const answer = await admin.post(`/members/api/manage_shows/${id}`, { ...spec, programme: show.programme });
  expect(answer.json()).toMatchObject({ code: 200 });
  expect((await editor(admin, id)).showDetails.programme).toBe('');
});

onSite('a stored review link with http, which is now invalid, does not prevent saving the show', async (on) => {
  const admin = await asAdmin(on);
  const id = await on.a.show({ noda_review: 'http://reviews.example/x', title: 'Hamlet' });
  const answer = await admin.post(`/members/api/manage_shows/${id}`, {
    ...spec,
    noda_review: 'http://reviews.example/x',
  });
  expect(answer.json()).toMatchObject({ code: 200 });
});

onSite('a cast of eighty that is put in another order is returned in that order', async (on) => {
  const admin = await asAdmin(on);
  const id = await on.a.show({
    credits: Array.from({ length: 80 }, (_, n) => inCast(`Person ${n}`, `Part ${n}`, n + 1)),
  });
  const { currentRoles, showDetails } = await editor(admin, id);
  const roles = currentRoles
    .toReversed()
    .map((role: ShowRole, at) => ({ ...role, orderVal: at + 1, members: role.people }));
  const saved = await admin.post(`/members/api/manage_shows/${id}`, { roles, version: showDetails.version });
  expect(saved.json()).toMatchObject({ code: 200 });
  const after = await editor(admin, id);
  expect(names(after)).toEqual(names({ ...after, currentRoles: currentRoles.toReversed() }));
  const { content } = await on.page(`/past-shows/${id}/Blithe_Spirit`);
  expect((content.cast as { role: string }[])[0]?.role).toBe('Part 79');
});

onSite('an archived show is visible only to people who manage shows, and is restored completely', async (on) => {
  const admin = await asAdmin(on);
  const id = await on.a.show({
    title: 'Hamlet',
    noda_review: 'https://reviews.example/x',
    credits: [inCast('Ann Hale', 'Gertrude')],
  });
  const seen = async () => [
    (await on.get(`/past-shows/${id}/Hamlet`)).statusCode,
    ((await on.page('/past-shows')).content.shows as unknown[]).length,
    ((await on.page('/search')).content.items as { type: string }[]).filter(
      ({ type }) => type === 'show' || type === 'member',
    ).length,
    (await on.get('/sitemap.xml')).body.includes(id),
  ];
  const before = await seen();
  expect(before).toEqual([200, 1, 2, true]);
  expect((await admin.post(`/members/api/manage_shows/${id}/archive`, {})).json()).toMatchObject({ code: 200 });
  expect(await seen()).toEqual([404, 0, 0, false]);
  const list = await admin.page('/members/manage_shows');
  expect(list.content).toMatchObject({ shows: [], archived: [{ id, title: 'Hamlet' }] });
  expect((await editor(admin, id)).showDetails.archived).toBe(true);
  await admin.post(`/members/api/manage_shows/${id}/restore`, {});
  expect(await seen()).toEqual(before);
});

onSite(
  'Manage Shows includes future and cancelled shows; its shows and an admin’s past shows link to their editors',
  async (on) => {
    const admin = await asAdmin(on);
    const ahead = { title: 'Tosca', first_date: '2027-04-14', date: '2027-04-17' };
    await on.a.shows([{ title: 'Hamlet' }, ahead, { title: 'Off', cancelled: true }]);
    const { content } = await admin.page('/members/manage_shows');
    expect(content).toMatchObject({ type: 'list_shows', admin: true });
    expect((content.shows as { title: string }[]).map(({ title }) => title)).toEqual(['Tosca', 'Hamlet', 'Off']);
    expect((await admin.get('/members/manage_shows')).body).toMatch(/href="\/members\/manage_shows\/[\w-]{16}\/Tosca"/);
    expect((await admin.get('/past-shows')).body).toMatch(/href="\/members\/manage_shows\/[\w-]{16}\/Hamlet"/);
    expect((await on.get('/past-shows')).body).toMatch(/href="\/past-shows\/[\w-]{16}\/Hamlet"/);
    expect((await on.page('/past-shows')).content).not.toHaveProperty('admin');
  },
);

onSite('a new show can start as a copy of another show, but without a date', async (on) => {
  const admin = await asAdmin(on);
  const id = await on.a.show({ title: 'Hamlet', credits: [inCast('Ann Hale', 'Gertrude')] });
  const { content } = await admin.page(`/members/manage_shows/new/Hamlet?from=${id}`);
  expect(content).toMatchObject({
    type: 'edit_show',
    showDetails: { id: '', title: 'Hamlet', date: '', updated_at: '' },
    currentRoles: [{ role: 'Gertrude' }],
  });
  expect((await admin.page('/members/manage_shows/new/Anything')).content).toMatchObject({ currentRoles: [] });
});

onSite('a person is found by part of a name, and similar names are suggested', async (on) => {
  const admin = await asAdmin(on);
  await on.a.show({ credits: [inCast('Zoë Lark', 'Hamlet'), inCast('Ann Hale', 'Ghost')] });
  const found = (await admin.get('/members/api/people?q=lark')).json();
  expect(found).toMatchObject({ people: [{ name: 'Zoë Lark', shows: 1 }], more: 0 });
  await on.a.show({ credits: Array.from({ length: 10 }, (_, n) => inCast(`Smith ${n}`, 'Chorus')) });
  const smiths = (await admin.get('/members/api/people?q=smith')).json();
  expect([smiths.people.length, smiths.more]).toEqual([8, 2]);
  const { names: known } = (
    await admin.post('/members/api/people/known', { names: ['zoe lark', 'ANN HALE', 'Nobody Yet'] })
  ).json();
  expect(known).toMatchObject([
    { exact: null, near: [{ name: 'Zoë Lark' }] },
    { exact: { name: 'Ann Hale' }, near: [] },
    { exact: null, near: [] },
  ]);
});

onSite('a show’s editor has the performances from today on that aren’t cancelled', async (on) => {
  const { a } = on;
  on.at('2026-11-20T21:00:00.000Z');
  const admin = await asAdmin(on);
  const show = await a.show({ title: 'Hamlet', date: '2026-11-21' });
  const performance = (starts_at: string) => a.performance({ show_id: show, starts_at });
  await performance('2026-11-19T19:30:00.000Z');
  await performance('2026-11-20T19:30:00.000Z');
  const cancelled = await performance('2026-11-21T14:30:00.000Z');
  await performance('2026-11-21T19:30:00.000Z');
  await on.db.write((tx) =>
    tx
      .updateTable('performance')
      .set({ cancelled_at: '2026-11-01T10:00:00.000Z' })
      .where('id', '=', cancelled)
      .execute(),
  );
  expect((await editor(admin, show)).upcoming_performances).toEqual([
    '2026-11-20T19:30:00+00:00',
    '2026-11-21T19:30:00+00:00',
  ]);
});

onSite('the to-do about missing posters leaves out cancelled shows', async (on) => {
  const date = { first_date: '2026-11-07', date: '2026-11-07' };
  await on.a.show({ title: 'Hamlet', ...date });
  await on.a.show({ title: 'Macbeth', ...date, cancelled: true });
  const visit = { db: on.db.read, revision: await on.db.revision(), until: 0, now: '2026-11-21T12:00:00.000Z' };
  expect(await missingPosterTodo.waiting(visit, {} as Services)).toMatchObject([
    { words: 'one show has no poster of its own: Hamlet' },
  ]);
});
