import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { declarationWordingVersion } from '#features/money/gift-aid/wording.ts';
import { initialRenewalState } from '#features/money/subscriptions/renewal.ts';
import { createPlan, createSubscription, recordPaperMember } from '#features/money/subscriptions/server/index.ts';
import { createEncryption } from '#platform/server/crypto/encryption.ts';
import { listTableNames } from '#platform/server/database/core/rows.ts';
import type { Database, Tables } from '#platform/server/database/index.ts';
import { runDueJobs } from '#platform/server/jobs/runner.ts';
import { findStoredMailIds } from '#platform/server/mail/outbox.ts';
import { defineSendMailJob } from '#platform/server/mail/sender.ts';
import { createFileTransport } from '#platform/server/mail/transport.ts';
import { dataKey } from '#tests/support/site/app.ts';
import { createTemporaryFolder } from '#tests/support/site/engines.ts';
import { contributions, eraseDueAccounts } from '#tests/support/society/contributions.ts';
import { inCast } from '#tests/support/society/factories.ts';
import { onEachShop, type ShopTestContext } from '#tests/support/society/shop.ts';

/** Words that occur only in one person's data and texts. */
const words = {
  email: 'zebulon@quackenbush.example',
  name: 'Zebulon Quackenbush',
  'first name': 'Zebulon',
  'last name': 'Quackenbush',
  telephone: '07700 900123',
  'emergency contact': 'Hepzibah Thistlewood',
  'emergency telephone': '07700 900456',
  'child’s name': 'Pippin Quackenbush',
  'child’s emergency contact': 'Granny Featherstonehaugh',
  'child’s telephone': '07700 900789',
  'contact message': 'marmalade-in-the-organ',
  'answer to the message': 'periwinkle-in-reply',
  feedback: 'gooseberry-lamps',
  'note on an order': 'rhubarb-by-the-aisle',
  'needs on an order': 'wheelchair',
  'note of a change to a booking': 'quince-rang-up',
  'reason of a refund': 'damson-was-ill',
  'reason of a price': 'persimmon-broke-a-leg',
  'note in a basket': 'elderflower-upon-request',
  device: 'ZebTelephone/7.0',
  network: '192.0.2.77',
  'Gift Aid house': 'Snapdragon Cottage',
  post: 'Damask rehearsal of the ghosts',
  correction: 'celandine-was-the-butler',
  review: 'tamarind-at-the-gazette',
  'credit of a picture': 'Photograph by Zebulon Quackenbush, mulberry',
  'invited name': 'Zebby Quackenbush-Invited',
  'name on an imported order': 'Zebulon Elsewhere-Quackenbush',
  'note of an imported order': 'loganberry-at-the-other-shop',
  'name on the imported list': 'Zenobia Listed-Quackenbush',
  'telephone on the imported list': '07700 900321',
  'reason of a dismissed note': 'medlar-paid-twice',
  'mail that waits': 'sloe-is-still-waiting',
  'mail that failed': 'bilberry-never-arrived',
} as const;

/** The data that remain after erasure, by table and word, with the reason. */
const stays: Record<string, string> = {
  'correction: correction': 'what is right in the archive stays, without who said so',
  'gift_aid_declaration: Gift Aid house': 'HMRC may ask for the declaration behind a claim for six years',
  'gift_aid_declaration: first name': 'as above',
  'gift_aid_declaration: last name': 'as above',
  'inbox_message_with_deleted: feedback': 'what was said of the site stays, without who said it',
  'media_with_deleted: credit of a picture': 'pictures are the society’s: the admins are asked to look at it',
  'media_with_deleted: first name': 'as above',
  'media_with_deleted: last name': 'as above',
  'media_with_deleted: name': 'as above',
  'person: child’s name': 'the child’s own part in a show',
  'person: last name': 'the child’s',
  'post_with_deleted: post': 'what a society posted stays, without its author',
  'review: first name': 'what a newspaper says of the actor on its own site, of which this is a copy',
  'review: last name': 'as above',
  'review: name': 'as above',
  'review: review': 'as above',
};

const erasedAt = '2026-12-21T12:00:01.000Z';

const tableNames = async ({ engine, read }: Database) =>
  (await listTableNames(read, engine)).sort() as (keyof Tables)[];

