import { expect } from 'vitest';
import { write } from '#platform/server/database/index.ts';
import { onEachSite, onSite } from '#tests/support/site/app.ts';
import { maxFeedbackLength } from '../message.ts';
import { deleteExpiredMessages, listMessages, setFeedbackState } from './store.ts';

const broken = { about: 'broken', message: 'The dashboard is empty.' };
const call = '/members/api/feedback';
const form = '/members/feedback_form';

onSite('feedback is stored and emailed to the webmaster, with a Reply-To if a reply is wanted', async (on) => {
  await on.a.settings({ siteName: 'Lanternside Players', webmasterMail: 'web@players.example' });
  const ann = await on.a.user({ firstname: 'Ann', lastname: 'Hale', email: 'ann@members.example' });
  const { post } = await on.as(ann);
  expect((await post(call, { ...broken, wants_reply: 'on' }, { 'user-agent': 'Firefox/150' })).json()).toEqual({
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
    expect((await post(call, broken)).statusCode).toBe(200);
    const mails = await on.db.read.selectFrom('mail').selectAll().execute();
    expect(mails).toMatchObject([{ to: 'boss@players.example', reply_to: '' }]);
    expect(mails[0]?.text).toContain('No reply needed.');
  },
);

onSite('feedback is stored even if there is no address to email it to', async (on) => {
  const { post } = await on.as(await on.a.user());
  expect((await post(call, broken)).statusCode).toBe(200);
  expect(await listMessages(on.db.read)).toHaveLength(1);
});

onEachSite('members see only their own feedback, with its state', async (on) => {
  await on.a.settings({ helpWiki: 'https://wiki.players.example/' });
  const ann = await on.as(await on.a.user({ email: 'ann@members.example' }));
  const bob = await on.as(await on.a.user());
  await ann.post(call, broken);
  on.at('2026-11-22T19:30:00.000Z');
  await ann.post(call, { about: 'idea', message: 'Dark velvet.' });
  await bob.post(call, { about: 'data', message: 'Forget me.' });
  const first = (await listMessages(on.db.read)).at(-1);
  expect(await write(on.db, (tx) => setFeedbackState(tx, first?.id ?? '', 'done'))).toBe(true);
  expect(await write(on.db, (tx) => setFeedbackState(tx, 'nosuchfeedback00', 'done'))).toBe(false);

  const { content } = await ann.page(form);
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
  expect((await bob.page(form)).content.sent).toHaveLength(1);
  const { body } = await ann.get(form);
  expect(body).toContain('Dealt with');
  expect(body).toMatch(/<a [^>]*href="https:\/\/wiki\.players\.example\/"[^>]*target="_blank"/);
});

onSite('the help wiki isn’t linked unless its setting is a web address', async (on) => {
  await on.a.settings({ helpWiki: 'javascript:alert(1)' });
  const { page } = await on.as(await on.a.user());
  expect((await page(form)).content.help_wiki).toBe('');
});

onSite('feedback with a missing, invalid or too long value is refused with an error at that field', async (on) => {
  const { post } = await on.as(await on.a.user());
  const fields = async (some: object) => {
    const answer = await post(call, { ...broken, ...some });
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
  await post(call, { ...broken, message, user_id: null, state: 'done', name: 'The Queen', wants_reply: { a: 1 } });
  expect(await listMessages(on.db.read)).toMatchObject([
    { state: 'new', name: 'Ann Hale', wants_reply: false, message: 'One\n</p><script>alert(1)</script>' },
  ]);
  expect((await get(form)).body).not.toContain('<script>alert');
});

onSite(
  'without JavaScript, sending feedback is confirmed, and an invalid form is shown again with what was typed',
  async (on) => {
    const { post, get } = await on.as(await on.a.user());
    const byBrowser = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html,*/*;q=0.8' };
    const sent = await post(call, new URLSearchParams({ ...broken, wants_reply: 'on' }).toString(), byBrowser);
    expect([sent.statusCode, sent.headers.location]).toEqual([303, `${form}?sent`]);
    expect((await get(`${form}?sent`)).body).toContain(
      'Thank you. Your message has gone to the people who look after the site.',
    );
    const typed = new URLSearchParams({ about: 'idea', message: '', wants_reply: 'on' }).toString();
    const again = await post(call, typed, byBrowser);
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
  await (await on.as(ann)).post(call, broken);
  await write(on.db, (tx) => tx.deleteFrom('user').where('id', '=', ann.id).execute());
  expect(await listMessages(on.db.read)).toMatchObject([{ user_id: null, name: 'Ann Hale' }]);
});

onSite('feedback is deleted after its retention time, and not before', async (on) => {
  const { post } = await on.as(await on.a.user());
  await post(call, { ...broken, message: 'Old' });
  on.at('2026-11-21T13:00:00.000Z');
  await post(call, { ...broken, message: 'New' });
  await write(on.db, (tx) => deleteExpiredMessages(tx, '2026-11-21T13:00:00.000Z'));
  expect((await listMessages(on.db.read)).map(({ message }) => message)).toEqual(['New']);
});
