import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { expect } from 'vitest';
import { z } from 'zod';
import { write } from '#platform/server/database/index.ts';
import { createMailFeature } from '#platform/server/mail/feature.ts';
import type { Attachment, MailTransport } from '#platform/server/mail/index.ts';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { bookingCallsPath, createBoxOffice, runFeatureJobs } from '#tests/support/society/box-office.ts';
import { contributions } from '#tests/support/society/contributions.ts';
import { listSentMails } from '#tests/support/society/sent-mails.ts';
import { ordersFeature } from '../../feature.ts';
import { BookingIssues, OrderContent } from '../../order-page-contract.ts';

const email = 'dorothy@mail.example';

/** The subjects of all emails, in alphabetical order. */
const subjects = async ({ db }: Pick<SiteTestContext, 'db'>) =>
  (await listSentMails(db.read)).map(({ subject }) => subject).sort();

/** Returns the text of the first email whose subject begins with `subject`; "" if there is none. */
const findEmailText = async ({ db }: Pick<SiteTestContext, 'db'>, subject: string) =>
  (await listSentMails(db.read)).find((mail) => mail.subject.startsWith(subject))?.text ?? '';

const home = () => 'http://players.example';

/** Creates a box office, with functions that read an order's page and call its actions. */
async function withOrderActions(on: SiteTestContext) {
  const office = await createBoxOffice(on);
  const order = async (id: string) =>
    OrderContent.parse((await office.pageAt(`/members/bookings/order/${id}`)).content);
  const act = async (id: string, what: string, body: object = {}) =>
    (await office.post(`${bookingCallsPath}/orders/${id}${what}`, body)).json();
  return { ...office, order, act };
}

/** Sends all emails that are queued by a time, and returns each with its attachments. */
async function sendQueuedEmails(on: SiteTestContext, at: string) {
  const sent: { subject: string; text: string; attachments: readonly Attachment[] }[] = [];
  const transport: MailTransport = {
    to: 'server',
    send: async ({ subject, text }, attachments = []) => {
      sent.push({ subject, text, attachments });
      return '';
    },
  };
  await runFeatureJobs(on, createMailFeature(transport), at, { all: contributions, home });
  return sent;
}

const isCalendar = ({ contentType }: Attachment) => contentType.startsWith('text/calendar');

/** Reads a property of each calendar entry that is attached to these emails. */
const readEntries = (sent: Awaited<ReturnType<typeof sendQueuedEmails>>, property: string) =>
  sent
    .flatMap(({ attachments }) => attachments.filter(isCalendar))
    .map(({ content }) => new RegExp(`^${property}:(.*)$`, 'm').exec(`${content}`)?.[1]?.trim());

/** The tickets on the page of an order. */
const Booked = z.object({
  performances: z.array(z.object({ calendar: z.string(), tickets: z.array(z.object({ code: z.string() })) })),
});

/** Reads a picture with a QR code as a camera would. */
async function readByCamera(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture)
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data });
}

onSite('a buyer with an email address gets a confirmation, which doesn’t contain the typed name', async (on) => {
  const { sell, type } = await createBoxOffice(on);
  await sell({ [type('Adult')]: '1' });
  expect(await subjects(on)).toEqual([]);
  const { ref } = await sell({ [type('Adult')]: '2', how: 'reserved', email, name: 'Win a prize at evil.example' });
  const [mail] = await listSentMails(on.db.read);
  expect(mail).toMatchObject({ to: email, subject: 'Your tickets for Blithe Spirit' });
  expect(mail?.text).toContain(`Your reference is ${ref}.`);
  expect(mail?.text).toContain('Blithe Spirit, Wednesday 14 April 2027 at 7.30pm: 2 Adult. Doors open at 7pm.');
  expect(mail?.text).toContain('£24.00 to pay at the door.');
  expect(mail?.text).not.toContain('evil.example');
});

