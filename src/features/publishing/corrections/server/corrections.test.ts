import { expect } from 'vitest';
import { write } from '#platform/server/database/index.ts';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { inCast, inCrew } from '#tests/support/society/factories.ts';
import { CorrectionFormContent, CorrectionsContent, type ListedCorrection } from '../contract.ts';
import { countOpenCorrections, deleteExpiredCorrectionData } from './store.ts';

const adminPath = '/members/admin/corrections';

const theShow = (on: SiteTestContext) =>
  on.a.show({ credits: [inCast('Ann Hale', 'Elvira'), inCast('Bea Cole', 'Ruth', 2), inCrew('Dee Moss', 'Director')] });
const creditOf = async ({ db }: SiteTestContext, role: string) =>
  (await db.read.selectFrom('credit').select('id').where('role', '=', role).executeTakeFirstOrThrow()).id;
const personOf = async ({ db }: SiteTestContext, name: string) =>
  (await db.read.selectFrom('person').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
const send = async (on: SiteTestContext, some: object) =>
  (await on.post('/api/corrections', { about: 'show', ...some })).json();

async function anAdmin(on: SiteTestContext) {
  const admin = await on.as(await on.a.user({ role: 'admin', firstname: 'Iris', lastname: 'Webb' }));
  const list = async (query = '') =>
    CorrectionsContent.strict().parse((await admin.page(`${adminPath}${query}`)).content).corrections;
  const only = async (query = '') => {
    const [row, ...others] = await list(query);
    expect(others).toEqual([]);
    return row as ListedCorrection;
  };
  const decide = async (action: string, { id, now }: Pick<ListedCorrection, 'id' | 'now'>) =>
    (await admin.post(`/members/api/corrections/${id}/${action}`, { now })).json();
  return { ...admin, list, only, decide };
}
const shown = async (on: SiteTestContext, show: string) => {
  const { content } = await on.page(`/past-shows/${show}/Blithe_Spirit`);
  const { cast, crew, ...rest } = content as { show: Fields; cast: Billed[]; crew: Billed[] };
  const fields: Fields = rest.show;
  return { ...fields, credits: [...cast, ...crew].map(({ name, role }) => `${role}: ${name}`) };
};
type Fields = { author: string; date: string; date_precision: string; first_date: string };
type Billed = { name: string; role: string };

onSite(
  'the correction form shows the archive’s present values, sets no cookie, and is the same each time',
  async (on) => {
    const show = await theShow(on);
    const { content } = await on.page(`/corrections/show/${show}`);
    const form = CorrectionFormContent.strict().parse(content);
    expect(form.now).toMatchObject({
      title: 'Blithe Spirit',
      author: 'Noël Coward',
      date: '11 April 1987',
      subtitle: '',
    });
    expect(form.credits.map(({ words }) => words)).toEqual([
      'Elvira: Ann Hale',
      'Ruth: Bea Cole',
      'Director: Dee Moss',
    ]);
    const html = await on.get(`/corrections/show/${show}`);
    expect(html.headers['set-cookie']).toBeUndefined();
    expect(html.body).toBe((await on.get(`/corrections/show/${show}`)).body);
    const page = await on.get(`/past-shows/${show}/Blithe_Spirit`);
    expect(page.body).toContain(`href="/corrections/show/${show}"`);
    const person = await personOf(on, 'Ann Hale');
    expect((await on.get(`/past-shows/member/${person}/Ann_Hale`)).body).toContain(
      `href="/corrections/person/${person}"`,
    );
    expect((await on.page(`/corrections/person/${person}`)).content).toMatchObject({ now: { name: 'Ann Hale' } });
    expect((await on.get('/corrections/show/aaaaaaaaaaaaaaaa')).statusCode).toBe(404);
  },
);

onSite('a hidden former name is neither on the correction form nor in the spreadsheet of corrections', async (on) => {
  const show = await on.a.show({ credits: [{ ...inCast('Grace Okafor', 'Otter'), as: 'Gary Okafor' }] });
  const says = async () => {
    const { content } = await on.page(`/corrections/show/${show}`);
    return CorrectionFormContent.parse(content).credits.map(({ words }) => words);
  };
  const chooses = (credit_style: 'as_printed' | 'new_as_old' | 'new_only') =>
    write(on.db, (tx) => tx.updateTable('person').set({ credit_style }).execute());
  await chooses('new_only');
  expect(await says()).toEqual(['Otter: Grace Okafor']);
  expect((await on.get(`/corrections/show/${show}`)).body).not.toContain('Gary');
  await send(on, { of: show, what: 'credit', credit: await creditOf(on, 'Otter'), role: 'Beaver' });
  const file = await (await anAdmin(on)).get(`${adminPath}.csv`);
  expect(file.body).toContain('"Otter: Grace Okafor","Beaver: Grace Okafor"');
  expect(file.body).not.toContain('Gary');
  await chooses('new_as_old');
  expect(await says()).toEqual(['Otter: Grace Okafor (as Gary Okafor)']);
  await chooses('as_printed');
  expect(await says()).toEqual(['Otter: Gary Okafor']);
});

onEachSite('a visitor’s correction of a show’s author can be applied and undone by an admin', async (on) => {
  const show = await theShow(on);
  expect(
    await send(on, {
      of: show,
      what: 'author',
      right: ' Noel\nCoward ',
      name: 'Zoë',
      email: 'zoe@example.org',
      note: 'I was there',
    }),
  ).toEqual({
    code: 200,
    msg: 'Thank you. Someone will check what you’ve sent, and correct the archive if you’re right.',
  });
  expect((await shown(on, show)).author).toBe('Noël Coward');
  const admin = await anAdmin(on);
  const row = await admin.only();
  expect(row).toMatchObject({
    subject: 'Blithe Spirit',
    now: 'Noël Coward',
    was: 'Noël Coward',
    to_be: 'Noel Coward',
    note: 'I was there',
    applicable: true,
    state: 'open',
  });
  expect(await countOpenCorrections(on.db.read)).toBe(1);
  expect(await admin.decide('apply', row)).toEqual({ code: 200, msg: 'Corrected. The page has been updated.' });
  expect((await shown(on, show)).author).toBe('Noel Coward');
  expect(await countOpenCorrections(on.db.read)).toBe(0);
  expect(await admin.list()).toEqual([]);
  expect(await admin.only('?state=applied')).toMatchObject({ state: 'applied', decided_by: 'Iris Webb' });
  // Pressing the button again is refused
  expect((await admin.decide('apply', { ...row, now: 'Noel Coward' })).code).toBe(409);

  expect((await admin.decide('undo', row)).code).toBe(200);
  expect((await shown(on, show)).author).toBe('Noël Coward');
  expect(await admin.only()).toMatchObject({ state: 'open', decided_by: '' });
  const entries = await on.db.read
    .selectFrom('audit')
    .select(['action', 'actor_name', 'detail', 'subject'])
    .orderBy('action')
    .execute();
  const by = { actor_name: 'Iris Webb', subject: show, detail: 'The author: Noël Coward → Noel Coward' };
  expect(entries).toEqual([
    { ...by, action: 'correction.applied' },
    { ...by, action: 'correction.decision_undone' },
  ]);
});

onSite('applying or undoing a correction is refused if the archive has changed in the meantime', async (on) => {
  const show = await theShow(on);
  await send(on, { of: show, what: 'author', right: 'N. Coward' });
  const admin = await anAdmin(on);
  const row = await admin.only();
  const save = (author: string) => admin.post(`/members/api/manage_shows/${show}`, { author });
  await save('Sir Noël Coward');
  expect(await admin.decide('apply', row)).toEqual({
    code: 409,
    msg: 'The archive has changed since you opened this list. Please reload, check what the archive says now and decide again.',
  });
  expect((await shown(on, show)).author).toBe('Sir Noël Coward');
  const anew = await admin.only();
  expect(anew).toMatchObject({ now: 'Sir Noël Coward', was: 'Noël Coward', to_be: 'N. Coward' });
  expect((await admin.decide('apply', anew)).code).toBe(200);
  await save('Coward');
  expect((await admin.decide('undo', anew)).code).toBe(409);
  expect((await shown(on, show)).author).toBe('Coward');
  expect(await admin.only('?state=applied')).toMatchObject({ state: 'applied' });
});

onSite('a corrected date is applied with its precision, and an invalid date is refused', async (on) => {
  const show = await theShow(on);
  expect(await send(on, { of: show, what: 'date', right: 'some time in spring' })).toMatchObject({
    code: 400,
    fields: { right: expect.any(String) },
  });
  await send(on, { of: show, what: 'date', right: 'May 1988' });
  const admin = await anAdmin(on);
  const row = await admin.only();
  expect(row).toMatchObject({ now: '11 April 1987', to_be: 'May 1988' });
  expect((await admin.decide('apply', row)).code).toBe(200);
  expect(await shown(on, show)).toMatchObject({
    date: '1988-05-01',
    date_precision: 'month',
    first_date: '1987-04-08',
  });
  await admin.decide('undo', row);
  expect(await shown(on, show)).toMatchObject({ date: '1987-04-11', date_precision: 'day', first_date: '1987-04-08' });
});

onSite(
  'applying a correction that puts the first performance after the last is refused with the reason',
  async (on) => {
    const show = await theShow(on);
    await send(on, { of: show, what: 'first_date', right: '1990' });
    const admin = await anAdmin(on);
    const row = await admin.only();
    expect(await admin.decide('apply', row)).toEqual({
      code: 400,
      msg: 'It can’t be applied: The first performance is after the last.',
    });
    expect(await admin.only()).toMatchObject({ state: 'open' });
    const page = await admin.page(adminPath);
    expect(page.status).toBe(200);
  },
);

onEachSite('corrections can change, add and remove a credit, and can be undone', async (on) => {
  const show = await theShow(on);
  const credit = await creditOf(on, 'Elvira');
  await send(on, { of: show, what: 'credit', credit, right: 'Anne Hayle', role: 'Elvira Condomine' });
  await send(on, { of: show, what: 'missing', right: 'Cy Twist', role: 'Prompt', cast_or_crew: 'crew' });
  await send(on, { of: show, what: 'not_in_it', credit: await creditOf(on, 'Ruth') });
  const before = (await shown(on, show)).credits;
  const admin = await anAdmin(on);
  const rows = await admin.list();
  const byWhat = new Map(rows.map((row) => [row.what, row]));
  expect(byWhat.get('credit')).toMatchObject({ now: 'Elvira: Ann Hale', to_be: 'Elvira Condomine: Anne Hayle' });
  expect(byWhat.get('missing')).toMatchObject({ now: '', to_be: 'Prompt: Cy Twist' });
  expect(byWhat.get('not_in_it')).toMatchObject({ now: 'Ruth: Bea Cole', to_be: 'Not in this show' });
  for (const row of rows) expect(await admin.decide('apply', row)).toMatchObject({ code: 200 });
  expect((await shown(on, show)).credits).toEqual([
    'Elvira Condomine: Anne Hayle',
    'Director: Dee Moss',
    'Prompt: Cy Twist',
  ]);
  for (const row of rows) expect(await admin.decide('undo', row)).toMatchObject({ code: 200 });
  expect((await shown(on, show)).credits).toEqual(before);
});

onSite(
  'a correction whose credit already has the proposed name is only marked as corrected, and logged with the role',
  async (on) => {
    const show = await theShow(on);
    const credit = await creditOf(on, 'Elvira');
    await send(on, { of: show, what: 'credit', credit, right: 'Anne Hayle', role: 'Elvira' });
    const admin = await anAdmin(on);
    const first = await admin.only();
    await send(on, { of: show, what: 'credit', credit, right: 'Anne Hayle' });
    await admin.decide('apply', first);
    const second = await admin.only();
    expect(second).toMatchObject({ now: 'Elvira: Anne Hayle', to_be: 'Elvira: Anne Hayle' });
    expect(await admin.decide('apply', second)).toEqual({ code: 200, msg: 'Marked as corrected.' });
    const entries = await on.db.read.selectFrom('audit').select(['action', 'detail']).execute();
    const entry = { action: 'correction.applied', detail: 'A name or role: Elvira: Ann Hale → Elvira: Anne Hayle' };
    expect(entries).toEqual([entry, entry]);
  },
);

onEachSite(
  'correcting a name changes the person’s credit and can be undone, but is refused if somebody has that name',
  async (on) => {
    const show = await theShow(on);
    const person = await personOf(on, 'Ann Hale');
    await on.a.show({ title: 'Hay Fever', credits: [{ ...inCast('Ann Hale', 'Judith'), as: 'Anne Hale' }] });
    const credits = () => on.db.read.selectFrom('credit').selectAll().orderBy('id').execute();
    const before = await credits();
    await send(on, { about: 'person', of: person, what: 'name', right: 'Anne Hale' });
    const admin = await anAdmin(on);
    const row = await admin.only();
    expect(await admin.decide('apply', row)).toMatchObject({ code: 200 });
    expect((await shown(on, show)).credits).toContain('Elvira: Anne Hale');
    await admin.decide('undo', row);
    expect((await shown(on, show)).credits).toContain('Elvira: Ann Hale');
    // Undoing also restores the credit that was printed under the name Anne Hale
    expect(await credits()).toEqual(before);
    await admin.decide('refuse', row);
    // This name has an invisible character
    await send(on, { about: 'person', of: person, what: 'name', right: 'Bea \u200bCole' });
    expect(await admin.decide('apply', await admin.only())).toEqual({
      code: 409,
      msg: 'There is already somebody called Bea Cole. If they are the same person, merge the two.',
    });
  },
);

onSite(
  'a free-text correction can be rejected, reopened and marked as corrected, but not applied automatically',
  async (on) => {
    const show = await theShow(on);
    await send(on, { of: show, what: 'other', right: 'The poster is of another year.\nSee the programme.' });
    const admin = await anAdmin(on);
    const row = await admin.only();
    expect(row).toMatchObject({ applicable: false, to_be: 'The poster is of another year.\nSee the programme.' });
    expect((await admin.decide('refuse', row)).code).toBe(200);
    expect((await admin.decide('refuse', row)).code).toBe(409);
    expect(await admin.only('?state=refused')).toMatchObject({ state: 'refused' });
    await admin.decide('undo', row);
    expect(await admin.decide('apply', await admin.only())).toEqual({ code: 200, msg: 'Marked as corrected.' });
  },
);

onSite(
  'without JavaScript the correction form leads to a confirmation, or returns with its input and errors',
  async (on) => {
    const show = await theShow(on);
    const html = {
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'http://players.example',
    };
    const form = (some: Record<string, string>) =>
      on.post(
        '/api/corrections',
        `${new URLSearchParams({ about: 'show', of: show, what: '', right: '', ...some })}`,
        html,
      );
    const back = await form({ what: 'title', note: 'On the programme' });
    expect(back.statusCode).toBe(400);
    expect(back.body).toContain('Enter what it should say.');
    expect(back.body).toContain('On the programme');
    const done = await form({ what: 'title', right: 'Blithe Spirits' });
    expect([done.statusCode, done.headers.location]).toEqual([303, '/corrections/sent']);
    expect((await on.get('/corrections/sent')).body).toContain('Thank you');
  },
);

onSite('invalid corrections are refused with messages, and suspected spam is listed separately', async (on) => {
  const show = await theShow(on);
  const refused = async (some: object) => (await send(on, { of: show, ...some })) as { code: number; fields?: object };
  expect(await refused({ what: 'rights', right: 'x' })).toMatchObject({
    code: 400,
    fields: { what: 'Choose what is wrong.' },
  });
  expect(await refused({ what: 'name', right: 'x' })).toMatchObject({
    code: 400,
    fields: { what: 'Choose what is wrong.' },
  });
  expect(await refused({ what: 'credit', right: 'x' })).toMatchObject({
    fields: { credit: 'Choose whose credit is wrong.' },
  });
  expect(await refused({ what: 'credit', credit: 'aaaaaaaaaaaaaaaa', right: 'x' })).toMatchObject({ code: 400 });
  expect(await refused({ what: 'title', right: 'x'.repeat(1001) })).toMatchObject({
    code: 400,
    fields: { right: 'Keep this to 1,000 characters or fewer.' },
  });
  expect(await refused({ what: 'title', right: '\u200b' })).toMatchObject({
    fields: { right: 'Enter what it should say.' },
  });
  expect(await refused({ what: 'title', right: 'x', email: 'nobody' })).toMatchObject({
    code: 400,
    fields: { email: expect.any(String) },
  });
  expect(await refused({ what: 'title', right: 'x', of: 'aaaaaaaaaaaaaaaa' })).toMatchObject({ code: 404 });
  expect(await send(on, { of: show, what: 'title', right: 'Buy now', website: 'http://spam.example' })).toMatchObject({
    code: 200,
  });
  const admin = await anAdmin(on);
  expect(await admin.list()).toEqual([]);
  expect(await admin.list('?state=suspect')).toHaveLength(1);
  expect(await countOpenCorrections(on.db.read)).toBe(0);
});

onEachSite('a correction sent twenty times is stored once, and the next attempt is refused (429)', async (on) => {
  const show = await theShow(on);
  for (let n = 0; n < 20; n++) await send(on, { of: show, what: 'genre', right: 'Farce' });
  expect(await send(on, { of: show, what: 'genre', right: 'Farce' })).toMatchObject({ code: 429 });
  expect(await countOpenCorrections(on.db.read)).toBe(1);
});

onEachSite(
  'a second sender of the same correction is listed too if they add a note or their contact details',
  async (on) => {
    const show = await theShow(on);
    const same = { of: show, what: 'author', right: 'Noel Coward' };
    await send(on, { ...same, name: 'Zoë', email: 'zoe@example.org', note: 'I was there' });
    await send(on, { ...same, name: 'Kit', email: 'kit@example.org', note: 'It’s in the programme' });
    // These add nothing to the first
    await send(on, { ...same, name: 'Zoë' });
    await send(on, same);
    const admin = await anAdmin(on);
    const [first, second, ...others] = (await admin.list()).toSorted((a, b) => (a.name < b.name ? 1 : -1));
    expect([first, second, ...others]).toMatchObject([
      { name: 'Zoë', email: 'zoe@example.org', note: 'I was there' },
      { name: 'Kit', email: 'kit@example.org', note: 'It’s in the programme' },
    ]);
    // Once the first is applied, the second can only be marked as corrected
    expect(await admin.decide('apply', first as ListedCorrection)).toMatchObject({ code: 200 });
    expect(await admin.only()).toMatchObject({ name: 'Kit', now: 'Noel Coward', to_be: 'Noel Coward' });
  },
);

onEachSite('a missing credit reported for the cast and for the crew is stored twice', async (on) => {
  const show = await theShow(on);
  const missing = { of: show, what: 'missing', right: 'Kit Lane', role: 'Understudy' };
  await send(on, { ...missing, cast_or_crew: 'cast' });
  await send(on, { ...missing, cast_or_crew: 'crew' });
  expect(await countOpenCorrections(on.db.read)).toBe(2);
});

onSite('the spreadsheet of corrections names their states as the screen does', async (on) => {
  await on.a.correction({ show_id: await on.a.show({ title: 'Amadeus' }), state: 'refused', decided_by: 'Iris Webb' });
  const csv = await (await anAdmin(on)).get(`${adminPath}.csv?state=refused`);
  expect(csv.body).toContain('"rejected","Iris Webb"');
  expect(csv.body).not.toContain('refused');
});

onEachSite('corrections can be searched, sorted and exported as a spreadsheet', async (on) => {
  const [one, two] = [await on.a.show({ title: 'Amadeus' }), await on.a.show({ title: 'Zigger Zagger' })];
  await on.a.correction({ show_id: one, received_at: '2026-11-01T09:00:00.000Z', name: '=cmd()' });
  await on.a.correction({
    show_id: two,
    what: 'venue',
    right: 'The Weir Hall',
    received_at: '2026-11-02T09:00:00.000Z',
  });
  const admin = await anAdmin(on);
  const titles = async (query: string) => (await admin.list(query)).map(({ subject }) => subject);
  expect(await titles('')).toEqual(['Zigger Zagger', 'Amadeus']);
  expect(await titles('?sort=received')).toEqual(['Amadeus', 'Zigger Zagger']);
  expect(await titles('?sort=about')).toEqual(['Amadeus', 'Zigger Zagger']);
  expect(await titles('?sort=-about')).toEqual(['Zigger Zagger', 'Amadeus']);
  expect(await titles('?q=weir+zigger')).toEqual(['Zigger Zagger']);
  expect(await titles('?q=nobody')).toEqual([]);
  const csv = await admin.get(`${adminPath}.csv?q=amadeus`);
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
  const [, line, end] = csv.body.split('\r\n');
  expect(line).toContain('"Amadeus","The author","Noël Coward","Noel Coward"');
  expect(line).not.toContain('"=cmd()');
  expect(end).toBe('');
});

onEachSite('a sender’s name and email are deleted after the retention period, and the correction stays', async (on) => {
  const show = await theShow(on);
  await on.a.correction({
    show_id: show,
    name: 'Zoë',
    email: 'zoe@example.org',
    received_at: '2025-01-01T09:00:00.000Z',
  });
  await write(on.db, (tx) => deleteExpiredCorrectionData(tx, '2026-01-01T00:00:00.000Z'));
  const rows = await on.db.read.selectFrom('correction').select(['name', 'email', 'right']).execute();
  expect(rows).toEqual([{ name: '', email: '', right: 'Noel Coward' }]);
});

onSite('a correction to a show that was archived in the meantime links to the show’s editor', async (on) => {
  const show = await theShow(on);
  await on.a.correction({ show_id: show });
  const admin = await anAdmin(on);
  expect((await admin.only()).link).toBe(`/past-shows/${show}/Blithe_Spirit`);
  await admin.post(`/members/api/manage_shows/${show}/archive`, {});
  const { link } = await admin.only();
  expect(link).toBe(`/members/manage_shows/${show}/Blithe_Spirit`);
  expect((await admin.get(link)).statusCode).toBe(200);
  expect((await on.get(`/corrections/show/${show}`)).statusCode).toBe(404);
});

onEachSite('undoing a correction of a credit after a merge credits the remaining person', async (on) => {
  const show = await theShow(on);
  const [ruth, elvira] = [await creditOf(on, 'Ruth'), await creditOf(on, 'Elvira')];
  await send(on, { of: show, what: 'not_in_it', credit: ruth });
  await send(on, { of: show, what: 'credit', credit: elvira, right: 'Dora Finch' });
  const admin = await anAdmin(on);
  const rows = await admin.list();
  for (const row of rows) await admin.decide('apply', row);
  const [ann, bea, dee] = await Promise.all(['Ann Hale', 'Bea Cole', 'Dee Moss'].map((name) => personOf(on, name)));
  for (const one of [ann, bea]) await admin.post(`/members/api/people/${one}/merge`, { into: dee });
  for (const row of rows) expect(await admin.decide('undo', row)).toMatchObject({ code: 200 });
  const ofOne = on.db.read.selectFrom('credit').select(['person_id', 'merged_from', 'printed_as', 'role']);
  expect(await ofOne.where('kind', '=', 'cast').orderBy('ord').execute()).toEqual([
    { person_id: dee, merged_from: ann, printed_as: 'Ann Hale', role: 'Elvira' },
    { person_id: dee, merged_from: bea, printed_as: 'Bea Cole', role: 'Ruth' },
  ]);
  for (const one of [ann, bea]) await admin.post(`/members/api/people/${one}/unmerge`, {});
  expect(await ofOne.where('kind', '=', 'cast').orderBy('ord').execute()).toEqual([
    { person_id: ann, merged_from: null, printed_as: '', role: 'Elvira' },
    { person_id: bea, merged_from: null, printed_as: '', role: 'Ruth' },
  ]);
});

onEachSite('undoing the removal of a credit after an unmerge credits the original person', async (on) => {
  const show = await theShow(on);
  const admin = await anAdmin(on);
  const [bea, dee] = [await personOf(on, 'Bea Cole'), await personOf(on, 'Dee Moss')];
  await admin.post(`/members/api/people/${bea}/merge`, { into: dee });
  await send(on, { of: show, what: 'not_in_it', credit: await creditOf(on, 'Ruth') });
  const row = await admin.only();
  await admin.decide('apply', row);
  await admin.post(`/members/api/people/${bea}/unmerge`, {});
  expect(await admin.decide('undo', row)).toMatchObject({ code: 200 });
  const ruth = on.db.read.selectFrom('credit').select(['person_id', 'merged_from', 'printed_as']);
  expect(await ruth.where('role', '=', 'Ruth').execute()).toEqual([
    { person_id: bea, merged_from: null, printed_as: '' },
  ]);
});

onSite(
  'applying a correction that adds a known person’s credit creates no duplicate person, and can be undone',
  async (on) => {
    const show = await theShow(on);
    const before = (await shown(on, show)).credits;
    await send(on, { of: show, what: 'missing', right: 'bea cole', role: 'Daphne' });
    await send(on, { of: show, what: 'missing', right: 'ANN HALE', role: 'elvira' });
    // This correction was stored before input was cleaned
    await on.a.correction({ show_id: show, what: 'missing', right: 'Bea\u200b Cole', role: 'Mrs\u200b Bradman' });
    const admin = await anAdmin(on);
    const [daphne, bradman, elvira] = (await admin.list()).toSorted((a, b) => (a.to_be < b.to_be ? -1 : 1));
    if (!daphne || !bradman || !elvira) throw new Error('There are three.');
    expect(await admin.decide('apply', bradman)).toMatchObject({ code: 200 });
    expect((await shown(on, show)).credits).toContain('Mrs Bradman: Bea Cole');
    expect(await admin.decide('undo', bradman)).toMatchObject({ code: 200 });
    expect(await admin.decide('apply', daphne)).toMatchObject({ code: 200 });
    expect((await shown(on, show)).credits).toContain('Daphne: Bea Cole');
    expect(await on.db.read.selectFrom('person').select('id').execute()).toHaveLength(3);
    expect(await admin.decide('undo', daphne)).toMatchObject({ code: 200 });
    expect(await admin.decide('apply', elvira)).toMatchObject({ code: 409, msg: expect.stringContaining('already') });
    expect((await shown(on, show)).credits).toEqual(before);
  },
);

onSite('undoing a correction of a date is refused if the show’s other date has changed since', async (on) => {
  const show = await theShow(on);
  await send(on, { of: show, what: 'date', right: '12 April 1987' });
  const admin = await anAdmin(on);
  const row = await admin.only();
  await admin.decide('apply', row);
  await admin.post(`/members/api/manage_shows/${show}`, { first_date: '7 April 1987' });
  expect(await admin.decide('undo', row)).toMatchObject({ code: 409 });
  expect(await shown(on, show)).toMatchObject({ date: '1987-04-12', first_date: '1987-04-07' });
});

onSite('a name correction for a person who was merged in the meantime is refused', async (on) => {
  await theShow(on);
  const admin = await anAdmin(on);
  const [ann, bea] = [await personOf(on, 'Ann Hale'), await personOf(on, 'Bea Cole')];
  await send(on, { about: 'person', of: ann, what: 'name', right: 'Anne Hale' });
  await admin.post(`/members/api/people/${ann}/merge`, { into: bea });
  expect(await admin.decide('apply', await admin.only())).toMatchObject({
    code: 409,
    msg: expect.stringContaining('Ann Hale has been merged with another entry, Bea Cole.'),
  });
  expect(await personOf(on, 'Ann Hale')).toBe(ann);
});
