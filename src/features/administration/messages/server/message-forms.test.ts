import { expect } from 'vitest';
import { write } from '#platform/server/database/index.ts';
import { runDueJobs } from '#platform/server/jobs/runner.ts';
import { defineSendMailJob } from '#platform/server/mail/sender.ts';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { maxContactLengths } from '../contact-form.ts';
import { maxFeedbackLength } from '../message.ts';
import { deleteExpiredMessages, listMessages, setFeedbackState } from './store.ts';

const question = {
  name: 'Ann Hale',
  contact: 'ann@example.org',
  subject: 'Tickets',
  message: 'Are there two together on the Friday?',
};

const { subject: about, ...words } = question;
/** The message `question` as it is stored. */
const stored = { ...words, about, kind: 'contact', user_id: null };

const mails = (db: SiteTestContext['db']) => db.read.selectFrom('mail').selectAll().orderBy('to').execute();

onSite('a contact message is stored and emailed to each contact address, with the sender as Reply-To', async (on) => {
  await on.a.settings({
    siteName: 'Lanternside Players',
    contactEmail: 'chair@players.example, box@players.example',
  });
  const answer = await on.post('/api/contact', question);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ code: 200, msg: 'Your message has been sent successfully!' });
  expect(await listMessages(on.db.read)).toMatchObject([{ ...stored, suspect: false, state: 'new' }]);
  const [box, chair, ...more] = await mails(on.db);
  expect(more).toEqual([]);
  expect([box?.to, chair?.to]).toEqual(['box@players.example', 'chair@players.example']);
  expect(box).toMatchObject({
    from_name: 'Lanternside Players',
    reply_to: 'ann@example.org',
    subject: 'Tickets: a message from Ann Hale',
  });
  expect(box?.text).toContain(question.message);
});

onSite('a sender’s phone number is in the email about the message, and never in its Reply-To', async (on) => {
  await on.a.settings({ contactEmail: 'chair@players.example' });
  await on.post('/api/contact', { ...question, contact: '01422 555 0100' });
  const [mail] = await mails(on.db);
  expect(mail?.reply_to).toBe('');
  expect(mail?.text).toContain('Contact them on: 01422 555 0100');
});

onSite('without a contact address, a contact message is emailed to the active admins', async (on) => {
  await on.a.user({ role: 'admin', email: 'boss@players.example' });
  await on.a.user({ role: 'admin', email: 'was@players.example', status: 'deactivated' });
  await on.a.user({ email: 'ann@members.example' });
  expect((await on.post('/api/contact', question)).statusCode).toBe(200);
  expect(await mails(on.db)).toMatchObject([{ to: 'boss@players.example', reply_to: 'ann@example.org' }]);
});

onSite('a message is stored even if there is nobody to email, or sending the email fails', async (on) => {
  expect((await on.post('/api/contact', question)).statusCode).toBe(200);
  await on.a.settings({ contactEmail: 'chair@players.example' });
  expect((await on.post('/api/contact', question)).statusCode).toBe(200);
  const transport = { to: 'server', send: () => Promise.reject(new Error('no server')) } as const;
  const work = [defineSendMailJob({ db: on.db, transport, encryption: { decrypt: () => undefined } })];
  await runDueJobs({ db: on.db, clock: () => new Date('2026-11-21T12:00:00Z'), work });
  expect(await listMessages(on.db.read)).toHaveLength(2);
  expect(await on.db.read.selectFrom('job').selectAll().execute()).toMatchObject([
    { kind: 'mail', status: 'waiting', attempts: 1 },
  ]);
});

onSite('sending a message does not invalidate cached pages', async (on) => {
  const before = await on.db.revision();
  await on.post('/api/contact', question);
  expect(await on.db.revision()).toBe(before);
});

