import { expect } from 'vitest';
import { initialRenewalState } from '#features/money/subscriptions/renewal.ts';
import { createPlan, createSubscription } from '#features/money/subscriptions/server/index.ts';
import { scheduleErasure } from '#features/society/accounts/server/index.ts';
import { recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { contributions, eraseDueAccounts } from '#tests/support/society/contributions.ts';
import { inCast, inCrew } from '#tests/support/society/factories.ts';
import { listViewsOfOwnContacts } from './index.ts';
import { contactViewedAction } from './reveal-contacts.ts';

/**
 * Creates Hamlet with a director and a cast: three people with an account, one of them credited under two names; one
 * with a disabled account; and one without an account. Macbeth has another director.
 */
async function createHamlet({ a }: SiteTestContext) {
  const credits = [
    inCrew('Dee Moss', 'Director'),
    inCast('Zoë Lark', 'Ophelia'),
    inCast('Ann Hale', 'Hamlet'),
    inCast('Ann Stott', 'A player'),
    inCast('Bill Tarn', 'Ghost'),
    inCast('Gus Fenn', 'Yorick'),
    inCast('Noel Nowhere', 'First lord'),
  ];
  const id = await a.show({ title: 'Hamlet', date: '2026-12-05', credits });
  await a.show({
    title: 'Macbeth',
    date: '2026-12-05',
    credits: [inCrew('Oli Park', 'Director'), inCast('Eve Other', 'Witch')],
  });
  const named = async (firstname: string, lastname: string, some = {}) => {
    const user = await a.user({ firstname, lastname, email: `${firstname}@members.example`.toLowerCase(), ...some });
    await a.personOf(user, `${firstname} ${lastname}`);
    return user;
  };
  const dee = await named('Dee', 'Moss', { e_con_name: 'Max Moss', e_con_phone: '07700 900 001' });
  const zoe = await named('Zoë', 'Lark', { e_con_name: 'Mum', e_con_phone: '07700 900 002 (after six)' });
  const ann = await named('Ann', 'Hale', { e_con_name: 'Mark Hale', e_con_phone: '01632 960 204' });
  await a.personOf(ann, 'Ann Stott');
  const bill = await named('Bill', 'Tarn');
  await named('Gus', 'Fenn', { status: 'deactivated', e_con_name: 'Gone', e_con_phone: '07700 900 999' });
  const eve = await named('Eve', 'Other', { e_con_name: 'Never', e_con_phone: '07700 900 888' });
  const oli = await named('Oli', 'Park');
  return { id, address: `/members/emergency_contacts/${id}`, dee, zoe, ann, bill, eve, oli };
}

const shown = [
  { name: 'Ann Hale', contact_name: 'Mark Hale', contact_number: '01632 960 204' },
  { name: 'Bill Tarn', contact_name: '', contact_number: '' },
  { name: 'Dee Moss', contact_name: 'Max Moss', contact_number: '07700 900 001' },
  { name: 'Zoë Lark', contact_name: 'Mum', contact_number: '07700 900 002 (after six)' },
];

const entries = ({ db }: SiteTestContext) => db.read.selectFrom('audit').selectAll().orderBy('subject').execute();
const mails = ({ db }: SiteTestContext) => db.read.selectFrom('mail').selectAll().orderBy('to').execute();

onSite(
  'a director who confirms sees the contacts of everyone in the show with an active account, and nobody else’s',
  async (on) => {
    const { address, dee, id } = await createHamlet(on);
    const { post } = await on.as(dee);
    const answer = await post(address, {});
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toEqual({
      code: 200,
      msg: 'Your access has been logged.',
      type: 'emergency_contacts',
      title: 'Emergency contacts: Hamlet',
      show: { id, title: 'Hamlet' },
      contacts: shown,
      without_account: ['Gus Fenn', 'Noel Nowhere'],
      own_word: [],
      confirmed: true,
      reported_to: [],
      seen: 'Dee Moss, Saturday 21 November 2026 at 12pm',
    });
  },
);

onSite(
  'a view of contacts is logged, emailed to committee and webmaster, and shown to the members whose contacts were viewed',
  async (on) => {
    await on.a.settings({
      siteName: 'Lanternside Players',
      committeeMail: 'chair@players.example',
      webmasterMail: 'web@players.example, chair@players.example',
    });
    const { address, dee, ann, bill, zoe, eve, id } = await createHamlet(on);
    const { post } = await on.as(dee);
    expect((await post(address, {})).json().reported_to).toEqual(['committee', 'webmaster']);

    const log = await entries(on);
    expect(log.map(({ subject }) => subject)).toEqual([dee.id, ann.id, bill.id, zoe.id, id].sort());
    for (const entry of log) {
      expect(entry).toMatchObject({ actor_id: dee.id, actor_name: 'Dee Moss', detail: 'Hamlet', address: '127.0.0.1' });
    }

    const [chair, web, ...more] = await mails(on);
    expect(more).toEqual([]);
    expect([chair?.to, web?.to]).toEqual(['chair@players.example', 'web@players.example']);
    expect(chair).toMatchObject({
      from_name: 'Lanternside Players',
      reply_to: 'dee@members.example',
      subject: 'Dee Moss viewed the emergency contacts for Hamlet',
    });
    expect(chair?.text).toContain('on Saturday 21 November 2026 at 12pm');
    expect(chair?.text).toContain('- Ann Hale\n- Bill Tarn\n- Dee Moss\n- Zoë Lark');
    expect(chair?.text).not.toMatch(/960|900|Mark|Mum/);

    const when = 'Saturday 21 November 2026 at 12pm';
    expect(await listViewsOfOwnContacts({ db: on.db.read, visitor: ann })).toMatchObject([
      { who: 'Dee Moss', when, show: 'Hamlet' },
    ]);
    expect(await listViewsOfOwnContacts({ db: on.db.read, visitor: dee })).toMatchObject([{ who: 'You' }]);
    expect(await listViewsOfOwnContacts({ db: on.db.read, visitor: eve })).toEqual([]);
  },
);

onSite('a member whose contact was viewed 101 times sees 100 of the views and their total number', async (on) => {
  const member = await on.a.user();
  await write(on.db, async (tx) => {
    for (let n = 0; n < 101; n++) {
      const actor = { id: 'aaaaaaaaaaaaaaaa', name: 'Dee Moss' };
      const entry = {
        id: newId(),
        at: '2026-11-21T12:00:00.000Z',
        actor,
        action: contactViewedAction,
        subject: member.id,
        address: '',
      };
      await recordAudit(tx, { ...entry, detail: 'Hamlet' });
    }
  });
  const { looks, looks_total } = (await (await on.as(member)).page('/members/account_settings')).content;
  expect([(looks as unknown[]).length, looks_total]).toEqual([100, 101]);
});

onSite(
  'a view of contacts is reported to the admins if neither the committee nor the webmaster has an address',
  async (on) => {
    const { address, dee } = await createHamlet(on);
    await on.a.user({ email: 'boss@players.example', role: 'admin' });
    await on.a.user({ email: 'was@players.example', role: 'admin', status: 'deactivated' });
    const { post } = await on.as(dee);
    expect((await post(address, {})).json().reported_to).toEqual(['admins']);
    expect((await mails(on)).map(({ to }) => to)).toEqual(['boss@players.example']);
  },
);

onEachSite('no contact is shown and no email is sent if the view can’t be logged', async (on) => {
  await on.a.settings({ committeeMail: 'chair@players.example' });
  const { address, dee } = await createHamlet(on);
  const { post, page } = await on.as(dee);
  await on.db.write((tx) => tx.schema.alterTable('audit').renameTo('audit_gone').execute());
  for (const body of [(await post(address, {})).body, JSON.stringify(await page(address))]) {
    expect(body).not.toMatch(/960 204|900 00/);
    expect(body).toContain('An unexpected error occurred');
  }
  expect(await mails(on)).toEqual([]);
});

onSite('opening, reloading or prefetching the contacts page shows the confirmation and logs nothing', async (on) => {
  const { address, dee } = await createHamlet(on);
  const { get, app } = { ...(await on.as(dee)), app: on.app };
  const fetched = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', accept: 'application/json' };
  const answers = [
    await get(address),
    await get(address, { accept: 'text/html,*/*;q=0.8' }),
    await get(`${address}?react`, { ...fetched, 'x-navigation': '1' }),
    await get(`${address}?react`, { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }),
    await get(`${address}?react`, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }),
    await get(`${address}?react`, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }),
    await get(`${address}?react`, { ...fetched, 'sec-purpose': 'prefetch' }),
    await get(`${address}?react`, { accept: 'image/avif,image/webp,*/*;q=0.8' }),
    await get(`${address}?confirmed=1&contacts=all`),
  ];
  for (const { statusCode, body, headers } of answers) {
    expect(statusCode).toBe(200);
    expect(body).not.toMatch(/960 204|900 00|Mark Hale|Noel/);
    expect(headers['cache-control']).toBe('no-store');
  }
  expect(answers[0]?.body).toContain('Are you sure? Continuing will report this access to the devs and committee.');
  expect(answers[0]?.body).toContain('This access is logged');
  expect(answers[2]?.json()).toMatchObject({ contacts: [], confirmed: false, show: { title: 'Hamlet' } });
  await app.fastify.inject({ method: 'HEAD', url: `${address}?react`, headers: { host: 'players.example' } });
  expect(await entries(on)).toEqual([]);
  expect(await mails(on)).toEqual([]);
});

