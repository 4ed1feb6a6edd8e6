import { expect } from 'vitest';
import type { BookingsPageContent } from '#features/box-office/bookings/contract.ts';
import { seatingFeature } from '#features/box-office/seating/feature.ts';
import { onEachSite, type SiteTestContext } from '#tests/support/site/app.ts';
import {
  bookingCallsPath,
  createBoxOffice,
  runFeatureJobs,
  switchToNumberedSeats,
} from '#tests/support/society/box-office.ts';

// These tests check what a society without a mail server reads in responses and on buttons.
// tests/repository/mail-sentences.test.ts checks that no other sentence claims that an email is sent.

const mail = { to: 'folder', send: async () => '' } as const;
const withoutMail = (name: string, body: (on: SiteTestContext) => Promise<void>) =>
  onEachSite(name, body, ['sqlite'], undefined, { mail });

const dorothy = { email: 'dorothy@mail.example', phone: '07700 900123' };
const tellDorothy = 'This site can’t send email: tell Dorothy Hollis yourself, on 07700 900123.';

withoutMail('without a mail server, the site data says that the site sends no mail', async ({ get }) => {
  expect((await get('/sitedata')).json()).toMatchObject({ sends_mail: false });
});

onEachSite(
  'with a mail server, the site data says that the site sends mail',
  async ({ get }) => expect((await get('/sitedata')).json()).toMatchObject({ sends_mail: true }),
  ['sqlite'],
  undefined,
  { mail: { to: 'server', send: async () => '' } },
);

withoutMail('without a mail server, a refund’s response says whom the box office has to tell', async (on) => {
  const { sell, type, post } = await createBoxOffice(on);
  const { id } = await sell({ [type('Adult')]: '2', ...dorothy });
  const body = { amount: '12', tickets: 'keep', reason: 'A broken seat' };
  const { msg } = (await post(`${bookingCallsPath}/orders/${id}/refund`, body)).json();
  expect(msg).toMatch(new RegExp(`${tellDorothy}$`));
});

withoutMail(
  'without a mail server, the responses to changing a booking and undoing the change say whom to tell',
  async (on) => {
    const { sell, type, post } = await createBoxOffice(on);
    const { ref } = await sell({ [type('Adult')]: '2', ...dorothy });
    const to_item = 'Blithe Spirit - Wed 14th Apr 7:30pm - Adult';
    const added = (await post(`${bookingCallsPath}/add_booking_mod`, { ref_num: `${ref}`, to_item })).json();
    expect(added.msg).toBe(`${ref}: 1 Adult for Wednesday 14 April 2027 at 7.30pm. ${tellDorothy}`);
    const undone = (await post(`${bookingCallsPath}/delete_booking_mod`, { id: added.id })).json();
    expect(undone.msg).toBe(`Change undone. ${tellDorothy}`);
  },
);

withoutMail(
  'without a mail server, the response to a reply, even a repeated one, says that no email was sent',
  async (on) => {
    const { post } = await on.as(await on.a.user({ role: 'admin' }));
    const path = `/members/api/messages/contact/${await on.a.message()}/answer`;
    const reply = async () => (await post(path, { text: 'Two seats are yours.' })).json().msg;
    expect(await reply()).toMatch(/^No email was sent/);
    const stored = { status: 'done', finished_at: '2026-11-21T12:01:00.000Z' } as const;
    await on.db.write((tx) => tx.updateTable('job').set(stored).where('kind', '=', 'mail').execute());
    expect(await reply()).toMatch(/^No email was sent/);
  },
);

withoutMail(
  'without a mail server, buttons that would send an email say that the email is only stored',
  async ({ a, ...on }) => {
    const { sell, type, get } = await createBoxOffice({ a, ...on });
    const { id } = await sell({ [type('Adult')]: '2', ...dorothy });
    const order = (await get(`/members/bookings/order/${id}`)).body;
    expect(order).toContain('Send confirmation again');
    expect(order).toContain(`${tellDorothy} The confirmation is only stored in the mail log.`);
    const user = (await get(`/members/admin/manage_users/${(await a.user()).id}`)).body;
    expect(user).toContain('Send a password reset link');
    expect(user).toContain('This site can’t send email: the link would only be stored in the mail log.');
  },
);

withoutMail(
  'without a mail server, sending a confirmation again isn’t logged, and the refused email still needs attention',
  async (on) => {
    const { sell, type, post, pageAt } = await createBoxOffice(on);
    const { id } = await sell({ [type('Adult')]: '2', ...dorothy });
    const failed = { status: 'failed', last_error: 'EENVELOPE 550', finished_at: '2026-11-21T12:01:00.000Z' } as const;
    await on.db.write((tx) => tx.updateTable('job').set(failed).where('kind', '=', 'mail').execute());
    const list = async () =>
      ((await pageAt('/members/bookings/attention')).content as { refused_letters: object[] }).refused_letters;
    expect(await list()).toHaveLength(1);
    const { msg } = (await post(`${bookingCallsPath}/orders/${id}/confirmation`, {})).json();
    expect(msg).toMatch(/^No email was sent/);
    expect(await list()).toHaveLength(1);
    const log = await on.db.read.selectFrom('audit').select('action').execute();
    expect(log).not.toContainEqual({ action: 'order.confirmation_resent' });
  },
);