/** Lists the tables and files that hold one of the words, each with the name of the word. */
async function findWords(db: Database, folder: string): Promise<string[]> {
  const texts: [place: string, text: string][] = [];
  for (const table of await tableNames(db)) {
    // This table has only the names, times and versions of migrations
    if (table === 'migration') continue;
    const rows = await db.read.selectFrom(table).selectAll().execute();
    texts.push([table, JSON.stringify(rows.map((row) => Object.values(row)))]);
  }
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const content = readFileSync(join(file.parentPath, file.name), 'utf8').replace(/=\r\n/g, '');
    texts.push(['file', `${file.name}\n${content}`]);
  }
  const found = texts.flatMap(([place, text]) =>
    Object.entries(words)
      .filter(([, word]) => text.toLowerCase().includes(word.toLowerCase()))
      .map(([word]) => `${place}: ${word}`),
  );
  return [...new Set(found)].sort();
}

/**
 * Creates a person's long history: Zebulon has used most of what members and visitors can use, and staff have dealt
 * with his requests.
 */
async function fullLife(on: ShopTestContext, sendMail: () => Promise<void>) {
  const { a, db, post, as, show, first } = on;
  await a.settings({
    giftAid: '1',
    committeeMail: 'committee@players.example',
    contactEmail: 'committee@players.example',
  });
  const zeb = await a.user({
    ...{ email: words.email, firstname: 'Zebulon', lastname: 'Quackenbush', phone_number: words.telephone },
    ...{ e_con_name: words['emergency contact'], e_con_phone: words['emergency telephone'] },
  });
  const own = await as(zeb);
  const dee = await a.user({ firstname: 'Dee', lastname: 'Moss', role: 'admin' });
  const office = await as(dee);
  const ok = (answer: { json: () => { code: number; msg?: string } }) => {
    expect(answer.json()).toEqual(expect.objectContaining({ code: 200 }));
    return answer.json() as unknown as Record<string, string>;
  };

  const message = { name: words.name, contact: words.email, subject: 'Other', message: words['contact message'] };
  ok(await post('/api/contact', message));
  const { id: messageId } = await db.read.selectFrom('inbox_message').select('id').executeTakeFirstOrThrow();
  const reply = { text: `Dear Zebulon, ${words['answer to the message']}` };
  ok(await office.post(`/members/api/messages/contact/${messageId}/answer`, reply));
  ok(
    await own.post(
      '/members/api/feedback',
      { about: 'idea', message: words.feedback, device: words.device, wants_reply: true },
      { 'idempotency-key': 'the-key-of-this-browser' },
    ),
  );
  const correction = { about: 'show', of: show, what: 'other', right: words.correction };
  ok(await post('/api/corrections', { ...correction, name: words.name, email: words.email }));

  // Orders as a guest, with the same email address: paid by card, changed, refunded
  const adult = on.type('Adult');
  const card = on.visitor();
  expect(await card.hold({ [adult]: '3' })).toMatchObject({ code: 200 });
  const buyer = { name: words.name, email: words.email.toUpperCase(), phone: words.telephone };
  const paid = await card.pay({
    ...{ ...buyer, note: words['note on an order'], need_wheelchair: '1', card_nonce: on.aCard() },
  });
  expect(paid).toMatchObject({ code: 200 });
  const [order] = await on.orders();
  if (!order) throw new Error('There is no order.');
  const page = await office.page(`/members/bookings/order/${order.id}`);
  expect(page.status).toBe(200);
  ok(
    await office.post(`/members/api/bookings/orders/${order.id}/refund`, {
      ...{ amount: '1.00', reason: `Zebulon, ${words['reason of a refund']}`, tickets: 'keep' },
    }),
  );
  await db.write((tx) =>
    tx.updateTable('ticket_order').set({ reason: words['reason of a price'] }).where('id', '=', order.id).execute(),
  );
  const item = (type: string) => `Blithe Spirit - Wed 14th Apr 7:30pm - ${type}`;
  ok(
    await office.post('/members/api/bookings/add_booking_mod', {
      ...{ ref_num: `${order.ref}`, from_item: item('Adult'), to_item: item('Child'), change_quantity: 1 },
      ...{ note: `Zebulon ${words['note of a change to a booking']}`, how: 'card' },
    }),
  );
  // A basket that hasn't been paid for
  const other = on.visitor();
  expect(await other.hold({ [adult]: '1' })).toMatchObject({ code: 200 });
  await db.write((tx) =>
    tx
      .updateTable('basket')
      .set({ ...{ name: words.name, email: words.email, phone: words.telephone, note: words['note in a basket'] } })
      .where('status', '=', 'open')
      .execute(),
  );
  ok(
    await post('/api/tickets/waiting', {
      ...{ performance_id: first, name: words.name, email: words.email, size: '6', [`date_${first}`]: '1' },
    }),
  );
  // A membership for a child
  await db.write(async (tx) => {
    const yearly = { amount: 2500, period: 'yearly', renewal_month: '09', desc: '', levelName: 'Full member' } as const;
    await createPlan(tx, yearly, { id: 'fullmember000001', now: '2026-11-21T12:00:00.000Z' });
    await createSubscription(tx, {
      ...{ id: 'subscription0001', user_id: zeb.id, plan_id: 'fullmember000001', sub_for: 'OTHER' },
      ...{ name: words['child’s name'], phone_number: words['child’s telephone'] },
      ...{ e_con_name: words['child’s emergency contact'], e_con_phone: words['child’s telephone'] },
      ...{ amount: 2500, status: 'active', started_on: '2026-11-21', renews_on: '2027-09-01' },
      ...{ cancelled_at: null, card_id: null, created_at: '2026-11-21T12:00:00.000Z', ...initialRenewalState },
    });
  });
  const hamlet = await a.show({
    title: 'Hamlet',
    credits: [inCast(words.name, 'Hamlet'), inCast(words['child’s name'], 'A page')],
  });
  await a.personOf(zeb, words.name);
  const child = await db.read
    .selectFrom('person')
    .select('id')
    .where('name', '=', words['child’s name'])
    .executeTakeFirstOrThrow();
  ok(await office.post('/members/api/subscriptions/subscription0001/person', { person: child.id }));
  await a.portrait(child.id, { agreedBy: zeb.id, guardian: words.name });
  const { id: person } = await db.read
    .selectFrom('person')
    .select('id')
    .where('name', '=', words.name)
    .executeTakeFirstOrThrow();
  await a.portrait(person, { agreedBy: zeb.id });
  expect((await office.post(`/members/emergency_contacts/${hamlet}`, {})).statusCode).toBe(200);
  ok(
    await own.post('/members/api/account_settings/gift_aid', {
      ...{ title: 'Mr', firstname: 'Zebulon', lastname: 'Quackenbush', house: words['Gift Aid house'] },
      ...{ address: 'Mill Lane', postcode: 'LN1 2AB', wording: declarationWordingVersion, agreed: '1' },
    }),
  );
  await a.post({ show_id: hamlet, author: words.name, title: 'Call', content: words.post });
  const moment = '2026-11-21T12:00:00.000Z';
  await db.write((tx) =>
    tx
      .insertInto('session')
      .values({
        ...{ id: 'sessionofzeb0001', token_hash: 'hash', user_id: zeb.id, stage: 'full', device: words.device },
        ...{ address: words.network, created_at: moment, last_used_at: moment, authenticated_at: moment },
        ...{ second_factor_at: '', expires_at: '2027-12-01T00:00:00.000Z' },
      })
      .execute(),
  );
  await handedByOthers(on, { zeb, dee, order, office });
  await sendMail();
  // The box office asks for every email to be sent again
  for (const { id } of await db.read.selectFrom('mail').select('id').execute()) {
    await office.send('POST', `/members/api/mails/${id}/again`);
  }
  await sendMail();
  const failed = { id: 'mailthatfailed01', subject: words['mail that failed'], text: words['mail that failed'] };
  await a.mail({ ...failed, to: words.email, status: 'failed', last_error: 'EENVELOPE 550' });
  await a.mail({ id: 'mailthatwaits001', to: words.email, subject: 'Tickets', text: words['mail that waits'] });
  await a.mail({ id: 'mailaboutthem001', subject: `From ${words.name}`, text: `${words.name} <${words.email}> rang.` });
  return own;
}