onEachSite('a message sent again with the same idempotency key is stored once', async (on) => {
  await on.a.settings({ contactEmail: 'chair@players.example' });
  const key = { 'idempotency-key': '"8e03978e40d543ddbc936894a57f9324"' };
  const presses = await Promise.all([1, 2, 3].map(() => on.post('/api/contact', question, key)));
  for (const answer of presses)
    expect(answer.json()).toEqual({ code: 200, msg: 'Your message has been sent successfully!' });
  expect([(await listMessages(on.db.read)).length, (await mails(on.db)).length]).toEqual([1, 1]);
  const other = await on.post('/api/contact', { ...question, message: 'And on the Saturday?' }, key);
  expect(other.statusCode).toBe(422);
  expect(await listMessages(on.db.read)).toHaveLength(1);
});

onSite(
  'a contact message with a missing, invalid or too long value is refused with an error at that field',
  async (on) => {
    const wrong = async (some: object) => {
      const answer = await on.post('/api/contact', { ...question, ...some });
      expect(answer.statusCode).toBe(400);
      return answer.json().fields;
    };
    expect(await wrong({ name: '' })).toEqual({ name: 'Enter your name.' });
    expect(await wrong({ name: ' \r\n\t' })).toEqual({ name: 'Enter your name.' });
    expect(await wrong({ name: undefined, message: undefined })).toEqual({
      name: 'Enter your name.',
      message: 'Write a message.',
    });
    expect(await wrong({ name: ['Ann'], contact: 5, subject: null, message: { a: 1 } })).toEqual({
      name: 'Enter your name.',
      contact: 'Enter an email address or a phone number so that we can reply.',
      subject: 'Choose what your message is about.',
      message: 'Write a message.',
    });
    expect(await wrong({ subject: 'Money' })).toEqual({ subject: 'Choose what your message is about.' });
    expect(await wrong({ name: 'n'.repeat(maxContactLengths.name + 1) })).toEqual({
      name: 'Keep this to 100 characters or fewer.',
    });
    expect(await wrong({ contact: 'c'.repeat(maxContactLengths.contact + 1) })).toEqual({
      contact: 'Keep this to 200 characters or fewer.',
    });
    expect(await wrong({ message: 'm'.repeat(maxContactLengths.message + 1) })).toEqual({
      message: 'Keep the message to 5,000 characters or fewer.',
    });
    expect(await listMessages(on.db.read)).toEqual([]);
  },
);

onSite('a message of the maximum length is stored in full', async (on) => {
  const message = '😀'.repeat(maxContactLengths.message / 2);
  expect((await on.post('/api/contact', { ...question, message })).statusCode).toBe(200);
  expect((await listMessages(on.db.read))[0]?.message).toBe(message);
});

onSite('line breaks in a name or contact can’t add a header or a recipient', async (on) => {
  await on.a.settings({ contactEmail: 'chair@players.example' });
  const evil = '\r\nBcc: victim@example.org\r\n\r\n\u0000<b>';
  await on.post('/api/contact', {
    name: `Ann${evil}`,
    contact: `ann@example.org${evil}`,
    subject: 'Other',
    message: 'One\r\nTwo\rThree\u0007',
  });
  const [message] = await listMessages(on.db.read);
  expect(message?.name).toBe('Ann Bcc: victim@example.org <b>');
  expect(message?.message).toBe('One\nTwo\nThree');
  expect(await mails(on.db)).toMatchObject([{ to: 'chair@players.example', reply_to: '' }]);
});

onSite('unknown fields of a contact message are ignored', async (on) => {
  const extra = { id: 'mine', received_at: '1999-01-01', suspect: 1, state: 'done', role: 'admin' };
  expect((await on.post('/api/contact', { ...question, ...extra })).statusCode).toBe(200);
  const [message] = await listMessages(on.db.read);
  expect(message).toMatchObject({ suspect: false, state: 'new', received_at: '2026-11-21T12:00:00.000Z' });
  expect(message?.id).not.toBe('mine');
});

