import { expect } from 'vitest';
import { mailLogPath } from '#features/administration/mail/logged-mail.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type Database, write } from '#platform/server/database/index.ts';
import { resendMail } from '#platform/server/mail/index.ts';
import { onEachSite, onSite } from '#tests/support/site/app.ts';
import { purgeTrashAt } from '#tests/support/society/contributions.ts';
import { MessagesContent, OpenedMessage } from '../contract.ts';
import { type FeedbackTopic, messagesPath } from '../message.ts';
import { createMessage, findMessage, recordReply, setFeedbackState } from './store.ts';

async function feedback(db: Database, user_id: string, message: string, about: FeedbackTopic = 'broken') {
  const id = newId();
  const who = { user_id, name: 'Ann Hale', contact: 'ann@members.example', device: 'Firefox/150', suspect: false };
  const kind = 'feedback' as const;
  const row = { ...who, kind, id, about, message, wants_reply: true, state: 'new' as const };
  await write(db, (tx) => createMessage(tx, { ...row, received_at: '2026-11-21T11:00:00.000Z' }));
  return id;
}

onEachSite('messages and feedback can be filtered by form, subject, state, words and mailbox', async (on) => {
  const { a, as, db } = on;
  const admin = await a.user({ role: 'admin' });
  await a.message({ message: '2 * £8 for Friday, s’il vous plaît', received_at: '2026-11-20T09:00:00.000Z' });
  await a.message({ about: 'Joining the group', message: 'May I sing?', state: 'seen' });
  await a.message({ about: 'Other', message: 'Buy followers', suspect: true });
  await feedback(db, admin.id, 'The dashboard is empty');
  const { page, get } = await as(admin);
  const found = async (query: string) => {
    const { messages, table } = MessagesContent.strict().parse((await page(`${messagesPath}?${query}`)).content);
    const csv = await get(`${messagesPath}.csv?${query}`);
    expect(table.total).toBe(messages.length);
    for (const { excerpt } of messages) expect(csv.body).toContain(excerpt);
    return messages.map(({ excerpt }) => excerpt).sort();
  };
  const [followers, friday, empty, sing] = [
    'Buy followers',
    '2 * £8 for Friday, s’il vous plaît',
    'The dashboard is empty',
    'May I sing?',
  ];
  expect(await found('')).toEqual([friday, followers, sing, empty]);
  expect(await found('about=contact')).toEqual([friday, followers, sing]);
  expect(await found('about=feedback')).toEqual([empty]);
  expect(await found('about=feedback:idea')).toEqual([]);
  expect(await found('about=contact:Tickets')).toEqual([friday]);
  expect(await found('state=read')).toEqual([sing]);
  expect(await found('q=plait+wendy')).toEqual([friday]);
  expect(await found('q=ann@members.example')).toEqual([empty]);
  expect(await found('box=archived')).toEqual([]);
  expect(await found('sort=from')).toHaveLength(4);
  // Probable spam isn't counted as unread
  expect(MessagesContent.parse((await page(messagesPath)).content).unread).toBe(2);
  const { body } = await get(messagesPath);
  expect(body).toContain('2 unread messages.');
  expect(body).toContain('Probably spam');
});

onEachSite(
  'a message can be marked as read or unread, archived, deleted and restored, and each action is logged',
  async (on) => {
    const { a, as, db } = on;
    const { page, post } = await as(await a.user({ role: 'admin', firstname: 'Ruth', lastname: 'Calloway' }));
    const id = await a.message();
    const other = await a.message({ message: 'And for Saturday?' });
    const path = `/members/api/messages/contact/${id}`;
    const at = `${messagesPath}/contact/${id}`;
    const now = async () => OpenedMessage.strict().parse((await page(at)).content);
    expect(await now()).toMatchObject({
      message: { unread: true, box: 'inbox', contact: 'wendy@visitors.example', text: 'Two for Friday?' },
      answer: expect.stringContaining('mailto:wendy@visitors.example?subject=Re%3A%20Tickets'),
      next: `${messagesPath}/contact/${other}`,
    });
    const steps = [
      ['read', { unread: false, box: 'inbox' }],
      ['unread', { unread: true, box: 'inbox' }],
      ['archive', { box: 'archived' }],
      ['unarchive', { box: 'inbox' }],
      ['delete', { box: 'deleted', restorable_until: '2026-12-21' }],
      ['restore', { box: 'inbox', restorable_until: '' }],
    ] as const;
    for (const [action, message] of steps) {
      expect((await post(path, { deed: action })).json().code).toBe(200);
      expect(await now()).toMatchObject({ message });
    }
    const entries = await db.read.selectFrom('audit').select(['actor_name', 'action', 'subject', 'detail']).execute();
    expect(entries).toHaveLength(steps.length);
    expect(entries).toContainEqual({
      actor_name: 'Ruth Calloway',
      action: 'message.deleted',
      subject: id,
      // The entry doesn't name the author of the message, because the log is stored for longer than messages
      detail: 'Tickets',
    });
  },
);

