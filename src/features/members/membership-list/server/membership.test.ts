import { expect } from 'vitest';
import { buildInvitation } from '#features/identity/sign-in/server/index.ts';
import { postEntry } from '#features/money/ledger/server/index.ts';
import { initialRenewalState } from '#features/money/subscriptions/renewal.ts';
import { createSubscription, createSubscriptionYear } from '#features/money/subscriptions/server/index.ts';
import { createInvitation } from '#features/society/accounts/server/index.ts';
import { deriveId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import { importsFeature } from '#platform/server/imports/feature.ts';
import { createWorkbook, toRowsXml } from '#tests/support/formats/workbook.ts';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { onEachEngine } from '#tests/support/site/engines.ts';
import { listSentMails } from '#tests/support/society/sent-mails.ts';
import { createSubscriptionSociety } from '#tests/support/society/subscribers.ts';
import { type MemberImportReport, MembershipListContent, MembershipRemindersContent } from '../contract.ts';
import { listReminderCandidates, recordManualReminder } from './reminders.ts';

const path = '/members/membership';
const api = '/members/api/membership';
const now = '2026-11-21T12:00:00.000Z';

type Row = Parameters<typeof createSubscription>[1];

/**
 * Creates a society with two plans, its secretary, who isn't an admin, and members who have paid, who owe a payment,
 * and who have never paid.
 */
async function createSociety({ a, as, db }: SiteTestContext) {
  const wim = await a.user({ role: 'admin', firstname: 'Wim', lastname: 'Webb' });
  const asAdmin = await as(wim);
  const plan = async (levelName: string) =>
    (
      await asAdmin.post('/members/api/admin/admin_settings/subs/add_new_plan', {
        ...{ levelName, amount: '25', period: 'yearly', renewal_month: '09' },
      })
    ).json().id as string;
  const [full, youth] = [await plan('Full member'), await plan('Youth')];
  const secretary = await a.user({ firstname: 'Sue', lastname: 'Penn', email: 'sue@players.example' });
  await a.allow(secretary, { get_subs: true });
  const member = (firstname: string, lastname: string) =>
    a.user({ firstname, lastname, email: `${firstname.toLowerCase()}@players.example`, phone_number: '01632 960118' });
  const [ruth, tom, dee] = [
    await member('Ruth', 'Calloway'),
    await member('Tom', 'Abbot'),
    await member('Dee', 'Moss'),
  ];
  const held = async (user_id: string, own: Partial<Row> = {}) => {
    const row: Row = {
      ...{
        id: deriveId(`${user_id} ${JSON.stringify(own)}`),
        user_id,
        plan_id: full,
        amount: 2500,
        card_id: null,
      },
      ...{ sub_for: 'SELF', name: '', phone_number: '', e_con_name: '', e_con_phone: '', status: 'active' },
      ...{
        started_on: '2025-09-01',
        renews_on: '2027-09-01',
        cancelled_at: null,
        created_at: now,
        ...initialRenewalState,
      },
      ...own,
    };
    await write(db, async (tx) => {
      await createSubscription(tx, row);
      const year = { subscription_id: row.id, begins_on: row.started_on, renews_on: row.renews_on, amount: 2500 };
      await createSubscriptionYear(tx, {
        ...year,
        id: deriveId(`year ${row.id}`),
        source: 'cash',
        entry_id: null,
      });
    });
  };
  await held(ruth.id);
  await held(ruth.id, { sub_for: 'OTHER', name: 'Pip Calloway', plan_id: youth, phone_number: '01632 960119' });
  await held(tom.id, { renews_on: '2026-09-01', status: 'lapsed' });
  return { full, youth, ruth, tom, dee, wim, held, asAdmin, secretary, ...(await as(secretary)) };
}

const buildCsvForm = (...lines: string[]) => {
  const form = new FormData();
  form.append('dry_run', '1');
  form.append('file', new File([lines.join('\n')], 'Members 2025.csv', { type: 'text/csv' }));
  return form;
};
const withoutDryRun = (form: FormData) => {
  form.set('dry_run', '0');
  return form;
};

onSite(
  'the membership list shows everybody’s status with families together, and can be searched, filtered and exported',
  async (on) => {
    const { full, youth, page, get } = await createSociety(on);
    const list = async (query = '') => MembershipListContent.strict().parse((await page(path + query)).content);
    const { members, by_status, by_plan } = await list();
    expect(members.map(({ name, payer, plan, status }) => [name, payer, plan, status])).toEqual([
      ['Tom Abbot', '', 'Full member', 'lapsed'],
      ['Ruth Calloway', '', 'Full member', 'active'],
      ['Pip Calloway', 'Ruth Calloway', 'Youth', 'active'],
      ['Dee Moss', '', '', 'never'],
      ['Sue Penn', '', '', 'never'],
      ['Wim Webb', '', '', 'never'],
    ]);
    expect(members[2]).toMatchObject({
      ...{ paid_until: '2027-08-31', renews_on: '2027-09-01', paid_by: 'cash', by_card: false, account: false },
      ...{ email: 'ruth@players.example', phone: '01632 960119' },
    });
    expect(by_status.filter(({ count }) => count > 0)).toEqual([
      { status: 'active', count: 2 },
      { status: 'lapsed', count: 1 },
      { status: 'never', count: 3 },
    ]);
    expect(by_plan).toEqual([
      { id: full, name: 'Full member', count: 1 },
      { id: youth, name: 'Youth', count: 1 },
    ]);
    const found = async (query: string) => (await list(query)).members.map(({ name }) => name);
    expect(await found('?q=calloway')).toEqual(['Ruth Calloway', 'Pip Calloway']);
    expect(await found(`?plan=${youth}`)).toEqual(['Pip Calloway']);
    expect(await found('?status=lapsed&sort=-paid_until')).toEqual(['Tom Abbot']);
    expect((await get(`${path}.csv?status=active`)).body.split('\r\n').slice(1)).toEqual([
      '"Ruth Calloway",,"Full member","Paid","2027-08-31",,"2027-09-01","cash","no","ruth@players.example","01632 960118","yes"',
      '"Pip Calloway","Ruth Calloway","Youth","Paid","2027-08-31",,"2027-09-01","cash","no","ruth@players.example","01632 960119","no"',
      '',
    ]);
  },
);

onEachSite('members who haven’t paid can be reminded after a preview, but only once a week', async (on) => {
  const { tom, post, page, upload } = await createSociety(on);
  await upload(`${api}/import`, withoutDryRun(buildCsvForm('name,email,plan,until', 'Nan Ford,,Full member,Aug 2026')));
  const reminders = async () => MembershipRemindersContent.strict().parse((await page(`${path}/reminders`)).content);
  const before = await reminders();
  expect(before.people).toMatchObject([{ name: 'Tom Abbot', owing: [{ plan: 'Full member', status: 'lapsed' }] }]);
  expect(before.left_out).toMatchObject([{ name: 'Nan Ford', why: 'We don’t have an email address for them.' }]);
  expect(before.mails).toMatchObject([{ to: 'Tom Abbot', account: true, subject: expect.any(String) }]);
  expect(before.mails[0]?.text).toContain('Your membership (Full member) was paid until 31 August 2026.');
  expect((await page(`${path}/reminders?status=due`)).content).toMatchObject({ status: 'due', people: [] });

  const people = before.people.map(({ key }) => key);
  expect((await post(`${api}/remind`, { people })).json()).toMatchObject({ code: 200, sent: 1, left_out: [] });
  const mail = await on.db.read.selectFrom('mail').selectAll().execute();
  expect(mail.filter(({ to }) => to === 'tom@players.example')).toMatchObject([{ text: before.mails[0]?.text }]);
  // The same reminder can't be sent again within a week
  expect((await post(`${api}/remind`, { people })).json()).toMatchObject({
    sent: 0,
    left_out: [{ name: 'Tom Abbot' }],
  });
  expect((await reminders()).left_out.map(({ name }) => name)).toEqual(['Nan Ford', 'Tom Abbot']);

  on.at('2026-11-28T12:00:00.000Z');
  expect((await reminders()).people).toHaveLength(1);
  // The member has paid in the meantime
  await write(on.db, (tx) =>
    tx
      .updateTable('subscription')
      .set({ status: 'active', renews_on: '2027-09-01' })
      .where('user_id', '=', tom.id)
      .execute(),
  );
  expect((await post(`${api}/remind`, { people })).json()).toMatchObject({
    ...{ sent: 0, msg: 'No emails were sent. One person is no longer on this list.' },
  });
});

onSite(
  'the preview of reminders filtered by status shows the email as it is sent, with everything the person owes',
  async (on) => {
    const { tom, youth, held, page, post } = await createSociety(on);
    await held(tom.id, { sub_for: 'OTHER', name: 'Kit Abbot', plan_id: youth, renews_on: '2026-11-15' });
    const { people, mails } = MembershipRemindersContent.parse((await page(`${path}/reminders?status=lapsed`)).content);
    expect(people.map(({ owing }) => owing.map(({ name, status }) => [name, status]))).toEqual([
      [
        ['Tom Abbot', 'lapsed'],
        ['Kit Abbot', 'due'],
      ],
    ]);
    await post(`${api}/remind`, { people: people.map(({ key }) => key) });
    const sent = await on.db.read.selectFrom('mail').select('text').where('to', '=', 'tom@players.example').execute();
    expect(sent).toEqual([{ text: mails[0]?.text }]);
  },
);

onEachSite('a reminder greets people by first name, even if an imported list had “SURNAME, FIRST NAME”', async (on) => {
  const { full, page, upload } = await createSociety(on);
  const list = buildCsvForm('name,email,plan,until', '"POTTS, MRS JEAN",jean@potts.example,Full member,Aug 2026');
  await upload(`${api}/import`, withoutDryRun(list));
  const mailTo = async (name: string) => {
    const { mails } = MembershipRemindersContent.parse((await page(`${path}/reminders`)).content);
    return mails.find(({ to }) => to === name)?.text;
  };
  expect(await mailTo('Jean Potts')).toContain('Hello Jean,');
  // An import now stores “Kate Brown”, but an existing row may still have the last name first
  await write(on.db, (tx) => tx.updateTable('paper_member').set({ name: 'BROWN, KATE', plan_id: full }).execute());
  expect(await mailTo('BROWN, KATE')).toContain('Hello Kate,');
});

onEachSite(
  'a couple that shares an email address gets one reminder that greets both and names each membership once',
  async (on) => {
    const { page, post, upload } = await createSociety(on);
    const list = buildCsvForm(
      'name,email,plan,until',
      'Nora Penn,home@penn.example,Full member,31/8/26',
      'OWEN PENN,HOME@penn.example,Full member,31/8/26',
      'Owen Penn,home@penn.example,Full member,31/8/25',
    );
    await upload(`${api}/import`, withoutDryRun(list));
    const { people } = MembershipRemindersContent.parse((await page(`${path}/reminders`)).content);
    const couple = people.find(({ email }) => email.toLowerCase() === 'home@penn.example');
    expect(couple).toMatchObject({ name: 'Nora Penn and Owen Penn', owing: [{}, {}] });
    await post(`${api}/remind`, { people: [couple?.key] });
    const mails = (await on.db.read.selectFrom('mail').selectAll().execute()).filter(({ to }) => /penn/i.test(to));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('Hello Nora and Owen,');
    expect(mails[0]?.text.match(/The membership of .*\./g)).toEqual([
      'The membership of Nora Penn (Full member) was paid until 31 August 2026.',
      'The membership of Owen Penn (Full member) was paid until 31 August 2026.',
    ]);
    expect(mails[0]?.text).not.toContain('Your membership (');
  },
);

onSite(
  'without JavaScript, sending reminders redirects to the list; if nobody is chosen, the list has an error',
  async (on) => {
    const { post } = await createSociety(on);
    const browser = {
      accept: 'text/html,*/*;q=0.8',
      origin: 'http://players.example',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const sent = (typed: string) => post(`${api}/remind`, typed, browser);
    const none = await sent('');
    expect([none.statusCode, `${none.headers['content-type']}`.split(';')[0]]).toEqual([400, 'text/html']);
    expect(none.body).toContain('Choose somebody to email.');
    expect(none.body).toContain('Tom Abbot');
    const one = await sent('people=tom%40players.example');
    expect([one.statusCode, one.headers.location]).toEqual([303, `${path}/reminders`]);
    const mail = await on.db.read.selectFrom('mail').select('to').execute();
    expect(mail.map(({ to }) => to)).toContain('tom@players.example');
  },
);

onEachSite('a member whom the site has just emailed is left out of the secretary’s reminders', async (on) => {
  const { tom, page } = await createSociety(on);
  await write(on.db, (tx) =>
    tx
      .updateTable('subscription')
      .set({ status: 'active', tries: 1, tried_on: '2026-11-20' })
      .where('user_id', '=', tom.id)
      .execute(),
  );
  expect((await page(`${path}/reminders`)).content).toMatchObject({
    people: [],
    left_out: [{ name: 'Tom Abbot', why: 'Emailed automatically on 20 November 2026, less than a week ago.' }],
  });
});

onEachEngine('a member whom the secretary has just reminded gets the site’s own email a week later', async ({ db }) => {
  const on = await createSubscriptionSociety(db);
  const [ruth, tom] = ['ruth@members.example', 'tom@members.example'];
  await on.member(ruth, { card: false });
  await on.member(tom);
  await on.mornings(['2027-08-02', '2027-08-25']);
  // The membership year ended at midnight, and the site sends its own emails only in the morning
  const at = '2027-09-01T01:00:00.000Z';
  const { environment } = on.paymentProvider;
  const owing = await listReminderCandidates(db.read, { today: '2027-09-01', now: at, environment });
  expect(owing.map(({ key, skip_reason: why_not }) => `${key} ${why_not}`).sort()).toEqual([`${ruth} `, `${tom} `]);
  await write(db, async (tx) => {
    for (const { key } of owing) await recordManualReminder(tx, key, at);
  });
  await on.mornings(['2027-09-01', '2027-09-07', '2027-09-08']);
  expect((await on.told(ruth)).slice(2)).toEqual(['2027-09-08 Your membership of Our drama society is due']);
  expect(on.charged()).toEqual(['2027-09-01 2500']);
});

onEachSite('cancelling a renewal from the list emails the member only if the secretary chooses to', async (on) => {
  const { ruth, page, post } = await createSociety(on);
  const renewing = async () =>
    MembershipListContent.parse((await page(`${path}?q=calloway`)).content).members.map((one) => ({
      ...{ id: one.id, name: one.name, can_cancel: one.can_cancel, status: one.status },
    }));
  const [own, pip] = await renewing();
  expect([own, pip]).toMatchObject([
    { name: 'Ruth Calloway', can_cancel: true },
    { name: 'Pip Calloway', can_cancel: true },
  ]);
  const cancel = async (id: string | undefined, tell: string) =>
    (await post(`/members/api/subscriptions/${id}/cancel`, { reason: 'Moved away', tell })).json();
  expect(await cancel(pip?.id, 'yes')).toMatchObject({ code: 200, msg: expect.stringContaining('mail') });
  const listEmailTexts = async () => (await listSentMails(on.db.read)).map(({ to, text }) => `${to}: ${text}`);
  expect(await listEmailTexts()).toEqual([
    expect.stringMatching(/^ruth@.*We have cancelled the renewal of your subscription \(Youth for Pip Calloway\)/s),
  ]);
  // Ruth has died, so the secretary chooses that no email is sent
  expect(await cancel(own?.id, 'no')).toMatchObject({ code: 200, msg: expect.stringContaining('No email is sent.') });
  expect(await listEmailTexts()).toHaveLength(1);
  expect(await renewing()).toMatchObject([
    { status: 'cancelled', can_cancel: false },
    { status: 'cancelled', can_cancel: false },
  ]);
  const log = await on.db.read
    .selectFrom('audit')
    .select(['action', 'subject', 'detail'])
    .orderBy('detail', 'desc')
    .execute();
  expect(log.filter(({ action }) => action === 'subscription.renewal_cancelled')).toMatchObject([
    { subject: ruth.id, detail: 'for Pip Calloway: Moved away' },
    { subject: ruth.id, detail: 'Moved away' },
  ]);
  const { members } = MembershipListContent.parse((await page(`${path}?q=sue`)).content);
  expect(members).toMatchObject([{ name: 'Sue Penn', can_cancel: false }]);
});

onSite('a member with a disabled account can’t be reminded by hand', async (on) => {
  const { tom, page, post } = await createSociety(on);
  await write(on.db, (tx) => tx.updateTable('user').set({ status: 'deactivated' }).where('id', '=', tom.id).execute());
  expect((await page(`${path}/reminders`)).content).toMatchObject({
    people: [],
    left_out: [{ name: 'Tom Abbot', why: expect.stringContaining('isn’t active') }],
  });
  expect((await post(`${api}/remind`, { people: ['tom@players.example'] })).json()).toMatchObject({ sent: 0 });
});

onSite('rows pasted from a spreadsheet are previewed and imported like a file', async (on) => {
  const { upload, page } = await createSociety(on);
  for (const cell of ['\t', ',']) {
    const rows = [
      ['name', 'email', 'plan', 'paid on'],
      [`Nan Ford ${cell === ',' ? 2 : 1}`, '', 'Youth', '3/9/2026'],
    ];
    const form = (dryRun: string) => {
      const body = new FormData();
      body.append('file', new Blob([]), '');
      body.append('pasted', rows.map((row) => row.join(cell)).join('\n'));
      body.append('dry_run', dryRun);
      return body;
    };
    expect((await upload(`${api}/import`, form('1'))).body).toMatchObject({
      code: 200,
      report: { dry_run: true, rows: [{ line: 2, name: rows[1]?.[0] }], refused: [], unused: [] },
    });
    expect((await upload(`${api}/import`, form('0'))).body).toMatchObject({ code: 200, report: { dry_run: false } });
  }
  expect((await page(`${path}?q=ford&account=no`)).content.members).toMatchObject([
    { name: 'Nan Ford 1' },
    { name: 'Nan Ford 2' },
  ]);
  const nothing = new FormData();
  nothing.append('dry_run', '1');
  expect((await upload(`${api}/import`, nothing)).body).toMatchObject({
    code: 400,
    fields: { file: 'Choose the spreadsheet to import, or paste its rows.' },
  });
});

onSite('a paper list is previewed row by row, and importing it again changes nothing', async (on) => {
  const { upload, page, send, asAdmin } = await createSociety(on);
  const list = () =>
    buildCsvForm(
      'Name;E-Mail;Membership;Paid on;How;Shoe size',
      'Dee Moss;;Full member;3/9/2025;cheque;5',
      'R. Calloway;RUTH@players.example;Full member;3/9/2025;cash;6',
      'Nan Ford;nan@ford.example;Youth;3/9/2026;cash;4',
      'Tim Ford;nan@ford.example;Youth;3/9/2026;cash;4',
      'Nobody;;Gold;3/9/2025;cash;4',
      'Short row',
    );
  const counted = async () => (await on.db.read.selectFrom('subscription').select('id').execute()).length;
  const before = await counted();
  const { body } = await upload(`${api}/import`, list());
  expect(body).toMatchObject({ code: 200, report: { dry_run: true, unused: ['Shoe size'] } });
  const { rows, refused } = body.report as { rows: { words: string }[]; refused: object[] };
  expect(rows.map(({ words }) => words)).toEqual([
    'Paid until 31 August 2026. Added to the account of Dee Moss (matched by name).',
    'Already known, paid until 31 August 2027: no change.',
    'Paid until 31 August 2027. No account yet: added to the list without one.',
    'Paid until 31 August 2027. No account yet: added to the list without one.',
  ]);
  expect(refused).toMatchObject([{ line: 6, column: 'Membership' }, { line: 7 }]);
  expect(await counted()).toBe(before);

  expect((await upload(`${api}/import`, withoutDryRun(list()))).body).toMatchObject({
    code: 200,
    report: { dry_run: false },
  });
  const dee = (await page(`${path}?q=dee`)).content.members;
  expect(dee).toMatchObject([{ status: 'lapsed', paid_until: '2026-08-31', paid_by: 'cheque' }]);
  const fords = async () => (await page(`${path}?q=ford&account=no`)).content.members as { id: string; name: string }[];
  expect(await fords()).toMatchObject([
    { name: 'Nan Ford', status: 'active', account: false, invited: false },
    { name: 'Tim Ford' },
  ]);
  const after = await counted();
  await upload(`${api}/import`, withoutDryRun(list()));
  expect([await counted(), (await fords()).length]).toEqual([after, 2]);
  // The imported payments aren't in the ledger
  expect(await on.db.read.selectFrom('entry').select('id').execute()).toEqual([]);

  const tim = (await fords())[1]?.id;
  expect((await send('DELETE', `${api}/${tim}`)).json()).toMatchObject({ code: 200 });
  expect((await send('DELETE', `${api}/${tim}`)).json().code).toBe(404);
  expect(await fords()).toHaveLength(1);
  const closed = await asAdmin.send('DELETE', '/members/api/admin/admin_settings/subs/aaaaaaaaaaaaaaaa');
  expect(closed.statusCode).toBeLessThan(500);
});

onEachSite('a member list with duplicates isn’t imported until a choice is made for each of them', async (on) => {
  const { upload } = await createSociety(on);
  const list = (dry_run: '0' | '1', people: readonly string[] = []) => {
    const form = buildCsvForm(
      'name,email,plan,until',
      '"SMITH, JOHN",john@smith.example,Full member,Aug 2026',
      'john smith,JOHN@SMITH.example,Full member,Aug 2027',
      'Joan Smith,john@smith.example,Full member,Aug 2027',
      'Bob Lee,,Full member,Aug 2027',
      'Bob Lee,,Full member,Aug 2027',
    );
    form.set('dry_run', dry_run);
    form.append('asks', '1');
    for (const said of people) form.append('people', said);
    return form;
  };
  const paper = () => on.db.read.selectFrom('paper_member').select(['name', 'email']).orderBy('name').execute();
  const preview = (await upload(`${api}/import`, list('1'))).body;
  expect(preview.report).toMatchObject({
    rows: [{ words: expect.stringMatching(/^The same person as line 3/) }, {}, {}, {}, {}],
    duplicates: [
      { key: 'address 2,3,4', shared: 'john@smith.example', differ: ['John Smith', 'Joan Smith'], chosen: '' },
      { key: 'name 5,6', shared: 'Bob Lee', chosen: '' },
    ],
  });
  const early = (await upload(`${api}/import`, list('0', ['several address 2,3,4']))).body;
  expect(early).toMatchObject({
    msg: expect.stringContaining('Nothing has been imported yet.'),
    report: { dry_run: true, duplicates: [{ chosen: 'several' }, { chosen: '' }] },
  });
  expect(await paper()).toEqual([]);
  const done = (await upload(`${api}/import`, list('0', ['several address 2,3,4', 'several name 5,6']))).body;
  expect(done).toMatchObject({ msg: 'List imported.', report: { refused: [] } });
  const imported = [
    { name: 'Bob Lee', email: '' },
    { name: 'Bob Lee', email: '' },
    { name: 'Joan Smith', email: 'john@smith.example' },
    { name: 'John Smith', email: 'JOHN@SMITH.example' },
  ];
  expect(await paper()).toEqual(imported);
  await upload(`${api}/import`, list('0', ['several address 2,3,4', 'several name 5,6']));
  expect(await paper()).toEqual(imported);
});

onEachSite('an import of a list that changes nothing says so, and is neither recorded nor logged', async (on) => {
  const { upload, get } = await createSociety(on);
  const send = async (...rows: string[]) =>
    (await upload(`${api}/import`, withoutDryRun(buildCsvForm('name,plan,until', ...rows)))).body.msg;
  const recorded = async () => [
    (await get(`${api}/import`)).json().imports,
    await on.db.read.selectFrom('audit').select('detail').where('action', '=', 'membership.imported').execute(),
  ];
  expect(await send('Nan Ford,Gold,Aug 2027')).toBe('Nothing was imported.');
  expect(await recorded()).toEqual([[], []]);
  expect(await send('Nan Ford,Full member,Aug 2027')).toBe('List imported.');
  expect(await send('Nan Ford,Full member,Aug 2027')).toBe('Nothing was imported.');
  expect(await recorded()).toMatchObject([[{ rows: 1 }], [{}]]);
  // The first write of this list changes nothing, and the second one adds a member
  const known = Array.from({ length: 100 }, () => 'Nan Ford,Full member,Aug 2027');
  expect(await send(...known, 'Tim Lee,Full member,Aug 2027')).toBe('List imported.');
  expect(await recorded()).toMatchObject([
    [{ rows: 1 }, { rows: 1 }],
    [{}, {}],
  ]);
});

onEachSite('the import asks about dates far ahead, and imports or rejects those rows as chosen', async (on) => {
  const { upload } = await createSociety(on);
  const list = (dry_run: '0' | '1', far_ahead = '') => {
    const form = buildCsvForm('name,plan,until', 'Nan Ford,Full member,31/8/27', 'Tim Lee,Full member,31/8/2062');
    form.set('dry_run', dry_run);
    form.append('asks', '1');
    form.append('far_ahead', far_ahead);
    return form;
  };
  const paper = async () =>
    (await on.db.read.selectFrom('paper_member').select('name').orderBy('name').execute()).map(({ name }) => name);
  expect((await upload(`${api}/import`, list('1'))).body).toMatchObject({
    report: { far_ahead: { rows: [{ line: 3, name: 'Tim Lee', paid_until: '2062-08-31' }], chosen: '' } },
  });
  expect((await upload(`${api}/import`, list('0'))).body).toMatchObject({
    msg: 'Nothing has been imported yet. First choose what to do with dates that are far ahead, under “Are these dates right?”.',
    report: { dry_run: true },
  });
  expect(await paper()).toEqual([]);
  expect((await upload(`${api}/import`, list('0', 'skip'))).body).toMatchObject({
    msg: 'List imported.',
    report: { refused: [{ line: 3, column: 'until', reason: 'the date is far ahead' }] },
  });
  expect(await paper()).toEqual(['Nan Ford']);
  await upload(`${api}/import`, list('0', 'import'));
  expect(await paper()).toEqual(['Nan Ford', 'Tim Lee']);
});

onSite('each unclear plan name is listed once with its assumed meaning, which the user can change', async (on) => {
  const { upload, full, youth } = await createSociety(on);
  const list = (...plans: string[]) => {
    const form = buildCsvForm(
      'name,plan,until',
      'Nan Ford,Full,Aug 27',
      'Tim Lee,FULL,Aug 2027',
      'Una Orr,Gold,Aug 2027',
      'Total,,42',
    );
    for (const plan of plans) form.append('plans', plan);
    return form;
  };
  const preview = (await upload(`${api}/import`, list())).body.report;
  expect(preview).toMatchObject({
    rows: [
      { line: 2, remarks: ['“Aug 27” is read as August 2027.'] },
      { line: 3, remarks: [] },
    ],
    refused: [{ line: 4, column: 'plan' }],
    skipped: [{ line: 5, text: 'Total' }],
    plan_names: [
      { key: 'full', name: 'Full', lines: [2, 3], plan_id: full },
      { key: 'gold', name: 'Gold', lines: [4], plan_id: '' },
    ],
  });
  expect((await upload(`${api}/import`, list(`none full`, `${youth} gold`))).body.report).toMatchObject({
    rows: [{ line: 4 }],
    refused: [{ line: 2 }, { line: 3 }],
    plan_names: [{ plan_id: 'none' }, { plan_id: youth }],
  });
});

onSite('the file of rejected rows of a member list can be corrected and imported', async (on) => {
  const { upload } = await createSociety(on);
  const first = buildCsvForm(
    'Surname;Forename;Membership;Expires;Paid by',
    'FORD;MRS NAN;Full;31/02/26;SO',
    'Lee;Tim;Gold;31.8.27;chq',
  );
  const report = (await upload(`${api}/import`, withoutDryRun(first))).body.report as MemberImportReport;
  expect(report).toMatchObject({ rows: [], refused: [{ line: 2 }, { line: 3 }] });
  const corrected = report.rejected_csv.replace('"31/02/26"', '"28/02/26"').replace('"Gold"', '"Full"').trimEnd();
  expect(
    (await upload(`${api}/import`, withoutDryRun(buildCsvForm(...corrected.split('\r\n'))))).body.report,
  ).toMatchObject({
    refused: [],
    rows: [{ name: 'Nan Ford' }, { name: 'Tim Lee' }],
  });
});

onEachSite('importing a list removes the paper row of a member who has an account with another address', async (on) => {
  const { upload, page } = await createSociety(on);
  const list = () => buildCsvForm('name,email,plan,until', 'Ruth Marsh,ruth@old.example,Full member,Aug 2026');
  const year = (row: string) => upload(`${api}/import`, withoutDryRun(buildCsvForm('name,email,plan,until', row)));
  await year('Ruth Marsh,ruth@old.example,Youth,Aug 2025');
  await upload(`${api}/import`, withoutDryRun(list()));
  // Ruth's account, which has a subscription, gets the name that is on the list
  await write(on.db, (tx) =>
    tx.updateTable('user').set({ lastname: 'Marsh' }).where('email', '=', 'ruth@players.example').execute(),
  );
  const { report } = (await upload(`${api}/import`, list())).body as { report: { rows: object[] } };
  expect(report.rows).toMatchObject([{ to: 'account', words: expect.stringContaining('only under their account') }]);
  const pip = { name: 'Pip Calloway', payer: 'Ruth Marsh', account: false };
  const noAccount = async () => (await page(`${path}?account=no&q=marsh`)).content.members;
  expect(await noAccount()).toMatchObject([{ name: 'Ruth Marsh', payer: '' }, pip]);
  await upload(`${api}/import`, withoutDryRun(list()));
  // Ruth's paper row is removed, and her former plan isn't listed either
  expect(await noAccount()).toMatchObject([pip]);
});

onSite('a member who changed plans on a paper list isn’t reminded of the previous plan', async (on) => {
  const { upload, page, send } = await createSociety(on);
  const year = (plan: string, until: string) =>
    upload(
      `${api}/import`,
      withoutDryRun(buildCsvForm('name,email,plan,until', `Nan Ford,nan@ford.example,${plan},${until}`)),
    );
  await year('Full member', 'Aug 2026');
  await year('Youth', 'Aug 2027');
  const { people } = MembershipRemindersContent.parse((await page(`${path}/reminders`)).content);
  expect(people.map(({ name }) => name)).toEqual(['Tom Abbot']);
  const nan = async () => (await page(`${path}?q=nan`)).content.members as { id: string }[];
  expect(await nan()).toMatchObject([{ plan: 'Youth', status: 'active' }]);
  // After the removal, the list doesn't show the former plan
  await send('DELETE', `${api}/${(await nan())[0]?.id}`);
  expect(await nan()).toEqual([]);
});

onEachSite(
  'a cash payment entered under a member’s name counts for that member until it is fully refunded',
  async (on) => {
    const { full, page, post } = await createSociety(on);
    const books = '/members/api/get_sums';
    const cash = { name: 'Dee Moss', day: '2026-11-20' };
    // An older version posted entries in this form: it didn't look names up in the list of members
    const about = { about: 'subscription', plan_id: full, label: 'Full member' } as const;
    const at = { id: 'cashofdeemoss001', at: now, day: cash.day, kind: 'charge', pence: 2500, source: 'cash' } as const;
    await write(on.db, (tx) => postEntry(tx, { ...at, environment: 'production', about, payer: { name: cash.name } }));
    const dee = async () => (await page(`${path}?q=dee`)).content.members;
    expect(await dee()).toMatchObject([{ status: 'active', paid_until: '2027-08-31' }]);
    const { id } = await on.db.read.selectFrom('entry').select('id').executeTakeFirstOrThrow();
    const back = async (amount: string, refunded: number) =>
      (
        await post(`${books}/entries/${id}/refund`, { amount, reason: 'Moved away', attempt: `refunded ${refunded}` })
      ).json();
    expect(await back('5', 0)).toMatchObject({ code: 200 });
    expect(await dee()).toMatchObject([{ status: 'active' }]);
    expect(await back('20', 500)).toMatchObject({ code: 200 });
    expect(await dee()).toMatchObject([{ status: 'never', paid_until: '' }]);
  },
);

onEachSite('a list can be imported from an Excel workbook', async (on) => {
  const { upload } = await createSociety(on);
  const rows = `${toRowsXml(['Name', 'Phone', 'Membership', 'Until'])}<row r="2"><c t="str"><v>Nan Ford</v></c><c s="2"><v>1632960119</v></c><c t="str"><v>Full member</v></c><c s="1"><v>46265</v></c></row>`;
  const form = buildCsvForm();
  form.set('file', new File([createWorkbook({ sheets: { A: rows }, formats: [14, '00000000000'] })], 'Members.xlsx'));
  expect((await upload(`${api}/import`, withoutDryRun(form))).body).toMatchObject({
    code: 200,
    report: { refused: [] },
  });
  expect(await on.db.read.selectFrom('paper_member').select(['name', 'phone', 'paid_until']).execute()).toEqual([
    { name: 'Nan Ford', phone: '01632960119', paid_until: '2026-08-31' },
  ]);
});

onEachSite('without JavaScript, posting a list shows the preview first and the result after confirming', async (on) => {
  const { upload } = await createSociety(on);
  const sent = (form: FormData) => upload(`${api}/import`, form, { accept: 'text/html,*/*;q=0.8' });
  const empty = new FormData();
  empty.append('dry_run', '1');
  const none = await sent(empty);
  expect([none.status, none.body.html]).toEqual([
    400,
    expect.stringContaining('Choose the spreadsheet to import, or paste its rows.'),
  ]);
  const list = () => buildCsvForm('name,plan,until', 'Nan Ford,Full member,Aug 2027');
  const preview = await sent(list());
  expect([preview.status, preview.body.html]).toEqual([
    200,
    expect.stringMatching(/Nothing has been changed yet.*Nan Ford/s),
  ]);
  const paper = () => on.db.read.selectFrom('paper_member').select('name').execute();
  expect(await paper()).toEqual([]);
  expect((await sent(withoutDryRun(list()))).body.html).toContain('List imported.');
  expect(await paper()).toEqual([{ name: 'Nan Ford' }]);
});

onSite('a paper membership moves to the account that is created with its email address', async (on) => {
  const { get, upload, page, wim, asAdmin } = await createSociety(on);
  const list = buildCsvForm(
    'name,email,plan,until',
    'Tim Ford,nan@ford.example,Youth,Aug 2027',
    'Nan Ford,Nan@Ford.example,Full member,Aug 2027',
  );
  await upload(`${api}/import`, withoutDryRun(list));
  const someone = { firstname: 'Nan', lastname: 'Ford', email: 'nan@ford.example' };
  const { row, token } = buildInvitation({ ...someone, role: 'member', by: wim.id }, now);
  await write(on.db, (tx) => createInvitation(tx, row));
  expect((await page(`${path}?q=ford`)).content.members).toMatchObject([{ invited: true }, { invited: true }]);
  const made = await on.post('/members/api/register', {
    ...{ ...someone, invitation: token, password: 'a lamp in the window', confirm_password: 'a lamp in the window' },
  });
  expect(made.json()).toMatchObject({ code: 200 });
  expect((await page(`${path}?q=ford`)).content.members).toMatchObject([
    {
      name: 'Nan Ford',
      payer: '',
      plan: 'Full member',
      account: true,
      paid_until: '2027-08-31',
      renews_on: '2027-09-01',
    },
    { name: 'Tim Ford', payer: 'Nan Ford', plan: 'Youth', account: false },
  ]);
  // Nan pays for Tim, so the list, its filter and its spreadsheet show the account as Nan's
  const named = async (account: string) =>
    ((await page(`${path}?q=ford&account=${account}`)).content.members as { name: string }[]).map(({ name }) => name);
  expect([await named('yes'), await named('no')]).toEqual([['Nan Ford'], ['Tim Ford']]);
  const rows = async (account: string) =>
    (await get(`${path}.csv?q=ford&account=${account}`)).body.trim().split('\r\n');
  expect((await rows('yes')).slice(1)).toEqual([expect.stringMatching(/^"Nan Ford",.*,"yes"$/)]);
  expect((await rows('no')).slice(1)).toEqual([expect.stringMatching(/^"Tim Ford",.*,"no"$/)]);
  expect(await on.db.read.selectFrom('paper_member').select('id').execute()).toEqual([]);
  const deleted = (await page(path)).content.by_plan as { id: string }[];
  const answer = await asAdmin.send('DELETE', `/members/api/admin/admin_settings/subs/${deleted[0]?.id}`);
  expect(answer.json().code).toBe(409);
});

onSite('a file that isn’t a list of members is refused with the reason', async (on) => {
  const { upload } = await createSociety(on);
  const said = async (...lines: string[]) => (await upload(`${api}/import`, buildCsvForm(...lines))).body.msg;
  expect(await said('title,year', 'Hamlet,1987')).toContain('there’s no “name” or “first name” and “last name”');
  expect(await said('name,email', 'Ann,ann@a.example')).toContain('there’s no “until” or “paid on”');
  expect(await said('')).toBe('The file is empty.');
  expect(await said('name,until', ...Array.from({ length: 2001 }, (_, n) => `Ann ${n},Aug 2027`))).toContain('2,000');
});

onSite('an import leaves out members marked as refunded, and asks about a status that it doesn’t know', async (on) => {
  const { upload } = await createSociety(on);
  const rows = ['Nan Ford,Full member,Aug 2027,Refunded', 'Wilf Marsh,Full member,Aug 2027,Rolled over'];
  const send = async (answer?: string) => {
    const form = buildCsvForm('name,plan,until,Status', ...rows);
    if (answer) form.append('answers', answer);
    return (await upload(`${api}/import`, form)).body.report as MemberImportReport;
  };
  expect(await send()).toMatchObject({
    rows: [],
    unused: [],
    skipped: [{ line: 2, text: 'Nan Ford: “Refunded”' }],
    refused: [{ line: 3, column: 'Status' }],
    questions: [{ key: 'status rolled over', examples: ['Rolled over'], answer: 'reject' }],
  });
  expect(await send('status rolled over=import')).toMatchObject({ rows: [{ line: 3, to: 'new' }], refused: [] });
});

onSite(
  'if one date can only have the month first, all dates are read month first unless somebody chooses otherwise',
  async (on) => {
    const { upload } = await createSociety(on);
    const form = buildCsvForm(
      'name,plan,until',
      'Nan Ford,Full member,08/31/2027',
      'Wilf Marsh,Full member,06/07/2027',
    );
    expect((await upload(`${api}/import`, form)).body.report).toMatchObject({
      rows: [{ words: expect.stringContaining('31 August 2027') }, { words: expect.stringContaining('7 June 2027') }],
      questions: [{ key: 'dates', answer: 'month first' }],
    });
    form.append('answers', 'dates=day first');
    expect((await upload(`${api}/import`, form)).body.report).toMatchObject({
      rows: [{ line: 3, words: expect.stringContaining('6 July 2027') }],
      refused: [{ line: 2, reason: expect.stringContaining('if your file has the month first, choose that') }],
    });
  },
);

onSite('a column with an unknown heading is imported once somebody chooses its meaning', async (on) => {
  const { upload } = await createSociety(on);
  const list = ['Who,Sort,Ends,Who told us', 'Nan Ford,Full member,Aug 2027,Sue', 'Wilf Marsh,Gold,Aug 2027,Sue'];
  const unread = await upload(`${api}/import`, buildCsvForm(...list));
  expect(unread.body).toMatchObject({
    code: 400,
    columns: [{ heading: 'Who', column: '', sample: 'Nan Ford' }, {}, {}, {}],
    column_choices: expect.arrayContaining(['name', 'plan', 'until']),
  });
  const form = buildCsvForm(...list);
  for (const column of ['name', 'plan', 'until', '']) form.append('columns', column);
  const report = (await upload(`${api}/import`, form)).body.report as MemberImportReport;
  expect(report).toMatchObject({
    rows: [{ line: 2, name: 'Nan Ford', to: 'new' }],
    refused: [{ line: 3, column: 'Sort', reason: expect.stringContaining('isn’t one of our plans') }],
    unused: ['Who told us'],
  });
  expect(report.rejected_csv.split('\r\n')[1]).toMatch(/^"3","Sort",".*","Wilf Marsh","Gold","Aug 2027","Sue"$/);
});

onEachSite(
  'undoing an import of members restores earlier payments and removes the people that the import added',
  async (on) => {
    const { upload, get, post, tom } = await createSociety(on);
    const send = (...rows: string[]) =>
      upload(`${api}/import`, withoutDryRun(buildCsvForm('name,email,plan,until', ...rows)));
    const subscriptionsOfTom = () =>
      on.db.read.selectFrom('subscription').select('status').where('user_id', '=', tom.id).execute();
    await send('Nan Ford,nan@players.example,Full member,Aug 2025');
    await send(
      'Nan Ford,nan@players.example,Full member,Aug 2026',
      'Wilf Marsh,,Full member,Aug 2026',
      'Tom Abbot,tom@players.example,Full member,Aug 2027',
    );
    const paid = async () =>
      Object.fromEntries(
        (await on.db.read.selectFrom('paper_member').select(['name', 'paid_until']).orderBy('name').execute()).map(
          (row) => [row.name, row.paid_until],
        ),
      );
    expect(await paid()).toEqual({ 'Nan Ford': '2026-08-31', 'Wilf Marsh': '2026-08-31' });
    expect(await subscriptionsOfTom()).toHaveLength(2);
    const { imports } = (await get(`${api}/import`)).json();
    const last = imports.find(({ rows }: { rows: number }) => rows === 3);
    const undone = (await post(`${api}/import/${last.id}/undo`, { dry_run: '0' })).json();
    expect(undone).toMatchObject({ code: 200, kept: [] });
    expect([...undone.undone].sort()).toEqual(['Nan Ford', 'Tom Abbot', 'Wilf Marsh']);
    expect(await paid()).toEqual({ 'Nan Ford': '2025-08-31' });
    expect(await subscriptionsOfTom()).toEqual([{ status: 'lapsed' }]);
  },
);

/** Returns functions that import a list of members and undo the latest import. */
function memberImports({
  upload,
  get,
  post,
  at,
}: Awaited<ReturnType<typeof createSociety>> & Pick<SiteTestContext, 'at'>) {
  let imported = 0;
  const send = async (heading: string, ...rows: string[]) => {
    // Each import has a later time, so that the list of imports begins with the latest
    imported += 1;
    at(`2026-11-21T12:0${imported}:00.000Z`);
    const { report } = (await upload(`${api}/import`, withoutDryRun(buildCsvForm(heading, ...rows)))).body;
    return report as MemberImportReport;
  };
  const undo = async () => {
    const { imports } = (await get(`${api}/import`)).json();
    return (await post(`${api}/import/${imports[0].id}/undo`, { dry_run: '0' })).json();
  };
  return { send, undo };
}

onEachSite(
  'undoing an import keeps the subscription of a member whose entry on the list was merged into their account',
  async (on) => {
    const about = await createSociety(on);
    const { send, undo } = memberImports({ ...about, at: on.at });
    const heading = 'name,email,plan,until';
    await send(heading, 'Dee Marsh,dee@old.example,Full member,Aug 2026');
    await write(on.db, (tx) =>
      tx.updateTable('user').set({ lastname: 'Marsh' }).where('id', '=', about.dee.id).execute(),
    );
    await send(heading, 'Dee Marsh,dee@old.example,Full member,Aug 2027');
    expect(await on.db.read.selectFrom('paper_member').select('id').execute()).toEqual([]);
    expect(await undo()).toMatchObject({
      undone: [],
      kept: [{ name: 'Dee Marsh', reason: 'their entry on the list was merged into their account' }],
    });
    const held = on.db.read.selectFrom('subscription').select('renews_on').where('user_id', '=', about.dee.id);
    expect(await held.execute()).toEqual([{ renews_on: '2027-09-01' }]);
    // An erasure also deletes the import's row that has the account's id
    const rows = () =>
      on.db.read.selectFrom('imported_row').select('kind').where('row_id', '=', about.dee.id).execute();
    expect(await rows()).toHaveLength(1);
    const holder = { id: about.dee.id, email: '', phone: '', name: '', names: [] };
    await write(on.db, async (tx) => {
      for (const { erase } of importsFeature.personalData ?? []) await erase?.(tx, holder, { shownName: '', at: now });
    });
    expect(await rows()).toEqual([]);
  },
);

onEachSite(
  'undoing an import keeps people who have paid since, and reports people who have been removed from the list since',
  async (on) => {
    const about = await createSociety(on);
    const { send, undo } = memberImports({ ...about, at: on.at });
    const heading = 'name,plan,until';
    await send(heading, 'Nan Ford,Full member,Aug 2025');
    await send(heading, 'Nan Ford,Full member,Aug 2026', 'Wilf Marsh,Full member,Aug 2026', 'Tim Lee,Youth,Aug 2026');
    const paper = () =>
      on.db.read.selectFrom('paper_member').select(['id', 'name', 'paid_until']).orderBy('name').execute();
    const [nan, tim, wilf] = await paper();
    const subscription = { about: 'subscription', plan_id: about.full, label: 'Full member' } as const;
    const charge = { at: now, day: '2026-11-21', kind: 'charge', pence: 500, source: 'cash' } as const;
    await write(on.db, async (tx) => {
      for (const payer of [nan, wilf]) {
        const { id = '', name = '' } = payer ?? {};
        const entry = { ...charge, about: subscription, id: deriveId(`part ${name}`) };
        await postEntry(tx, { ...entry, environment: 'production', payer: { id, name } });
      }
      await tx
        .deleteFrom('paper_member')
        .where('id', '=', tim?.id ?? '')
        .execute();
    });
    expect(await undo()).toMatchObject({
      undone: [],
      kept: [
        { name: 'Nan Ford', reason: 'a payment from them is recorded' },
        { name: 'Somebody', reason: 'no longer on the list' },
        { name: 'Wilf Marsh', reason: 'a payment from them is recorded' },
      ],
    });
    expect(await paper()).toMatchObject([
      { name: 'Nan Ford', paid_until: '2026-08-31' },
      { name: 'Wilf Marsh', paid_until: '2026-08-31' },
    ]);
  },
);

onEachSite(
  'undoing an import keeps a person added by an earlier payment, and restores that payment’s “paid until” date',
  async (on) => {
    const about = await createSociety(on);
    const { send, undo } = memberImports({ ...about, at: on.at });
    const heading = 'name,plan,until';
    await send(heading, 'Nan Ford,Full member,Aug 2025');
    await write(on.db, (tx) => tx.updateTable('paper_member').set({ from_payment: 1 }).execute());
    await send(heading, 'Nan Ford,Full member,Aug 2026');
    expect(await undo()).toMatchObject({ undone: ['Nan Ford'], kept: [] });
    const paper = on.db.read.selectFrom('paper_member').select(['paid_until', 'from_payment']);
    expect(await paper.execute()).toEqual([{ paid_until: '2025-08-31', from_payment: 1 }]);
  },
);

onEachSite('undoing an import keeps a subscription whose emergency contact has been corrected since', async (on) => {
  const about = await createSociety(on);
  const { send, undo } = memberImports({ ...about, at: on.at });
  await send('name,plan,until', 'Dee Moss,Full member,Aug 2027');
  const state = (await on.db.read.selectFrom('imported_row').select('state').executeTakeFirstOrThrow()).state;
  await write(on.db, (tx) =>
    tx.updateTable('subscription').set({ e_con_phone: '01632 960555' }).where('user_id', '=', about.dee.id).execute(),
  );
  expect(state).not.toContain('960555');
  expect(await undo()).toMatchObject({ undone: [], kept: [{ name: 'Dee Moss' }] });
  const held = on.db.read.selectFrom('subscription').select('e_con_phone').where('user_id', '=', about.dee.id);
  expect(await held.execute()).toEqual([{ e_con_phone: '01632 960555' }]);
});

onEachSite('undoing an import keeps a child for whom a part payment has been entered since', async (on) => {
  const about = await createSociety(on);
  const { send, undo } = memberImports({ ...about, at: on.at });
  const family = ['Tom Abbot,tom@players.example,Full member,Aug 2028', 'Pip Abbot,tom@players.example,Youth,Aug 2028'];
  await send('name,email,plan,until', ...family);
  const held = on.db.read.selectFrom('subscription').select(['id', 'name']).where('name', '=', 'Pip Abbot');
  const { id: subscription_id } = await held.executeTakeFirstOrThrow();
  const part = { id: await on.a.subscriptionPayment(about.tom), subscription_id };
  await write(on.db, (tx) => tx.insertInto('part_payment').values(part).execute());
  expect(await undo()).toMatchObject({
    undone: ['Tom Abbot'],
    kept: [{ name: 'Pip Abbot', reason: 'a payment from them is recorded' }],
  });
  expect(await held.execute()).toMatchObject([{ name: 'Pip Abbot' }]);
  expect(await on.db.read.selectFrom('part_payment').selectAll().execute()).toEqual([part]);
});

onEachSite(
  'importing a list again after a refund doesn’t renew the subscription, and undoing the import changes nothing',
  async (on) => {
    const about = await createSociety(on);
    const { send, undo } = memberImports({ ...about, at: on.at });
    const row = ['name,plan,until', 'Dee Moss,Full member,Aug 2027'] as const;
    await send(...row);
    // A refund has shortened the subscription
    await write(on.db, (tx) =>
      tx
        .updateTable('subscription')
        .set({ renews_on: '2026-09-01', status: 'lapsed' })
        .where('user_id', '=', about.dee.id)
        .execute(),
    );
    expect((await send(...row)).rows).toMatchObject([
      { to: 'known', words: 'Already known, paid until 31 August 2026: no change.' },
    ]);
    expect(await undo()).toMatchObject({ undone: [], kept: [{ name: 'Dee Moss' }] });
    const held = on.db.read.selectFrom('subscription').select('renews_on').where('user_id', '=', about.dee.id);
    expect(await held.execute()).toEqual([{ renews_on: '2026-09-01' }]);
  },
);

onSite(
  'a membership secretary can open the list, reminders and import, but no payments, Gift Aid or admin pages',
  async (on) => {
    const { a, as } = on;
    const secretary = await a.user();
    await a.allow(secretary, { membership: true });
    const own = await as(secretary);
    const opened = [
      '/members/membership',
      '/members/membership.csv',
      '/members/membership/reminders',
      '/members/membership/import',
    ];
    for (const path of opened) expect({ path, code: (await own.get(path)).statusCode }).toEqual({ path, code: 200 });
    const closed = [
      '/members/get_subs',
      '/members/get_sums',
      '/members/gift_aid',
      '/members/admin',
      '/members/admin/manage_users',
    ];
    for (const path of closed)
      expect({ path, code: (await own.get(path)).statusCode }).toEqual({ path, code: expect.toBeOneOf([403, 404]) });
    expect((await own.get('/sitedata')).json().memberNavItemsToShow).toMatchObject({
      membership: true,
      get_subs: false,
      admin: false,
    });
  },
);