onSite('an oversized, malformed or unsupported contact request is refused with status 413, 400 or 415', async (on) => {
  const said = async (body: string, type: string) => {
    const answer = await on.post('/api/contact', body, { 'content-type': type });
    return [answer.statusCode, answer.json().code];
  };
  expect(await said(`{"name":"${'x'.repeat(2_000_000)}"}`, 'application/json')).toEqual([413, 413]);
  expect(await said('{ no', 'application/json')).toEqual([400, 400]);
  expect(await said('[1]', 'application/json')).toEqual([400, 400]);
  expect(await said('<message/>', 'text/xml')).toEqual([415, 415]);
  expect(await said('', 'application/json')).toEqual([400, 400]);
});

onSite('a message with the honeypot field filled in is stored but not emailed', async (on) => {
  await on.a.settings({ contactEmail: 'chair@players.example' });
  const fillings = ['https://spam.example', 'x'.repeat(500), ['a', ['b']], { a: 1 }, 7, null];
  for (const website of fillings) {
    const answer = await on.post('/api/contact', { ...question, website });
    expect(answer.json()).toEqual({ code: 200, msg: 'Your message has been sent successfully!' });
  }
  expect(await listMessages(on.db.read)).toMatchObject(fillings.map(() => ({ suspect: true })));
  expect(await mails(on.db)).toEqual([]);
});

onEachSite('after twenty messages, an IP address must wait, and other addresses aren’t affected', async (on) => {
  const from = (visitor: string) => on.post('/api/contact', question, { 'x-forwarded-for': visitor });
  for (let sent = 0; sent < 20; sent++) expect((await from('192.0.2.1')).statusCode).toBe(200);
  const refused = await from('192.0.2.1');
  expect(refused.json()).toEqual({
    code: 429,
    msg: 'There have been too many attempts. Wait a minute, then try again.',
  });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await from('192.0.2.2')).statusCode).toBe(200);
});