onSite('a deleted message can’t be archived or deleted again, and is restored only once', async (on) => {
  const { a, as, db } = on;
  const user = await a.user({ role: 'admin' });
  const { page, post } = await as(user);
  for (const path of [`contact/${await a.message()}`, `feedback/${await feedback(db, user.id, 'Lamps')}`]) {
    const does = async (deed: string) => (await post(`/members/api/messages/${path}`, { deed })).statusCode;
    expect(await does('delete')).toBe(200);
    expect([await does('archive'), await does('delete')]).toEqual([409, 409]);
    expect(await does('restore')).toBe(200);
    expect((await page(`${messagesPath}/${path}`)).content).toMatchObject({ message: { box: 'inbox' } });
    expect(await does('restore')).toBe(409);
  }
});

onSite('a deleted message is listed in the trash while it can be restored, and not after that', async (on) => {
  const { a, as, db, at } = on;
  const user = await a.user({ role: 'admin' });
  const { post } = await as(user);
  const paths = [`contact/${await a.message()}`, `feedback/${await feedback(db, user.id, 'Lamps')}`];
  for (const path of paths) await post(`/members/api/messages/${path}`, { deed: 'delete' });
  const trashAt = async (moment: string) => {
    at(moment);
    const { page } = await as(await a.user({ role: 'admin' }));
    const { messages, table } = MessagesContent.parse((await page(`${messagesPath}?box=deleted`)).content);
    expect(table.total).toBe(messages.length);
    return messages.length;
  };
  const opened = async () => {
    const { page } = await as(await a.user({ role: 'admin' }));
    return Promise.all(paths.map(async (path) => (await page(`${messagesPath}/${path}`)).status));
  };
  expect(await trashAt('2026-12-21T11:59:00.000Z')).toBe(2);
  expect(await opened()).toEqual([200, 200]);
  expect(await trashAt('2026-12-21T12:01:00.000Z')).toBe(0);
  expect(await opened(), 'although they haven’t been purged yet').toEqual([404, 404]);
});

onEachSite('a member sees the state of their feedback, even while it is in the trash', async (on) => {
  const { a, as, db, storage, at } = on;
  const ann = await a.user();
  const admin = await as(await a.user({ role: 'admin' }));
  const id = await feedback(db, ann.id, 'The dashboard is empty');
  const seen = async () => (await (await as(ann)).get('/members/feedback_form')).body;
  const act = (action: string) => admin.post(`/members/api/messages/feedback/${id}`, { deed: action });
  expect(await seen()).toContain('Sent, not yet read');
  await act('done');
  expect(await seen()).toContain('Dealt with');
  await act('unread');
  expect(await seen()).toContain('Sent, not yet read');
  await act('delete');
  expect(await seen()).toContain('Sent, not yet read');
  const inbox = MessagesContent.parse((await admin.page(messagesPath)).content);
  expect([inbox.messages, inbox.unread]).toEqual([[], 0]);
  const purge = (moment: string) => purgeTrashAt({ db, storage }, new Date(moment));
  const left = () => db.read.selectFrom('inbox_message_with_deleted').select('id').execute();
  await purge('2026-12-21T11:59:00.000Z');
  expect(await left()).toHaveLength(1);
  await purge('2026-12-21T12:01:00.000Z');
  expect(await left()).toEqual([]);
  at('2026-12-21T12:01:00.000Z');
  expect((await (await as(ann)).get('/members/feedback_form')).body).toContain('Nothing yet.');
});