/**
 * Adds records about Zebulon from others and from the door: notes, a check-in, imports, an invitation, a picture and a
 * review.
 */
async function handedByOthers(
  { a, db, as, show, first }: ShopTestContext,
  {
    zeb,
    dee,
    order,
    office,
  }: {
    zeb: { id: string };
    dee: { id: string };
    order: { id: string };
    office: Awaited<ReturnType<ShopTestContext['as']>>;
  },
): Promise<void> {
  const moment = '2026-11-21T12:00:00.000Z';
  const done = (answer: { json: () => object }) => expect(answer.json()).toMatchObject({ code: 200 });
  const list = (text: string, fields: Record<string, string>) => {
    const form = new FormData();
    form.append('file', new Blob([text]), 'list.csv');
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return form;
  };
  // At the door, Zebulon sends a note and a check-in about his own order, and the box office dismisses the note
  await a.allow(zeb, { door: true });
  const steward = await as(zeb);
  const door = `/members/api/bookings/door/${first}`;
  const payment = { kind: 'payment', order: order.id, how: 'cash', pence: 1200, waited: 0 };
  const note = 'noteofadoor00001';
  done(await steward.post(`${door}/notes`, { device: words.device, notes: [{ ...payment, id: note }] }));
  const [ticket] = await db.read.selectFrom('ticket').select('id').where('order_id', '=', order.id).execute();
  const mark = { id: 'markofadoor00001', ticket: ticket?.id, came: true, waited: 0 };
  done(await steward.post(door, { device: words.device, marks: [mark] }));
  const dismissed = { reason: `Zebulon: ${words['reason of a dismissed note']}` };
  done(await office.post(`/members/api/bookings/door/notes/${note}/dismiss`, dismissed));
  // Imports that name Zebulon
  const elsewhere = `reference,name,email,ticket type,quantity,price,notes
T-1,${words['name on an imported order']},${words.email},Adult,1,8.00,${words['note of an imported order']}`;
  const orders = list(elsewhere, { show_id: show, performance_id: first, dry_run: '0' });
  expect((await office.upload('/members/api/bookings/import_orders', orders)).body).toMatchObject({ code: 200 });
  await db.write((tx) =>
    recordPaperMember(tx, {
      ...{ id: 'papermember00001', name: words['name on the imported list'], email: words.email },
      ...{ email_key: words.email, phone: words['telephone on the imported list'], plan_id: 'fullmember000001' },
      ...{ amount: 2500, paid_on: null, source: null, paid_until: '2026-08-31', created_at: moment, from_payment: 0 },
    }),
  );
  // Zebulon was invited, under another name, before he registered
  await db.write((tx) =>
    tx
      .insertInto('invitation')
      .values({
        ...{ id: 'invitationofzeb1', token_hash: 'hash of an invitation', email: words.email, email_key: words.email },
        ...{ firstname: words['invited name'], lastname: 'Q', role: 'member', created_at: moment, used_at: null },
        ...{ expires_at: '2027-12-01T00:00:00.000Z', invited_by: dee.id, withdrawn_at: null },
      })
      .execute(),
  );
  const picture = await a.picture('The ghosts');
  const credit = words['credit of a picture'];
  await db.write((tx) => tx.updateTable('media_with_deleted').set({ credit }).where('id', '=', picture).execute());
  const review = `<p>${words.name} was splendid, ${words.review}.</p>`;
  await db.write((tx) =>
    tx
      .insertInto('review')
      .values({ url: 'https://gazette.example/ghosts', html: review, fetched_at: moment, practice: 0 })
      .execute(),
  );
}

onEachShop(
  'an erased person’s data is in no row and no file, except in the rows listed as kept',
  async (on) => {
    const { db } = on;
    const folder = createTemporaryFolder();
    const clock = (moment: string) => () => new Date(moment);
    const transport = createFileTransport(folder, 'site@players.example');
    const sendMail = () =>
      runDueJobs({
        ...{ db, clock: clock('2026-11-21T12:30:00.000Z') },
        work: [defineSendMailJob({ db, transport, encryption: createEncryption(dataKey) })],
      });
    const own = await fullLife(on, sendMail);
    const before = await findWords(db, folder);
    const missing = Object.keys(words).filter((word) => !before.some((found) => found.endsWith(`: ${word}`)));
    expect(missing).toEqual([]);
    const asked = await own.post('/members/api/account_settings/erase', { shown_as: 'initials', sure: 'on' });
    expect(asked.json()).toMatchObject({ code: 200 });
    await eraseDueAccounts(db, contributions('personalData'), erasedAt);
    await transport.sweep?.(new Date(erasedAt), (ids) => findStoredMailIds(db.read, ids));
    expect(await findWords(db, folder)).toEqual(Object.keys(stays));
  },
  { places: 8 },
);