const byBrowser = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html,*/*;q=0.8' };
const typed = (fields: object) => new URLSearchParams({ ...fields }).toString();

onSite('without JavaScript, sending the contact form redirects to a confirmation', async (on) => {
  const answer = await on.post('/api/contact', typed(question), byBrowser);
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/contact/sent']);
  expect((await on.get('/contact/sent')).body).toContain('Your message has been sent successfully!');
  expect(await listMessages(on.db.read)).toMatchObject([stored]);
});

onSite('without JavaScript, an invalid contact form is shown again with what was typed and the reason', async (on) => {
  const message = 'Quotes " and </textarea><script>alert(1)</script>';
  const answer = await on.post('/api/contact', typed({ ...question, name: '', message }), byBrowser);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.body).toContain('Enter your name.');
  expect(answer.body).toContain('value="ann@example.org"');
  expect(answer.body).toContain('Quotes &quot; and &lt;/textarea&gt;');
  expect(answer.body).not.toContain('<script>alert');
  expect(answer.body).toMatch(/<option selected="">Tickets</);
});

onSite('without JavaScript, a form refused by the rate limit keeps what was typed', async (on) => {
  for (let sent = 0; sent < 20; sent++) await on.post('/api/contact', question);
  const answer = await on.post('/api/contact', typed(question), byBrowser);
  expect(answer.statusCode).toBe(429);
  expect(answer.body).toContain(question.message);
  expect(answer.body).toContain('Wait a minute');
});

onSite('without JavaScript, a form from another website is refused with an error page', async (on) => {
  const answer = await on.post('/api/contact', typed(question), { ...byBrowser, origin: 'https://evil.example' });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
  expect(await listMessages(on.db.read)).toEqual([]);
});

onEachSite(
  'the contact form is on /, /about-us, /auditions and /contact, but not on /tickets, /blog or /past-shows',
  async (on) => {
    const has = async (path: string) => (await on.get(path)).body.includes('action="/api/contact"');
    expect(await Promise.all(['/', '/about-us', '/auditions', '/contact'].map(has))).toEqual([true, true, true, true]);
    expect(await Promise.all(['/tickets', '/blog', '/past-shows'].map(has))).toEqual([false, false, false]);
  },
);

onEachSite('messages are listed newest first, in pages', async (on) => {
  for (const hour of ['09', '10', '11']) {
    on.at(`2026-11-21T${hour}:00:00Z`);
    await on.post('/api/contact', { ...question, name: hour });
  }
  const names = async (some: { skip?: number; count?: number }) =>
    (await listMessages(on.db.read, some)).map(({ name }) => name);
  expect(await names({ count: 2 })).toEqual(['11', '10']);
  expect(await names({ skip: 2, count: 2 })).toEqual(['09']);
});

const broken = { about: 'broken', message: 'The dashboard is empty.' };
const feedbackCall = '/members/api/feedback';
const feedbackForm = '/members/feedback_form';

onSite('feedback is stored and emailed to the webmaster, with a Reply-To if a reply is wanted', async (on) => {
  await on.a.settings({ siteName: 'Lanternside Players', webmasterMail: 'web@players.example' });
  const ann = await on.a.user({ firstname: 'Ann', lastname: 'Hale', email: 'ann@members.example' });
  const { post } = await on.as(ann);
  expect((await post(feedbackCall, { ...broken, wants_reply: 'on' }, { 'user-agent': 'Firefox/150' })).json()).toEqual({
    code: 200,
    msg: 'Thank you. Your message has gone to the people who look after the site.',
  });
  expect(await listMessages(on.db.read)).toMatchObject([
    { ...broken, user_id: ann.id, name: 'Ann Hale', wants_reply: true, device: 'Firefox/150', state: 'new' },
  ]);
  const mails = await on.db.read.selectFrom('mail').selectAll().execute();
  expect(mails).toMatchObject([
    {
      to: 'web@players.example',
      from_name: 'Lanternside Players',
      reply_to: 'ann@members.example',
      subject: 'Something is broken: feedback from Ann Hale',
    },
  ]);
  expect(mails[0]?.text).toContain('The dashboard is empty.');
  expect(mails[0]?.text).toContain('Firefox/150');
});

onSite(
  'without a webmaster’s address, feedback goes to admins, and has no Reply-To if no reply is wanted',
  async (on) => {
    await on.a.user({ role: 'admin', email: 'boss@players.example' });
    const { post } = await on.as(await on.a.user());
    expect((await post(feedbackCall, broken)).statusCode).toBe(200);
    const mails = await on.db.read.selectFrom('mail').selectAll().execute();
    expect(mails).toMatchObject([{ to: 'boss@players.example', reply_to: '' }]);
    expect(mails[0]?.text).toContain('No reply needed.');
  },
);

onSite('feedback is stored even if there is no address to email it to', async (on) => {
  const { post } = await on.as(await on.a.user());
  expect((await post(feedbackCall, broken)).statusCode).toBe(200);
  expect(await listMessages(on.db.read)).toHaveLength(1);
});

onEachSite('members see only their own feedback, with its state', async (on) => {
  await on.a.settings({ helpWiki: 'https://wiki.players.example/' });
  const ann = await on.as(await on.a.user({ email: 'ann@members.example' }));
  const bob = await on.as(await on.a.user());
  await ann.post(feedbackCall, broken);
  on.at('2026-11-22T19:30:00.000Z');
  await ann.post(feedbackCall, { about: 'idea', message: 'Dark velvet.' });
  await bob.post(feedbackCall, { about: 'data', message: 'Forget me.' });
  const first = (await listMessages(on.db.read)).at(-1);
  expect(await write(on.db, (tx) => setFeedbackState(tx, first?.id ?? '', 'done'))).toBe(true);
  expect(await write(on.db, (tx) => setFeedbackState(tx, 'nosuchfeedback00', 'done'))).toBe(false);

  const { content } = await ann.page(feedbackForm);
  expect(content).toMatchObject({
    type: 'feedback_form',
    title: 'Help & Feedback',
    help_wiki: 'https://wiki.players.example/',
    email: 'ann@members.example',
    sent: [
      { about: 'idea', message: 'Dark velvet.', state: 'new', when: 'Sunday 22 November 2026 at 7.30pm' },
      { about: 'broken', state: 'done' },
    ],
  });
  expect((await bob.page(feedbackForm)).content.sent).toHaveLength(1);
  const { body } = await ann.get(feedbackForm);
  expect(body).toContain('Dealt with');
  expect(body).toMatch(/<a [^>]*href="https:\/\/wiki\.players\.example\/"[^>]*target="_blank"/);
});

onSite('the help wiki isn’t linked unless its setting is a web address', async (on) => {
  await on.a.settings({ helpWiki: 'javascript:alert(1)' });
  const { page } = await on.as(await on.a.user());
  expect((await page(feedbackForm)).content.help_wiki).toBe('');
});

onSite('feedback with a missing, invalid or too long value is refused with an error at that field', async (on) => {
  const { post } = await on.as(await on.a.user());
  const fields = async (some: object) => {
    const answer = await post(feedbackCall, { ...broken, ...some });
    expect(answer.statusCode).toBe(400);
    return answer.json().fields;
  };
  expect(await fields({ about: '', message: ' \r\n' })).toEqual({
    about: 'Choose what your message is about.',
    message: 'Write your message.',
  });
  expect(await fields({ about: 'constructor' })).toEqual({ about: 'Choose what your message is about.' });
  expect(await fields({ about: ['broken'], message: { a: 1 } })).toEqual({
    about: 'Choose what your message is about.',
    message: 'Write your message.',
  });
  expect(await fields({ message: 'm'.repeat(maxFeedbackLength + 1) })).toEqual({
    message: 'Keep the message to 5,000 characters or fewer.',
  });
  expect(await listMessages(on.db.read)).toEqual([]);
});

onSite('unknown fields of feedback are ignored, and HTML in it is escaped', async (on) => {
  const { post, get } = await on.as(await on.a.user());
  const message = 'One\r\n</p><script>alert(1)</script>\u0007';
  await post(feedbackCall, {
    ...broken,
    message,
    user_id: null,
    state: 'done',
    name: 'The Queen',
    wants_reply: { a: 1 },
  });
  expect(await listMessages(on.db.read)).toMatchObject([
    { state: 'new', name: 'Ann Hale', wants_reply: false, message: 'One\n</p><script>alert(1)</script>' },
  ]);
  expect((await get(feedbackForm)).body).not.toContain('<script>alert');
});

onSite(
  'without JavaScript, sending feedback is confirmed, and an invalid form is shown again with what was typed',
  async (on) => {
    const { post, get } = await on.as(await on.a.user());
    const sent = await post(feedbackCall, typed({ ...broken, wants_reply: 'on' }), byBrowser);
    expect([sent.statusCode, sent.headers.location]).toEqual([303, `${feedbackForm}?sent`]);
    expect((await get(`${feedbackForm}?sent`)).body).toContain(
      'Thank you. Your message has gone to the people who look after the site.',
    );
    const again = await post(feedbackCall, typed({ about: 'idea', message: '', wants_reply: 'on' }), byBrowser);
    expect(again.statusCode).toBe(400);
    expect(again.body).toContain('Write your message.');
    expect(again.body).toMatch(/<option value="idea" selected="">/);
    // The page still lists the feedback that was sent before
    expect(again.body).toContain('reply requested');
    expect(again.body).not.toContain('Nothing yet.');
  },
);

onSite('feedback stays when the member’s account is deleted', async (on) => {
  const ann = await on.a.user();
  await (await on.as(ann)).post(feedbackCall, broken);
  await write(on.db, (tx) => tx.deleteFrom('user').where('id', '=', ann.id).execute());
  expect(await listMessages(on.db.read)).toMatchObject([{ user_id: null, name: 'Ann Hale' }]);
});

onSite('feedback is deleted after its retention time, and not before', async (on) => {
  const { post } = await on.as(await on.a.user());
  await post(feedbackCall, { ...broken, message: 'Old' });
  on.at('2026-11-21T13:00:00.000Z');
  await post(feedbackCall, { ...broken, message: 'New' });
  await write(on.db, (tx) => deleteExpiredMessages(tx, '2026-11-21T13:00:00.000Z'));
  expect((await listMessages(on.db.read)).map(({ message }) => message)).toEqual(['New']);
});