onEachSite('emails of a kind that is switched off aren’t sent, and other emails are', async (on) => {
  const { sell, type, post, send, page, pageAt } = await createBoxOffice(on);
  expect((await post(`${bookingCallsPath}/letters`, { kind: 'confirmation', on: false })).json()).toMatchObject({
    code: 200,
  });
  const { id } = await sell({ [type('Adult')]: '2', email });
  for (const path of [`/members/bookings/order/${id}`, '/members/bookings/attention', '/members/bookings'])
    expect((await pageAt(path)).content).toMatchObject({ emails_off: ['confirmation'] });
  await send('POST', `${bookingCallsPath}/orders/${id}/cancel`);
  expect(await subjects(on)).toEqual(['Your tickets for Blithe Spirit have been cancelled']);
  const { letters } = (await page()) as unknown as { letters: { kind: string; on: boolean; text: string }[] };
  expect(letters.map((one) => [one.kind, one.on])).toEqual([
    ['confirm_order', true],
    ['not_confirmed', true],
    ['confirmation', false],
    ['changed', true],
    ['seats', true],
    ['refunded', true],
    ['cancelled', true],
    ['reminder', true],
    ['thanks', true],
    ['waiting', true],
    ['offer', true],
    ['offer_over', true],
    ['waiting_over', true],
  ]);
  await post(`${bookingCallsPath}/letters`, { kind: 'confirmation', on: true });
  await sell({ [type('Adult')]: '2', email });
  expect((await subjects(on)).length).toBe(2);
});

onSite('the buyers of a cancelled show get no reminder and no thank-you email', async (on) => {
  const { sell, type, show } = await createBoxOffice(on);
  await sell({ [type('Adult')]: '2', email });
  await write(on.db, (tx) => tx.updateTable('show').set({ cancelled: 1 }).where('id', '=', show).execute());
  await runFeatureJobs(on, ordersFeature, '2027-04-13T09:00:00.000Z');
  await runFeatureJobs(on, ordersFeature, '2027-04-15T10:00:00.000Z');
  expect(await subjects(on)).toEqual(['Your tickets for Blithe Spirit']);
});

onEachSite(
  'tomorrow’s audience is reminded once, yesterday’s is thanked, and nobody else gets an email',
  async (on) => {
    const { sell, type, send } = await createBoxOffice(on);
    await sell({ [type('Adult')]: '2', email });
    const { id } = await sell({ [type('Adult')]: '2', email: 'gone@mail.example' });
    await send('POST', `${bookingCallsPath}/orders/${id}/cancel`);
    const since = async () =>
      (await listSentMails(on.db.read))
        .filter(({ created_at }) => created_at > '2027')
        .map(({ to, subject }) => `${to}: ${subject}`);
    await runFeatureJobs(on, ordersFeature, '2027-04-12T10:00:00.000Z');
    expect(await since()).toEqual([]);
    // The reminder is sent at 10am local time, not at midnight. By then, local time is summer time
    await runFeatureJobs(on, ordersFeature, '2027-04-13T08:59:00.000Z');
    expect(await since()).toEqual([]);
    await runFeatureJobs(on, ordersFeature, '2027-04-13T09:00:00.000Z');
    await runFeatureJobs(on, ordersFeature, '2027-04-13T20:00:00.000Z');
    await runFeatureJobs(on, ordersFeature, '2027-04-14T10:00:00.000Z');
    expect(await since()).toEqual([`${email}: Tomorrow: Blithe Spirit`]);
    await runFeatureJobs(on, ordersFeature, '2027-04-15T10:00:00.000Z');
    await runFeatureJobs(on, ordersFeature, '2027-04-16T10:00:00.000Z');
    expect((await since()).slice(1)).toEqual([`${email}: Thank you for coming to Blithe Spirit`]);
  },
);

onSite('if the site’s URL is unknown, emails link to orders by path, and not to the site itself', async (on) => {
  const { sell, type } = await createBoxOffice(on);
  await sell({ [type('Adult')]: '2', email });
  await runFeatureJobs(on, ordersFeature, '2027-04-15T10:00:00.000Z', { home: () => '' });
  const letter = await findEmailText(on, 'Thank you for coming');
  expect(letter).toContain('We hope you enjoyed it.');
  expect(letter).not.toContain('What’s on next:');
  const confirmation = await findEmailText(on, 'Your tickets');
  expect(confirmation).toContain('Your tickets:\n/tickets/order/');
  expect(confirmation).toContain('contact us using the form on our website.');
});