onSite('a program gets the contacts from the page’s JSON, and the view is logged and reported', async (on) => {
  await on.a.settings({ committeeMail: 'chair@players.example' });
  const { address, dee } = await createHamlet(on);
  const { page, get } = await on.as(dee);
  expect((await page(address)).content).toMatchObject({ type: 'emergency_contacts', contacts: shown, confirmed: true });
  const byFetch = await get(`${address}?react`, { 'sec-fetch-mode': 'cors', accept: '*/*' });
  expect(byFetch.json().contacts).toEqual(shown);
  expect(await entries(on)).toHaveLength(10);
  expect(await mails(on)).toHaveLength(2);
});

onSite('without JavaScript, confirming shows the contacts, and reloading the page doesn’t', async (on) => {
  const { address, dee } = await createHamlet(on);
  const { post, get } = await on.as(dee);
  const byBrowser = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html,*/*;q=0.8' };
  const answer = await post(address, '', byBrowser);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.body).toContain('href="tel:01632960204"');
  expect(answer.body).toContain('No emergency contact given');
  expect((await get(address)).body).not.toContain('960204');
});

const allowPermission = (on: SiteTestContext, user: { id: string }, item: 'shows_write' | 'admin') =>
  on.db.write((tx) => tx.insertInto('user_item').values({ user_id: user.id, item, allowed: 1 }).execute());
const personNamed = async ({ db }: SiteTestContext, name: string) =>
  (await db.read.selectFrom('person').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
/** Views the contacts of a show. Returns the members' names, or the status of a refusal. */
const viewContactNames = async (on: SiteTestContext, user: { id: string }, show: string) => {
  const answer = await (await on.as(user)).post(`/members/emergency_contacts/${show}`, {});
  return answer.statusCode === 200
    ? (answer.json().contacts as { name: string }[]).map(({ name }) => name)
    : answer.statusCode;
};
/** Saves these fields of a show, and returns the show's id. */
const saveShowAs = async (on: SiteTestContext, user: { id: string }, show: string, some: object) => {
  const answer = await (await on.as(user)).post(`/members/api/manage_shows/${show}`, some);
  expect(answer.json()).toMatchObject({ code: 200 });
  return answer.json().id as string;
};
const rolesOf = async (on: SiteTestContext, show: string) => {
  const admin = await on.as(await on.a.user({ role: 'admin' }));
  const { content } = await admin.page(`/members/manage_shows/${show}/x`);
  return content.currentRoles as { role: string; cast_or_crew: string; orderVal: number; members: string[] }[];
};

onSite(
  'a director sees contacts only if an admin has set the director’s credit, and never of people the director added',
  async (on) => {
    const { zoe } = await createHamlet(on);
    await allowPermission(on, zoe, 'shows_write');
    const everyone = (await on.db.read.selectFrom('person').select('id').execute()).map(({ id }) => id);
    const made = await saveShowAs(on, zoe, 'new', {
      title: 'A way in',
      date: '2027-01-01',
      roles: [
        { role: 'Director', cast_or_crew: 'crew', orderVal: 1, members: [await personNamed(on, 'Zoë Lark')] },
        { role: 'Everybody', cast_or_crew: 'cast', orderVal: 1, members: everyone },
      ],
    });
    expect(await viewContactNames(on, zoe, made)).toBe(403);
    expect(await entries(on)).toMatchObject([{ action: 'show.created' }]);
    // A credit given by an admin opens the contacts, except those of people whom the director added
    const ruth = await on.a.user({ role: 'admin' });
    const roles = await rolesOf(on, made);
    await saveShowAs(on, ruth, made, { roles: roles.filter(({ role }) => role !== 'Director') });
    await saveShowAs(on, ruth, made, { roles });
    const { contacts, own_word } = (await (await on.as(zoe)).post(`/members/emergency_contacts/${made}`, {})).json();
    expect(contacts).toMatchObject([{ name: 'Zoë Lark' }]);
    expect(own_word).toContain('Ann Hale');
    expect(await viewContactNames(on, ruth, made)).toContain('Ann Hale');
  },
);

onSite('a member who changes their own role to producer can’t view the contacts', async (on) => {
  const { id, zoe } = await createHamlet(on);
  await allowPermission(on, zoe, 'shows_write');
  const roles = await rolesOf(on, id);
  const changed = roles.map((role) =>
    role.role === 'Ophelia' ? { ...role, role: 'Producer', cast_or_crew: 'crew' } : role,
  );
  await saveShowAs(on, zoe, id, { roles: changed });
  expect(await viewContactNames(on, zoe, id)).toBe(403);
});

onSite('a webmaster can’t become a director by adding a credit, linking or merging people', async (on) => {
  const { id, dee, eve } = await createHamlet(on);
  await allowPermission(on, eve, 'admin');
  const webmaster = await on.as(eve);
  const [herself, director] = [await personNamed(on, 'Eve Other'), await personNamed(on, 'Dee Moss')];
  const part = { show: id, cast_or_crew: 'crew', role: 'Director', person: herself };
  const tried = [
    await webmaster.post('/members/api/admin/add_show_member', part),
    await webmaster.post(`/members/api/people/${director}/unlink`, {}),
    await webmaster.post(`/members/api/people/${director}/merge`, { into: herself }),
    await webmaster.post(`/members/api/people/${herself}/merge`, { into: director }),
    await webmaster.post(`/members/api/people/${director}/link`, { email: 'eve@members.example' }),
  ];
  expect(tried.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403]);
  expect(await viewContactNames(on, eve, id)).toBe(403);
  expect((await webmaster.get(`/members/api/manage_show/${id}`)).statusCode).toBe(403);
  expect(await viewContactNames(on, dee, id)).toContain('Ann Hale');
});

onSite('a credit that admins gave themselves reveals no contacts once they are no longer admins', async (on) => {
  const { id, eve } = await createHamlet(on);
  const setRole = (role: 'admin' | 'member') =>
    on.db.write((tx) => tx.updateTable('user').set({ role }).where('id', '=', eve.id).execute());
  const part = { show: id, cast_or_crew: 'crew', role: 'Director', person: await personNamed(on, 'Eve Other') };
  await setRole('admin');
  expect((await (await on.as(eve)).post('/members/api/admin/add_show_member', part)).statusCode).toBe(200);
  await setRole('member');
  expect(await viewContactNames(on, eve, id)).toBe(403);
});

onEachSite(
  'a director can’t view the contacts of a past or cancelled show, even after reinstating the show',
  async (on) => {
    const { id, dee } = await createHamlet(on);
    const ruth = await on.a.user({ role: 'admin' });
    await saveShowAs(on, ruth, id, { date: '2026-11-21', first_date: '2026-11-20' });
    expect(await viewContactNames(on, dee, id)).toHaveLength(4);
    const toldWhy = async () => {
      const page = await (await on.as(dee)).page(`/members/emergency_contacts/${id}`);
      const call = (await (await on.as(dee)).post(`/members/emergency_contacts/${id}`, {})).json();
      expect(page.content.message).toBe(call.msg);
      return call.msg;
    };
    for (const over of [{ date: '2026-11-20' }, { date: '2026-12-05', cancelled: true }]) {
      await saveShowAs(on, ruth, id, over);
      expect(await viewContactNames(on, dee, id)).toBe(403);
      expect(await viewContactNames(on, ruth, id)).toHaveLength(4);
      expect(await toldWhy()).toContain('is over or cancelled, so its directors and producers');
    }
    await allowPermission(on, dee, 'shows_write');
    await saveShowAs(on, dee, id, { cancelled: false });
    expect(await viewContactNames(on, dee, id)).toBe(403);
    expect(await toldWhy()).toContain('ask an admin');
    await saveShowAs(on, ruth, id, { date: '2026-11-20' });
    await saveShowAs(on, ruth, id, { date: '2026-12-05' });
    expect(await viewContactNames(on, dee, id)).toHaveLength(4);
  },
);

onEachSite(
  'users without access are refused by the page and the call, and refusals aren’t logged as views',
  async (on) => {
    const { address, ann, oli } = await createHamlet(on);
    const author = await on.a.user({ role: 'author' });
    const writer = await on.a.user();
    await on.db.write((tx) =>
      tx.insertInto('user_item').values({ user_id: writer.id, item: 'shows_write', allowed: 1 }).execute(),
    );
    const admin = await on.a.user({ role: 'admin' });
    const codes = async ({ get, post }: Pick<SiteTestContext, 'get' | 'post'>) => [
      (await get(address)).statusCode,
      (await get(`${address}?react`)).statusCode,
      (await post(address, {})).statusCode,
    ];
    for (const user of [ann, oli, author, writer]) expect(await codes(await on.as(user))).toEqual([403, 403, 403]);
    expect(await codes(on)).toEqual([401, 401, 401]);
    const foreign = await (await on.as(admin)).post(address, {}, { origin: 'https://evil.example' });
    expect(foreign.statusCode).toBe(403);
    expect(await entries(on)).toEqual([]);
    expect(await codes(await on.as(admin))).toEqual([200, 200, 200]);
    const nowhere = await (await on.as(admin)).post('/members/emergency_contacts/nosuchshow00001', {});
    expect(nowhere.statusCode).toBe(404);
  },
);

onSite('views of contacts beyond 20 in an hour are refused, and send no email', async (on) => {
  await on.a.settings({ committeeMail: 'chair@players.example', webmasterMail: '' });
  const { address, dee } = await createHamlet(on);
  const { get, post } = await on.as(dee);
  for (let look = 0; look < 20; look++) expect((await post(address, {})).statusCode).toBe(200);
  const refused = await post(address, {});
  expect(refused.statusCode).toBe(429);
  expect(refused.json().msg).toContain('20 times in the last hour');
  const byProgram = await get(`${address}?react`);
  expect([byProgram.statusCode, byProgram.body.includes('960 204')]).toEqual([429, false]);
  expect(await mails(on)).toHaveLength(20);
  on.at('2026-11-21T13:00:01.000Z');
  expect((await post(address, {})).statusCode).toBe(200);
});

onEachSite(
  'only the payer can edit a child’s contact, and no permission shows it to anyone but the show’s director and admins',
  async (on) => {
    const { address, dee, ann } = await createHamlet(on);
    const { a, db } = on;
    await on.a.settings({ committeeMail: 'chair@players.example', webmasterMail: '' });
    const payer = await a.user({ firstname: 'Pat', lastname: 'Payer' });
    await db.write(async (tx) => {
      await createPlan(tx, under18, planOf);
      await createSubscription(tx, childOf(payer.id));
    });
    const sub = '/members/api/subscriptions/child00000000001/person';
    const contact = '/members/api/account_settings/subscription_contact/child00000000001';
    const typed = { e_con_name: 'Gran', e_con_phone: '01632 960 777' };
    const [own, director, admin] = [await on.as(payer), await on.as(dee), await on.as(await a.user({ role: 'admin' }))];
    expect((await director.post(contact, typed)).statusCode).toBe(404);
    expect((await own.post(contact, typed)).json()).toMatchObject({ code: 200 });
    const { content } = await own.page('/members/account_settings');
    expect(content).toMatchObject({
      subs: { active: [{ emergency_contact: { name: 'Gran', number: '01632 960 777' } }] },
    });

    const sheet = async (who = director) =>
      (await who.post(address, {})).json() as { contacts: { name: string }[]; without_account: string[] };
    expect((await sheet()).without_account).toContain('Noel Nowhere');
    const noel = await personNamed(on, 'Noel Nowhere');
    for (const who of [own, director]) expect((await who.post(sub, { person: noel })).statusCode).toBe(403);
    expect((await admin.post(sub, { person: noel })).json()).toMatchObject({ code: 200 });
    for (const who of [director, admin]) {
      const { contacts, without_account } = await sheet(who);
      expect(contacts).toContainEqual({ name: 'Noel', contact_name: 'Gran', contact_number: '01632 960 777' });
      expect(without_account).toEqual(['Gus Fenn']);
    }
    const [look] = (await own.page('/members/account_settings')).content.looks as { show: string }[];
    expect(look?.show).toBe('Hamlet, for Noel');
    expect((await mails(on)).at(-1)?.text).toContain('- Noel');

    // No permission opens the sheet, or shows the contacts on another page
    const helper = await a.user();
    await a.allow(helper, { get_subs: true, membership: true, admin: true, bookings: true });
    const other = await on.as(helper);
    for (const path of [
      '/members/membership?react',
      '/members/membership.csv',
      '/members/get_subs?react',
      `/members/admin/manage_users/${payer.id}?react`,
    ]) {
      const { body, statusCode } = await other.get(path);
      expect({ path, statusCode, shown: /Gran|960 777/.test(body) }).toEqual({ path, statusCode: 200, shown: false });
    }
    expect((await other.post(address, {})).statusCode).toBe(403);
    expect((await (await on.as(ann)).post(address, {})).statusCode).toBe(403);
  },
);

/**
 * Creates a child who has a part in Hamlet and for whom a member pays. Dee linked the child's subscription to the
 * person in the archive while she was an admin.
 */
async function childLinkedByDee(on: SiteTestContext) {
  const { a, db } = on;
  const { id, dee, oli } = await createHamlet(on);
  const payer = await a.user({ firstname: 'Pat', lastname: 'Payer' });
  await db.write(async (tx) => {
    await createPlan(tx, under18, planOf);
    await createSubscription(tx, childOf(payer.id));
  });
  const setRole = (role: 'admin' | 'member') =>
    db.write((tx) => tx.updateTable('user').set({ role }).where('id', '=', dee.id).execute());
  const noel = await personNamed(on, 'Noel Nowhere');
  await setRole('admin');
  const linked = await (await on.as(dee)).post('/members/api/subscriptions/child00000000001/person', { person: noel });
  expect(linked.json()).toMatchObject({ code: 200 });
  await setRole('member');
  return { id, dee, oli, payer, noel };
}

const subscriptionRows = ({ db }: SiteTestContext) => db.read.selectFrom('subscription').selectAll().execute();

onEachSite(
  'a director who linked a child as an admin sees the contact only once another admin links the child',
  async (on) => {
    const { id, dee, oli, payer, noel } = await childLinkedByDee(on);
    expect(await viewContactNames(on, dee, id)).not.toContain('Noel');
    const own = async () => (await (await on.as(payer)).get('/members/api/account_settings/my_data')).json();
    expect((await own()).emergency_contact_seen).toEqual([]);
    const macbeth = (
      await on.db.read.selectFrom('show').select('id').where('title', '=', 'Macbeth').executeTakeFirstOrThrow()
    ).id;
    expect(await viewContactNames(on, oli, id)).toBe(403);
    const admin = await on.as(await on.a.user({ role: 'admin' }));
    const link = '/members/api/subscriptions/child00000000001/person';
    expect((await admin.post(link, { person: noel })).statusCode).toBe(200);
    expect(await viewContactNames(on, dee, id)).toContain('Noel');
    expect(await viewContactNames(on, oli, macbeth)).toEqual(['Eve Other', 'Oli Park']);
    // The payer’s download has the contact, the link and the people who have viewed the contact
    const { subscriptions, emergency_contact_seen } = await own();
    expect(subscriptions.subscriptions).toMatchObject([{ name: 'Noel', person_id: noel, e_con_name: 'Mum' }]);
    expect(emergency_contact_seen).toMatchObject([{ by: 'Dee Moss', show: 'Hamlet, for Noel' }]);
  },
);

onEachSite('a child’s contact is erased together with the payer’s account', async (on) => {
  const { id, payer } = await childLinkedByDee(on);
  await eraseUser(on, payer);
  expect(await subscriptionRows(on)).toEqual([]);
  const ruth = await on.a.user({ role: 'admin' });
  expect(await viewContactNames(on, ruth, id)).not.toContain('Noel');
});

onEachSite('erasing a child’s account removes the child’s details from the payer’s subscription', async (on) => {
  const { id, noel } = await childLinkedByDee(on);
  const child = await on.a.user({ firstname: 'Noel', lastname: 'Nowhere' });
  await on.db.write((tx) => tx.insertInto('user_person').values({ user_id: child.id, person_id: noel }).execute());
  await eraseUser(on, child);
  expect(await subscriptionRows(on)).toMatchObject([
    {
      ...{ name: 'A member', phone_number: '', e_con_name: '', e_con_phone: '', status: 'active' },
      ...{ person_id: null, person_linked_by: null },
    },
  ]);
  const ruth = await on.a.user({ role: 'admin' });
  expect(await viewContactNames(on, ruth, id)).toHaveLength(4);
});

async function eraseUser({ db }: SiteTestContext, { id: user_id }: { id: string }) {
  const [asked_at, due_at] = ['2026-11-21T12:00:00.000Z', '2026-12-21T12:00:00.000Z'];
  await db.write((tx) => scheduleErasure(tx, { user_id, shown_as: 'member', asked_at, due_at, kept_shut: 0 }));
  await eraseDueAccounts(db, contributions('personalData'), due_at);
}

onEachSite('a secretary can cancel a member’s renewal once, and the reason is logged', async (on) => {
  const { a, db } = on;
  const payer = await a.user({ firstname: 'Pat' });
  await db.write(async (tx) => {
    await createPlan(tx, under18, planOf);
    await createSubscription(tx, childOf(payer.id));
  });
  const secretary = await a.user();
  await a.allow(secretary, { membership: true });
  const call = '/members/api/subscriptions/child00000000001/cancel';
  const cancel = async (user: { id: string }) =>
    (await (await on.as(user)).post(call, { reason: 'Died in October' })).json();
  expect(await cancel(payer)).toMatchObject({ code: 403 });
  expect(await cancel(secretary)).toMatchObject({ code: 200, msg: expect.stringContaining('won’t renew') });
  expect(await cancel(secretary)).toMatchObject({ code: 409 });
  expect(await entries(on)).toMatchObject([
    {
      action: 'subscription.renewal_cancelled',
      subject: payer.id,
      actor_id: secretary.id,
      detail: 'for Noel: Died in October',
    },
  ]);
});

const under18 = { amount: 1000, period: 'yearly', renewal_month: '09', desc: '', levelName: 'Under 18' } as const;
const planOf = { id: 'under18000000001', now: '2026-09-01T10:00:00.000Z' };
const childOf = (user_id: string) => ({
  ...{
    id: 'child00000000001',
    user_id,
    plan_id: planOf.id,
    sub_for: 'OTHER' as const,
    name: 'Noel',
    phone_number: '01632 960 118',
  },
  ...{ e_con_name: 'Mum', e_con_phone: '01632 960 111', amount: 1000, status: 'active' as const },
  ...{ started_on: '2026-09-01', renews_on: '2027-09-01', cancelled_at: null, card_id: null },
  ...{ created_at: '2026-09-01T10:00:00.000Z', ...initialRenewalState },
});