onEachSite('a reply is emailed, appears in the mail log, and marks the message as answered', async (on) => {
  const { a, as, db } = on;
  const ruth = await as(await a.user({ role: 'admin', firstname: 'Ruth', lastname: 'Calloway' }));
  const id = await a.message();
  const at = `/members/api/messages/contact/${id}/answer`;
  const opened = async (kind: string, which: string) =>
    OpenedMessage.parse((await ruth.page(`${messagesPath}/${kind}/${which}`)).content);
  expect(await opened('contact', id)).toMatchObject({ mail: 'wendy@visitors.example', message: { answered: '' } });
  expect((await ruth.post(at, { text: ' ' })).json()).toMatchObject({
    code: 400,
    fields: { text: expect.any(String) },
  });
  const text = 'Two seats are yours.';
  const answers = await Promise.all([ruth.post(at, { text }), ruth.post(at, { text })]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(await opened('contact', id)).toMatchObject({
    message: { unread: false, answered: expect.stringContaining('2026-11-21T12:00'), answered_by: 'Ruth Calloway' },
  });
  // Pressing the button twice sends the reply once
  const mails = await db.read.selectFrom('mail').select(['to', 'subject', 'text']).execute();
  expect(mails).toEqual([
    {
      to: 'wendy@visitors.example',
      subject: 'Re: Tickets',
      text: expect.stringMatching(/^Two seats are yours\.\n\nRuth/),
    },
  ]);
  expect(mails[0]?.text).toContain('> Two for Friday?');
  // If the reply wasn't delivered, the same text is sent again
  const delivery = () => db.read.selectFrom('job').select(['status', 'attempts']).where('kind', '=', 'mail').execute();
  await db.write((tx) => tx.updateTable('job').set({ status: 'failed', attempts: 9, last_error: '550' }).execute());
  expect((await ruth.post(at, { text })).json().msg).toContain('on its way');
  expect(await delivery()).toEqual([{ status: 'waiting', attempts: 0 }]);
  expect((await ruth.page(`${mailLogPath}?q=wendy`)).content).toMatchObject({ mails: [{ subject: 'Re: Tickets' }] });
  // A reply that was sent isn’t sent again, and the response says so
  const sent = { status: 'done', finished_at: '2026-11-21T12:01:00.000Z' } as const;
  await db.write((tx) => tx.updateTable('job').set(sent).where('kind', '=', 'mail').execute());
  const dee = await as(await a.user({ role: 'admin', firstname: 'Dee' }));
  expect((await dee.post(at, { text })).json().msg).toContain('wasn’t sent again');
  expect(await opened('contact', id)).toMatchObject({ message: { answered_by: 'Ruth Calloway' } });
  const other = await feedback(db, (await a.user()).id, 'The dashboard is empty');
  await ruth.post(`/members/api/messages/feedback/${other}/answer`, { text: 'It is full again.' });
  expect(await opened('feedback', other)).toMatchObject({ message: { done: true, answered_by: 'Ruth Calloway' } });
  const rung = await a.message({ contact: '01632 960 123' });
  expect((await ruth.post(`/members/api/messages/contact/${rung}/answer`, { text })).statusCode).toBe(409);
  const entries = await db.read.selectFrom('audit').select('action').where('action', '=', 'message.answered').execute();
  expect(entries, 'the reply, its second attempt, and the reply to the feedback').toHaveLength(3);
});

onSite('a reply kept without a mail server isn’t shown as delivered until it is sent again', async ({ a, as, db }) => {
  const ruth = await as(await a.user({ role: 'admin', firstname: 'Ruth', lastname: 'Calloway' }));
  const id = await a.message();
  await ruth.post(`/members/api/messages/contact/${id}/answer`, { text: 'Two seats are yours.' });
  const delivery = async () =>
    OpenedMessage.parse((await ruth.page(`${messagesPath}/contact/${id}`)).content).message.reply_delivery;
  expect(await delivery()).toBe('waiting');
  const finish = () =>
    db.write((tx) =>
      tx
        .updateTable('job')
        .set({ status: 'done', finished_at: '2026-11-21T12:01:00.000Z' })
        .where('kind', '=', 'mail')
        .execute(),
    );
  await finish();
  await db.write((tx) => tx.updateTable('mail').set({ kept: 1 }).execute());
  expect(await delivery()).toBe('kept');
  // An admin has entered a mail server, and sends the reply again from the mail log
  const { id: mail } = await db.read.selectFrom('mail').select('id').executeTakeFirstOrThrow();
  await db.write((tx) => resendMail(tx, mail, { copy: newId(), now: '2026-11-21T12:02:00.000Z' }));
  expect(await delivery()).toBe('waiting');
  await finish();
  expect(await delivery()).toBe('sent');
});

onEachSite('if a reply is sent a second time, its delivery is shown, not that of a reply in between', async (on) => {
  const { a, as, db } = on;
  const ruth = await as(await a.user({ role: 'admin', firstname: 'Ruth', lastname: 'Calloway' }));
  const id = await a.message();
  const reply = (text: string) => ruth.post(`/members/api/messages/contact/${id}/answer`, { text });
  const delivery = async () =>
    OpenedMessage.parse((await ruth.page(`${messagesPath}/contact/${id}`)).content).message.reply_delivery;
  const finish = (status: 'done' | 'failed') =>
    db.write((tx) =>
      tx
        .updateTable('job')
        .set({ status, finished_at: '2026-11-21T12:01:00.000Z' })
        .where('kind', '=', 'mail')
        .where('status', '=', 'waiting')
        .execute(),
    );
  await reply('Two seats are yours.');
  await finish('failed');
  on.at('2026-11-21T12:05:00.000Z');
  await reply('Please ring us.');
  await finish('done');
  expect(await delivery()).toBe('sent');
  on.at('2026-11-21T12:10:00.000Z');
  await reply('Two seats are yours.');
  expect(await delivery()).toBe('waiting');
  await finish('failed');
  expect(await delivery()).toBe('failed');
});

onEachSite(
  'feedback whose reply can’t be emailed is marked as read, but not as dealt with',
  async ({ a, as, db }) => {
    const ruth = await as(await a.user({ role: 'admin' }));
    const id = await feedback(db, (await a.user()).id, 'The dashboard is empty');
    const at = `/members/api/messages/feedback/${id}`;
    const opened = async () => OpenedMessage.parse((await ruth.page(`${messagesPath}/feedback/${id}`)).content).message;
    expect((await ruth.post(`${at}/answer`, { text: 'It is full again.' })).json().msg).toContain('No email was sent');
    expect(await opened()).toMatchObject({ done: false, unread: false, answered: expect.stringContaining('2026') });
    // Feedback that an admin has marked as dealt with stays marked after a later reply
    await ruth.post(at, { deed: 'done' });
    await ruth.post(`${at}/answer`, { text: 'Is it still full?' });
    expect(await opened()).toMatchObject({ done: true });
  },
  ['sqlite'],
  undefined,
  { mail: { to: 'nowhere', send: async () => '' } },
);

onEachSite('feedback that is marked as dealt with while a reply is being saved stays so', async ({ a, db }) => {
  const id = await feedback(db, (await a.user()).id, 'The dashboard is empty');
  const now = '2026-11-21T12:00:00.000Z';
  const message = await findMessage(db.read, { kind: 'feedback', id, now });
  await write(db, (tx) => setFeedbackState(tx, id, 'done'));
  const reply = { sent: false, at: now, by: 'Ruth Calloway' };
  expect(message && (await write(db, (tx) => recordReply(tx, { message, ...reply })))).toBe(true);
  expect(await findMessage(db.read, { kind: 'feedback', id, now })).toMatchObject({ state: 'done', answered_at: now });
});

onEachSite('opened feedback shows a readable name of the sender’s browser', async ({ a, as, db }) => {
  const admin = await a.user({ role: 'admin' });
  const { page } = await as(admin);
  const id = newId();
  const device = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const who = { user_id: admin.id, name: 'Ann Hale', contact: 'ann@members.example', device };
  const row = {
    ...who,
    id,
    kind: 'feedback' as const,
    suspect: false,
    about: 'broken' as const,
    message: 'It is empty',
    wants_reply: true,
    state: 'new' as const,
  };
  await write(db, (tx) => createMessage(tx, { ...row, received_at: '2026-11-21T11:00:00.000Z' }));
  const { message } = OpenedMessage.parse((await page(`${messagesPath}/feedback/${id}`)).content);
  expect(message.device).toBe('Firefox on Windows');
});

onSite('an unknown message action is refused, and an invalid message id is not found', async ({ a, as }) => {
  const { post, page, get } = await as(await a.user({ role: 'admin' }));
  const id = await a.message({ name: '<script>alert(1)</script>', message: '=cmd|calc' });
  const code = async (kind: string, at: string, action: unknown) =>
    (await post(`/members/api/messages/${kind}/${at}`, { deed: action })).statusCode;
  expect(await code('contact', id, 'burn')).toBe(400);
  expect(await code('contact', id, null)).toBe(400);
  // A visitor's message can't be marked as done, and isn't found as feedback
  expect(await code('contact', id, 'done')).toBe(404);
  expect(await code('feedback', id, 'read')).toBe(404);
  expect(await code('contact', "' or 1=1 --", 'read')).toBe(404);
  expect((await page(`${messagesPath}/nonsense/${id}`)).status).toBe(404);
  expect((await get(messagesPath)).body).not.toContain('<script>alert');
  await a.message({ contact: '07700900123' });
  const { body: csv } = await get(`${messagesPath}.csv`);
  expect(csv).toContain("'=cmd|calc");
  // A spreadsheet would read a cell of digits as a number and drop the leading zero
  expect(csv).toContain('"07700 900123"');
  expect(csv).toContain('"wendy@visitors.example"');
});