onEachSite('unpaid reservations are released at their release time, and paid ones aren’t', async (on) => {
  const { sell, type, page, post, performance } = await createBoxOffice(on);
  const datetime = '2027-04-14T19:30';
  const details = { datetime, capacity: '96', release_minutes: '20', version: 2 };
  expect((await post(`${bookingCallsPath}/performances/${performance}`, details)).json()).toMatchObject({ code: 200 });
  const reserved = await sell({ [type('Adult')]: '2', how: 'reserved', email });
  const paid = await sell({ [type('Adult')]: '1', how: 'reserved' });
  await post(`${bookingCallsPath}/orders/${paid.id}/pay`, { how: 'card' });
  expect((await listSentMails(on.db.read))[0]?.text).toContain('We’ll reserve them for you until 7.10pm on the day.');
  // Sets the clock back to the time at which the user signed in, and returns the page
  const seen = () => {
    on.at('2026-11-21T12:00:00.000Z');
    return page();
  };
  await runFeatureJobs(on, ordersFeature, '2027-04-14T18:09:59.000Z');
  expect((await seen()).performances).toMatchObject([{ sold: 3 }]);
  await runFeatureJobs(on, ordersFeature, '2027-04-14T18:10:00.000Z');
  await runFeatureJobs(on, ordersFeature, '2027-04-14T18:11:00.000Z');
  const { performances, orders: listed } = await seen();
  expect(performances).toMatchObject([{ sold: 1 }]);
  expect(listed.find(({ ref }) => ref === reserved.ref)?.status).toBe('cancelled');
  expect(listed.find(({ ref }) => ref === paid.ref)?.status).toBe('paid');
  const said = await on.db.read.selectFrom('audit').select('detail').where('subject', '=', reserved.id).execute();
  expect(said.map(({ detail }) => detail)).toContain(`${reserved.ref}: 2 for Wednesday 14 April 2027 at 7.30pm`);
  const letter = await findEmailText(on, 'Your tickets for Blithe Spirit have been cancelled');
  expect(letter).toContain('weren’t paid for in time, so we’ve released them.');
});

onSite('unpaid reservations for an archived show are released, and the buyer is told', async (on) => {
  const { sell, type, show, send } = await createBoxOffice(on);
  await write(on.db, (tx) => tx.updateTable('performance').set({ release_minutes: 20 }).execute());
  const { id } = await sell({ [type('Adult')]: '2', how: 'reserved', email });
  await send('POST', `/members/api/manage_shows/${show}/archive`);
  await runFeatureJobs(on, ordersFeature, '2027-04-14T18:11:00.000Z');
  expect(await on.db.read.selectFrom('ticket_order').select('status').where('id', '=', id).execute()).toEqual([
    { status: 'cancelled' },
  ]);
  expect(await findEmailText(on, 'Your tickets for Blithe Spirit have been cancelled')).toContain(
    'so we’ve released them.',
  );
});

onSite('the reason for returning one ticket is kept when the order’s other tickets are released', async (on) => {
  const { sell, type, post, performance } = await createBoxOffice(on);
  const details = { datetime: '2027-04-14T19:30', capacity: '96', release_minutes: '20', version: 2 };
  await post(`${bookingCallsPath}/performances/${performance}`, details);
  const { id } = await sell({ [type('Adult')]: '2', how: 'reserved' });
  const ticket = await on.db.read.selectFrom('ticket').select('id').orderBy('id').executeTakeFirstOrThrow();
  const back = { [`of_${ticket.id}`]: '1', reason: 'One is ill' };
  expect((await post(`${bookingCallsPath}/orders/${id}/give_back`, back)).json()).toMatchObject({ code: 200 });
  await runFeatureJobs(on, ordersFeature, '2027-04-14T18:10:00.000Z');
  const { cancel_reason } = await on.db.read.selectFrom('ticket_order').selectAll().executeTakeFirstOrThrow();
  expect(cancel_reason).toBe('One is ill; Not paid in time');
});