withoutMail('without a mail server, moving a performance asks the box office to tell its buyers', async (on) => {
  const { sell, type, post, page, performance } = await createBoxOffice(on);
  await sell({ [type('Adult')]: '2', ...dorothy });
  const version = (await page()).performances[0]?.version;
  const { msg } = (
    await post(`${bookingCallsPath}/performances/${performance}`, { datetime: '2027-04-14T18:00', version })
  ).json();
  expect(msg).toBe('One order has tickets for this performance. This site can’t send email: tell the buyer yourself.');
});

withoutMail('without a mail server, moved seats stay listed until the box office has told the buyer', async (on) => {
  const office = await createBoxOffice(on);
  const { performance, post, page } = office;
  await switchToNumberedSeats(office, performance);
  const { id, ref } = await office.sell({ [office.type('Adult')]: '2', seats: 'best', ...dorothy });
  const sit = async (...seats: string[]) => {
    const assignments = Object.fromEntries(seats.map((seat) => [seat, `${ref}`]));
    const body = { layout: { rowCount: 2, hiddenSeats: [] }, assignments };
    return (await post(`/members/bookings/seating/${performance}`, body)).json();
  };
  await sit('A5', 'A6');
  expect((await sit('B5', 'B6')).msg).toMatch(
    /^Plan saved\. One party has different seats now\. This site can’t send email: tell them yourself\./,
  );
  await runFeatureJobs(on, seatingFeature, '2026-11-21T12:10:00.000Z', { mailTransport: mail });
  const moved = async () =>
    ((await page()) as unknown as BookingsPageContent).moved_seats.map(({ order_id }) => order_id);
  expect(await moved()).toEqual([id]);
  const told = (await post(`${bookingCallsPath}/seats/${performance}/tell`, { order_id: id })).json();
  expect(told).toMatchObject({ code: 409, msg: 'This site can’t send email: tell the buyer yourself.' });
  expect((await post(`${bookingCallsPath}/seats/${performance}/known`, { order_id: id })).json()).toMatchObject({
    code: 200,
  });
  expect(await moved()).toEqual([]);
});

withoutMail(
  'without a mail server, a treasurer who refunds a member is asked to tell the member',
  async ({ a, as }) => {
    const admin = await as(await a.user({ role: 'admin' }));
    const plan = { levelName: 'Full member', amount: '24', period: 'yearly', renewal_month: '09', gift_aid: '1' };
    const { id: plan_id } = (await admin.post('/members/api/admin/admin_settings/subs/add_new_plan', plan)).json();
    const member = await a.user({ firstname: 'Bob', lastname: 'Hale' });
    const paid = { what: 'subscription', plan_id, member: member.id, amount: '24', day: '2026-11-21', source: 'cash' };
    await admin.post('/members/api/get_sums/payments', paid);
    const { offline } = (await admin.page('/members/get_sums')).content as { offline: { id: string }[] };
    const body = { amount: '4', reason: 'Moved away', attempt: 'refunded 0' };
    const { msg } = (await admin.post(`/members/api/get_sums/entries/${offline[0]?.id}/refund`, body)).json();
    expect(msg).toBe('Refunded £4.00 for Full member in cash. This site can’t send email: tell them yourself.');
  },
);

withoutMail('without a mail server, changes to an account ask the admin to tell its user', async ({ a, as }) => {
  const browser = await as(await a.user({ role: 'admin' }));
  const say = async (path: string, body: object = {}) =>
    (await browser.post(`/members/api/admin/${path}`, body)).json().msg;
  const [ann, bob] = [{ firstname: 'Ann', lastname: 'Ash' } as const, { firstname: 'Bob', lastname: 'Ash' } as const];
  const waiting = await a.user({ ...ann, status: 'awaiting' });
  const disabled = await a.user({ ...bob, status: 'deactivated' });
  const tell = 'This site can’t send email: tell them yourself.';
  expect(await say(`registrations/${waiting.id}/approve`)).toBe(`Ann Ash can sign in now. ${tell}`);
  expect(await say(`users/${disabled.id}/activate`)).toBe(`Bob Ash can sign in now. ${tell}`);
  expect(await say(`users/${disabled.id}/reset_password`)).toMatch(/^No email was sent/);
  expect(await say(`users/${disabled.id}/email`, { email: 'bob@new.example' })).toBe(
    `Bob Ash now signs in as bob@new.example, with the same password. ${tell} For three days, no password reset link can be sent to the new address.`,
  );
});

withoutMail(
  'without a mail server, a member who wants another email address is referred to an admin',
  async ({ a, as }) => {
    const { post } = await as(await a.user());
    const { msg } = (await post('/members/api/account_settings/change_email', { email: 'ruth@new.example' })).json();
    expect(msg).toBe(
      'This site can’t send email yet, so your new address can’t be confirmed, and nothing changes. Ask an admin to change it for you.',
    );
  },
);