onSite('the confirmation of a reservation made after the deadline doesn’t name the deadline', async (on) => {
  const { type, post, performance } = await createBoxOffice(on);
  const details = { datetime: '2027-04-14T19:30', capacity: '96', release_minutes: '20', version: 2 };
  await post(`${bookingCallsPath}/performances/${performance}`, details);
  on.at('2027-04-14T18:15:00.000Z');
  const steward = await on.as(await on.a.user({ role: 'admin' }));
  const late = { performance_id: performance, name: 'Dorothy Hollis', how: 'reserved', email, [type('Adult')]: '1' };
  expect((await steward.post(`${bookingCallsPath}/orders`, late)).json()).toMatchObject({ code: 200 });
  const letter = await findEmailText(on, 'Your tickets');
  expect(letter).toContain('£12.00 to pay at the door.');
  expect(letter).not.toContain('We’ll reserve them for you until');
});

onEachSite('reserved tickets that cost nothing aren’t released at the deadline for payment', async (on) => {
  const { sell, type, page, post, performance } = await createBoxOffice(on);
  const details = { datetime: '2027-04-14T19:30', capacity: '96', release_minutes: '20', version: 2 };
  await post(`${bookingCallsPath}/performances/${performance}`, details);
  const kept = { [type('Adult')]: '1', how: 'reserved', email };
  const free = await sell({ ...kept, own_price: '0', reason: 'A reviewer' });
  expect(free).toMatchObject({ code: 200 });
  await sell(kept);
  await runFeatureJobs(on, ordersFeature, '2027-04-14T18:10:00.000Z');
  on.at('2026-11-21T12:00:00.000Z');
  expect((await page()).performances).toMatchObject([{ sold: 1 }]);
  expect((await page()).orders.find(({ ref }) => ref === free.ref)?.status).toBe('reserved');
});

onEachSite('moving a performance asks for confirmation, and then emails the ticket holders', async (on) => {
  const { sell, type, post, performance, page } = await createBoxOffice(on);
  await sell({ [type('Adult')]: '2', email });
  const move = { datetime: '2027-04-16T19:30', capacity: '96', version: 2 };
  const answer = (await post(`${bookingCallsPath}/performances/${performance}`, move)).json();
  expect(answer).toMatchObject({ code: 409, needs: 'confirmation', msg: expect.stringContaining('One order has') });
  expect(
    (await post(`${bookingCallsPath}/performances/${performance}`, { ...move, confirmed: '1' })).json(),
  ).toMatchObject({
    code: 200,
  });
  await runFeatureJobs(on, ordersFeature, '2026-11-21T12:00:00.000Z');
  await runFeatureJobs(on, ordersFeature, '2026-11-21T12:01:00.000Z');
  expect(await subjects(on)).toEqual(['Your tickets for Blithe Spirit', 'Your tickets for Blithe Spirit have changed']);
  const letter = await findEmailText(on, 'Your tickets for Blithe Spirit have changed');
  expect(letter).toContain('Blithe Spirit has moved from Wednesday 14 April 2027 at 7.30pm to');
  expect(letter).toContain('Blithe Spirit, Friday 16 April 2027 at 7.30pm: 2 Adult.');
  expect((await page()).performances).toMatchObject([{ sold: 2 }]);
});

onEachSite(
  'cancelling a performance cancels its orders after ten minutes, unless the performance is restored',
  async (on) => {
    const { sell, type, send, performance, page, entries, show } = await createBoxOffice(on);
    const { id } = await sell({ [type('Adult')]: '2', email });
    const cancel = () => send('POST', `${bookingCallsPath}/performances/${performance}/cancel`);
    await cancel();
    await send('POST', `${bookingCallsPath}/performances/${performance}/restore`);
    on.at('2026-11-21T12:09:00.000Z');
    await cancel();
    await runFeatureJobs(on, ordersFeature, '2026-11-21T12:10:00.000Z');
    expect((await page()).orders).toMatchObject([{ id, status: 'paid' }]);
    await runFeatureJobs(on, ordersFeature, '2026-11-21T12:18:00.000Z');
    expect((await page()).orders).toMatchObject([{ id, status: 'paid' }]);
    await runFeatureJobs(on, ordersFeature, '2026-11-21T12:19:00.000Z');
    await runFeatureJobs(on, ordersFeature, '2026-11-21T12:20:00.000Z');
    // The order was paid in cash, so its refund is owed until somebody has paid it out
    expect((await page()).orders).toMatchObject([{ id, status: 'refunded', back: 2400 }]);
    const treasurer = await on.as(await on.a.user({ role: 'admin' }));
    const { body: owed } = await treasurer.get(`/members/bookings/orders.csv?show=${show}&owed=back`);
    expect(owed).toMatch(/"Dorothy Hollis",,,"0","0\.00","Refund due",.*"24\.00"/);
    expect((await entries()).map(({ amount }) => amount)).toEqual([2400]);
    expect(await subjects(on)).toEqual([
      'Your tickets for Blithe Spirit',
      'Your tickets for Blithe Spirit have been cancelled',
    ]);
    expect(await findEmailText(on, 'Your tickets for Blithe Spirit have been cancelled')).toContain(
      'We owe you £24.00',
    );
  },
);

onSite('a different price per ticket needs a reason and is never higher than the normal one', async (on) => {
  const { sell, type, page, entries, get, show } = await createBoxOffice(on);
  const party = { [type('Adult')]: '20', how: 'card', own_price: '9' };
  expect(await sell(party)).toMatchObject({ code: 400, fields: { reason: 'Give a reason for the different price.' } });
  expect(await sell({ ...party, own_price: '12.01', reason: 'None' })).toMatchObject({
    code: 400,
    fields: { own_price: 'That’s more than the normal price.' },
  });
  expect((await sell({ ...party, reason: 'The bowls club' })).msg).toContain('£180.00 by card.');
  expect((await page()).orders).toMatchObject([{ status: 'paid', total: 18_000 }]);
  expect(await entries()).toMatchObject([{ kind: 'charge', amount: 18_000, source: 'card_machine' }]);
  expect((await get(`/members/bookings/orders.csv?show=${show}`)).body).toContain('"20 Adult","20","180.00"');
});

onEachSite(
  'each email to a buyer links to the order page, unless there is nothing left to attend',
  async (on) => {
    const { sell, type, act, order, page } = await withOrderActions(on);
    const { id } = await sell({ [type('Adult')]: '3', source: 'phone', how: 'reserved', email });
    const { link, tickets } = await order(id);
    const shown = `${home()}${link}`;
    expect(await act(id, '/confirmation')).toMatchObject({ code: 200 });
    expect(await act(id, '/give_back', { [`of_${tickets[0]?.id}`]: '1' })).toMatchObject({ code: 200 });
    await runFeatureJobs(on, ordersFeature, '2027-04-13T09:00:00.000Z', { home });
    await runFeatureJobs(on, ordersFeature, '2027-04-15T10:00:00.000Z', { home });
    on.at('2026-11-21T12:00:00.000Z');
    expect(await act(id, '/cancel')).toMatchObject({ code: 200 });
    const mails = (await listSentMails(on.db.read)).map(({ subject, text }) => ({
      subject,
      led: text.includes(shown),
    }));
    expect(mails.toSorted((one, other) => (one.subject < other.subject ? -1 : 1))).toEqual([
      { subject: 'Thank you for coming to Blithe Spirit', led: false },
      { subject: 'Tomorrow: Blithe Spirit', led: true },
      { subject: 'Your tickets for Blithe Spirit', led: true },
      { subject: 'Your tickets for Blithe Spirit', led: true },
      { subject: 'Your tickets for Blithe Spirit have been cancelled', led: false },
      { subject: 'Your tickets for Blithe Spirit have changed', led: true },
    ]);
    const another = await sell({ [type('Adult')]: '1', how: 'comp', reason: 'The paper', email });
    const seen = await on.page((await order(another.id)).link);
    expect(seen).toMatchObject({ status: 200, content: { type: 'booked', state: 'booked', name: 'Dorothy Hollis' } });
    const { letters } = (await page()) as unknown as { letters: { kind: string; text: string }[] };
    const confirmation = letters.find(({ kind }) => kind === 'confirmation')?.text;
    expect(confirmation).toContain(`${home()}/tickets/order/…`);
    expect(letters.find(({ kind }) => kind === 'offer')?.text).toContain(`${home()}/tickets/offer/…`);
    // The sample has the sentence that is sent for a refund to a card
    const cancelled = letters.find(({ kind }) => kind === 'cancelled')?.text;
    expect(cancelled).toContain(
      'We’ve asked your bank to refund £24.00 to the card. It usually arrives within ten days.',
    );
  },
  undefined,
  undefined,
  { publicUrl: home() },
);

onSite('box-office notes don’t appear on the page that emails link to', async (on) => {
  const { sell, type, order } = await withOrderActions(on);
  const note = 'Complains. Well away from the Harpers';
  const { id } = await sell({ [type('Adult')]: '1', source: 'phone', email, note });
  expect(await order(id)).toMatchObject({ order: { note } });
  const { link } = await order(id);
  expect((await on.page(link)).content).toMatchObject({ type: 'booked', state: 'booked', note: '' });
  expect((await on.get(link)).body).not.toContain('Harpers');
});

onEachSite(
  'a confirmation has the codes of the tickets valid when it is sent, and none if they were reissued after it was queued',
  async (on) => {
    const { sell, type, act, order } = await withOrderActions(on);
    const { id, ref } = await sell({ [type('Adult')]: '3', source: 'phone', email });
    const { tickets, link } = await order(id);
    expect(await act(id, '/give_back', { [`of_${tickets[0]?.id}`]: '1' })).toMatchObject({ code: 200 });
    const now = '2026-11-21T12:00:00.000Z';
    const sent = await sendQueuedEmails(on, now);
    const { content } = await on.page(link);
    const [shown] = Booked.parse(content).performances;
    const attached = (start: string) => sent.find(({ subject }) => subject === start)?.attachments ?? [];
    // The email about the change has no codes
    const changed = attached('Your tickets for Blithe Spirit have changed').map(({ name }) => name);
    expect(changed).toEqual(['2027-04-14 19.30.ics']);
    const [calendar, ...codes] = attached('Your tickets for Blithe Spirit');
    expect(calendar?.name).toBe('2027-04-14 19.30.ics');
    expect(`${calendar?.content}`).toBe((await on.get(shown?.calendar ?? '')).body);
    expect(`${calendar?.content}`).toContain(`DESCRIPTION:Reference ${ref}`);
    expect(codes.map(({ name }) => name)).toEqual(['2027-04-14 19.30 ticket 1.png', '2027-04-14 19.30 ticket 2.png']);
    const read = await Promise.all(codes.map((code) => readByCamera(code.content)));
    expect(read.toSorted()).toEqual(shown?.tickets.map(({ code }) => code).toSorted());
    // An email that was queued before the codes were replaced may go to a person who shouldn't have the new codes
    expect(await act(id, '/confirmation')).toMatchObject({ code: 200 });
    expect(await act(id, '/reissue')).toMatchObject({ code: 200 });
    const later = await sendQueuedEmails(on, now);
    const newLink = (await order(id)).link;
    expect(later.map(({ text, attachments }) => [text.includes(newLink), attachments.length])).toEqual(
      expect.arrayContaining([
        [false, 0],
        [true, 3],
      ]),
    );
    expect([sent.length, later.length]).toEqual([2, 2]);
  },
  undefined,
  undefined,
  { publicUrl: home() },
);

onSite('the calendar entry of a moved performance is newer than the former one and replaces it', async (on) => {
  const { sell, type, act, post, performance, page } = await withOrderActions(on);
  const { id } = await sell({ [type('Adult')]: '1', source: 'phone', email });
  const before = await sendQueuedEmails(on, '2026-11-21T12:00:00.000Z');
  const { version } = (await page()).performances[0] ?? {};
  const moved = { datetime: '2027-04-14T20:00', capacity: '96', doors_minutes: '30', version, confirmed: '1' };
  expect((await post(`${bookingCallsPath}/performances/${performance}`, moved)).json()).toMatchObject({ code: 200 });
  on.at('2026-11-21T12:30:00.000Z');
  expect(await act(id, '/confirmation')).toMatchObject({ code: 200 });
  const sent = [...before, ...(await sendQueuedEmails(on, '2026-11-21T12:31:00.000Z'))];
  const read = (property: string) => readEntries(sent, property);
  expect(new Set(read('UID')).size).toBe(1);
  expect(read('DTSTART')).toEqual(['20270414T183000Z', '20270414T190000Z']);
  // If two entries have the same UID, a calendar uses the one with the later stamp
  expect(read('DTSTAMP')).toEqual(['20261121T120000Z', '20261121T123100Z']);
});

onEachSite(
  'the email about a moved performance has a calendar entry that replaces the buyer’s old one',
  async (on) => {
    const { sell, type, post, performance, page } = await withOrderActions(on);
    await sell({ [type('Adult')]: '1', source: 'phone', email });
    const first = await sendQueuedEmails(on, '2026-11-21T12:00:00.000Z');
    const { version } = (await page()).performances[0] ?? {};
    const moved = { datetime: '2027-04-16T19:30', capacity: '96', version, confirmed: '1' };
    expect((await post(`${bookingCallsPath}/performances/${performance}`, moved)).json()).toMatchObject({ code: 200 });
    await runFeatureJobs(on, ordersFeature, '2026-11-21T12:30:00.000Z');
    const sent = [...first, ...(await sendQueuedEmails(on, '2026-11-21T12:31:00.000Z'))];
    const read = (property: string) => readEntries(sent, property);
    expect(read('DTSTART')).toEqual(['20270414T183000Z', '20270416T183000Z']);
    expect(new Set(read('UID')).size).toBe(1);
    const [before, after] = read('SEQUENCE').map(Number);
    expect(after).toBeGreaterThan(before ?? Number.NaN);
    expect(await findEmailText(on, 'Your tickets for Blithe Spirit have changed')).toContain(
      'An updated entry for your calendar is attached.',
    );
  },
  undefined,
  undefined,
  { publicUrl: home() },
);

onEachSite(
  'the emails about an exchange and a cancellation remove the old performances from the buyer’s calendar',
  async (on) => {
    const { sell, type, act, post, order, show } = await withOrderActions(on);
    const { id: second } = (
      await post(`${bookingCallsPath}/add_new_performance`, { datetime: '2027-04-15T19:30', show_id: show })
    ).json();
    const { id, ref } = await sell({ [type('Adult')]: '2', source: 'phone', email });
    let sent: Awaited<ReturnType<typeof sendQueuedEmails>> = [];
    const leave = async (at: string) => {
      sent = await sendQueuedEmails(on, at);
      return sent.flatMap(({ attachments }) =>
        attachments.filter(isCalendar).map(({ name, contentType, content }) => {
          const read = (property: string) =>
            new RegExp(`^${property}:(.*)$`, 'm').exec(`${content}`)?.[1]?.trim() ?? '';
          expect(contentType).toContain(`method=${read('METHOD')}`);
          return {
            name,
            method: read('METHOD'),
            status: read('STATUS'),
            uid: read('UID'),
            about: read('DESCRIPTION'),
          };
        }),
      );
    };
    const [first] = await leave('2026-11-21T12:00:00.000Z');
    expect(first).toMatchObject({ name: '2027-04-14 19.30.ics', method: 'PUBLISH', about: `Reference ${ref}` });
    const one = async () =>
      `of_${(await order(id)).tickets.find(({ performance_id }) => performance_id !== second)?.id}`;
    // One of two tickets is still for the first performance
    expect(await act(id, '/exchange', { [await one()]: '1', performance_id: second })).toMatchObject({ code: 200 });
    const both = await leave('2026-11-21T12:10:00.000Z');
    expect(both.map(({ method }) => method)).toEqual(['PUBLISH', 'PUBLISH']);
    expect(await act(id, '/exchange', { [await one()]: '1', performance_id: second })).toMatchObject({ code: 200 });
    const exchanged = await leave('2026-11-21T12:20:00.000Z');
    expect(exchanged).toMatchObject([
      { name: '2027-04-15 19.30.ics', method: 'PUBLISH', status: 'CONFIRMED' },
      { name: '2027-04-14 19.30 cancelled.ics', method: 'CANCEL', status: 'CANCELLED', uid: first?.uid },
    ]);
    expect(sent[0]?.text).toContain(
      'Another attached entry removes the performance that you no longer have tickets for.',
    );
    expect(await act(id, '/cancel', { reason: 'They are ill' })).toMatchObject({ code: 200 });
    expect(await leave('2026-11-21T12:30:00.000Z')).toEqual([
      { ...exchanged[0], name: '2027-04-15 19.30 cancelled.ics', method: 'CANCEL', status: 'CANCELLED' },
    ]);
    expect(sent[0]?.text).toContain('open it to remove the performance from your calendar.');
  },
  undefined,
  undefined,
  { publicUrl: home() },
);

onSite(
  'the email about the cancelled order of an archived show has the calendar entry that it mentions',
  async (on) => {
    const { sell, type, act, send: call, show } = await withOrderActions(on);
    const { id } = await sell({ [type('Adult')]: '2', source: 'phone', email });
    await call('POST', `/members/api/manage_shows/${show}/archive`);
    expect(await act(id, '/cancel', { reason: 'They are ill' })).toMatchObject({ code: 200 });
    const sent = await sendQueuedEmails(on, '2026-11-21T12:10:00.000Z');
    const cancelled = sent.find(({ text }) => text.includes('open it to remove the performance from your calendar.'));
    expect(cancelled?.attachments.map(({ name }) => name)).toEqual(['2027-04-14 19.30 cancelled.ics']);
  },
);

onEachSite('the email about a refund that leaves the tickets valid has no calendar entry', async (on) => {
  const { sell, type, act } = await withOrderActions(on);
  const { id } = await sell({ [type('Adult')]: '2', source: 'phone', email });
  const refund = { reason: 'The heating failed', tickets: 'keep', amount: '5' };
  expect(await act(id, '/refund', refund)).toMatchObject({ code: 200 });
  const mails = await on.db.read.selectFrom('mail').select(['subject', 'attached_kind']).execute();
  expect(mails.find(({ subject }) => subject.startsWith('Your refund'))).toMatchObject({ attached_kind: '' });
});

onSite(
  'an order’s history advises sending the confirmation again after a refused email only if that is possible',
  async (on) => {
    const { sell, type, act, order, post, pageAt } = await withOrderActions(on);
    const { id } = await sell({ [type('Adult')]: '2', email });
    await on.db.write((tx) =>
      tx
        .updateTable('job')
        .set({ status: 'failed', last_error: 'EENVELOPE 550', finished_at: '2026-11-21T12:01:00.000Z' })
        .where('kind', '=', 'mail')
        .execute(),
    );
    const refused = async () => {
      const { refused_letters } = BookingIssues.parse((await pageAt('/members/bookings/attention')).content);
      const entry = (await order(id)).history.find(({ what }) => what.startsWith('couldn’t deliver the email'));
      return { advice: entry?.detail, canResend: refused_letters.map(({ can_resend }) => can_resend) };
    };
    const resendable = {
      advice: 'Check the email address, then send the confirmation again or contact the buyer.',
      canResend: [true],
    };
    const notResendable = { advice: 'Tell the buyer in another way.', canResend: [false] };
    expect(await refused()).toEqual(resendable);
    const turnConfirmations = (isOn: boolean) =>
      post(`${bookingCallsPath}/letters`, { kind: 'confirmation', on: isOn });
    await turnConfirmations(false);
    expect(await refused()).toEqual(notResendable);
    await turnConfirmations(true);
    expect(await refused()).toEqual(resendable);
    expect(await act(id, '/cancel')).toMatchObject({ code: 200 });
    expect(await refused()).toEqual(notResendable);
    expect(await act(id, '/confirmation')).toMatchObject({ code: 409 });
  },
);
