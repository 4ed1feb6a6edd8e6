import { expect } from 'vitest';
import { onEachSite } from '#tests/support/site/app.ts';
import { listSentMails } from '#tests/support/society/sent-mails.ts';
import { LoggedMailContent, MailLog } from '../contract.ts';
import { mailLogPath } from '../logged-mail.ts';

const failed = { status: 'failed', last_error: 'EENVELOPE 550' } as const;

onEachSite('the mail log can be filtered by status and searched, and each email opened', async ({ a, as }) => {
  await a.mail({ status: 'sent', subject: 'Call sheet', to: 'ann@members.example', at: '2026-07-01T22:30:00.000Z' });
  await a.mail({ subject: 'Auditions', to: 'dee@members.example', at: '2026-07-02T09:00:00.000Z' });
  await a.mail({ subject: 'Trains', last_error: 'ETIMEDOUT', at: '2026-07-03T09:00:00.000Z' });
  const lost = await a.mail({ ...failed, subject: 'Résumé', to: 'zoe@nowhere.example', text: 'Dear Zoë' });
  const { page, get } = await as(await a.user({ role: 'admin' }));
  const found = async (query: string) => {
    const { mails, table } = MailLog.strict().parse((await page(`${mailLogPath}?${query}`)).content);
    const csv = (await get(`${mailLogPath}.csv?${query}`)).body.trim().split('\r\n').slice(1);
    expect(csv).toHaveLength(mails.length);
    expect(table.total).toBe(mails.length);
    return mails.map(({ subject, standing }) => `${subject}: ${standing}`);
  };
  expect(await found('')).toEqual(['Résumé: failed', 'Trains: retrying', 'Auditions: waiting', 'Call sheet: sent']);
  expect(await found('sort=to')).toEqual(await found('sort=to&standing=nonsense'));
  expect((await found('sort=subject'))[0]).toBe('Auditions: waiting');
  expect(await found('standing=failed')).toEqual(['Résumé: failed']);
  expect(await found('standing=retrying')).toEqual(['Trains: retrying']);
  expect(await found('q=members.example+call')).toEqual(['Call sheet: sent']);
  expect(await found('q=resume')).toEqual(['Résumé: failed']);
  // 22:30 UTC is within the last hour of the day in London
  expect(await found('from=2026-07-01&until=2026-07-01')).toEqual(['Call sheet: sent']);
  // No day follows 9999-12-31, so this filter is ignored
  expect(await found('from=2026-07-01&until=9999-12-31')).toContain('Call sheet: sent');
  expect(await found('q=nobody')).toEqual([]);
  const opened = LoggedMailContent.strict().parse((await page(`${mailLogPath}/${lost}`)).content);
  expect(opened).toMatchObject({ text: 'Dear Zoë', why_not_again: '', something_hidden: false });
  expect(opened.mail.problem).toContain('refused the address');
  expect((await get(`${mailLogPath}/${lost}`)).body).toContain('Send again');
});

onEachSite(
  'an email stored as a file isn’t shown as sent, and its page names the file',
  async ({ a, as }) => {
    const mailedToFolder = await a.mail({ status: 'kept', subject: 'Call sheet', at: '2026-07-01T22:30:00.000Z' });
    await a.mail({ status: 'sent', subject: 'Trains' });
    const { page, get, send } = await as(await a.user({ role: 'admin' }));
    const found = async (standing: string) => {
      const { mails } = MailLog.strict().parse((await page(`${mailLogPath}?standing=${standing}`)).content);
      return mails.map(({ subject, sent }) => `${subject} ${sent === '' ? 'never left' : 'left'}`);
    };
    expect(await found('sent')).toEqual(['Trains left']);
    expect(await found('kept')).toEqual(['Call sheet never left']);
    expect((await get(mailLogPath)).body).toContain('Saved, not sent');
    expect((await get(`${mailLogPath}.csv?standing=kept`)).body).toContain('"Saved, not sent"');
    const opened = LoggedMailContent.strict().parse((await page(`${mailLogPath}/${mailedToFolder}`)).content);
    expect(opened.file).toBe(`2026-07-01T22-30-00-000Z ${mailedToFolder}.eml`);
    // Sending the email again would only store another copy
    expect(opened.why_not_again).toContain('Mail settings');
    expect((await send('POST', `/members/api/mails/${mailedToFolder}/again`)).statusCode).toBe(409);
    const html = (await get(`${mailLogPath}/${mailedToFolder}`)).body;
    expect(html).toContain(opened.file);
    expect(html).not.toContain('Send again');
  },
  undefined,
  undefined,
  { mail: { to: 'folder', send: async () => '' } },
);

onEachSite(
  'links to reset a password, confirm an address or accept an invitation are hidden in the mail log',
  async (on) => {
    const { a, as, post, db, at } = on;
    const admin = await as(await a.user({ role: 'admin', firstname: 'Ruth', lastname: 'Calloway' }));
    const ann = await a.user({ email: 'ann@members.example' });
    const password = 'a lantern in the wings';
    const answers = [
      await post('/members/api/forgotten', { email: 'ann@members.example' }),
      await post('/members/api/register', {
        ...{ firstname: 'Zoë', lastname: 'Nunn', email: 'zoe@members.example' },
        ...{ password, confirm_password: password },
      }),
      await admin.post('/members/api/admin/invite', {
        ...{ firstname: 'Oli', lastname: 'Park', email: 'oli@members.example', role: 'member' },
      }),
      await admin.post('/members/api/admin/invitations', {
        ...{ role: 'member', people: [{ firstname: 'Nell', lastname: 'Gray', email: 'nell@members.example' }] },
      }),
      await admin.send('POST', `/members/api/admin/users/${ann.id}/reset_password`),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    const mails = await listSentMails(db.read);
    for (const { secret_until } of mails) expect(secret_until).toMatch(/^2026-/);
    const links = mails.map(({ text }) => /\/members\/(reset|confirm|invitation)\/([\w-]+)/.exec(text));
    expect(links.map((link) => link?.[1]).sort()).toEqual(['confirm', 'invitation', 'invitation', 'reset', 'reset']);
    const list = (await admin.get(mailLogPath)).body + (await admin.get(`${mailLogPath}.csv`)).body;
    for (const [n, { id }] of mails.entries()) {
      const token = links[n]?.[2] ?? '';
      expect(token.length).toBeGreaterThan(30);
      const { content } = await admin.page(`${mailLogPath}/${id}`);
      const html = (await admin.get(`${mailLogPath}/${id}`)).body;
      expect(`${JSON.stringify(content)}${html}${list}`).not.toContain(token.slice(0, 16));
      expect(LoggedMailContent.parse(content)).toMatchObject({
        something_hidden: true,
        why_not_again: 'This email hasn’t been sent yet, and will be sent automatically.',
      });
    }
    // Once the emails have been sent, their links are no longer stored. Sending one again is refused with the reason
    await on.db.write((tx) => tx.updateTable('job').set({ status: 'done' }).execute());
    at('2026-12-21T12:00:00.000Z');
    const later = await as(await a.user({ role: 'admin' }));
    for (const { id } of mails) {
      const answer = await later.send('POST', `/members/api/mails/${id}/again`);
      expect(answer.statusCode).toBe(409);
      expect(answer.json().msg).toContain('no longer works');
    }
  },
);

onEachSite('resending a failed email restarts its attempts, and resending a sent email creates a copy', async (on) => {
  const { a, as, db } = on;
  const admin = await a.user({ role: 'admin', firstname: 'Ruth', lastname: 'Calloway' });
  const { send } = await as(admin);
  const lost = await a.mail(failed);
  expect((await send('POST', `/members/api/mails/${lost}/again`)).json().msg).toBe('The email is being sent again.');
  const left = await a.mail({ status: 'sent', subject: 'Call sheet' });
  // The button is pressed twice
  await send('POST', `/members/api/mails/${left}/again`);
  await send('POST', `/members/api/mails/${left}/again`);
  const rows = await db.read
    .selectFrom('mail')
    .innerJoin('job', 'job.key', 'mail.id')
    .select(['subject', 'status', 'attempts'])
    .execute();
  expect(rows.map(({ subject, status, attempts }) => `${subject} ${status} ${attempts}`).sort()).toEqual([
    'Call sheet done 1',
    'Call sheet waiting 0',
    'Tickets waiting 0',
  ]);
  const entries = await db.read.selectFrom('audit').select(['actor_name', 'action', 'detail']).orderBy('at').execute();
  expect(entries).toContainEqual({ actor_name: 'Ruth Calloway', action: 'mail.resent', detail: 'Tickets' });
});

onEachSite(
  'pressing “Send again” twice within a second creates one copy of the email, even across a minute boundary',
  async (on) => {
    const { a, as, at, db } = on;
    const { send } = await as(await a.user({ role: 'admin' }));
    const left = await a.mail({ status: 'sent', subject: 'Call sheet' });
    const copies = async () => (await db.read.selectFrom('mail').select('id').where('id', '<>', left).execute()).length;
    for (const moment of ['12:00:59.800', '12:01:00.300']) {
      at(`2026-11-21T${moment}Z`);
      await send('POST', `/members/api/mails/${left}/again`);
    }
    expect(await copies()).toBe(1);
    at('2026-11-21T12:05:00.000Z');
    await send('POST', `/members/api/mails/${left}/again`);
    expect(await copies()).toBe(2);
  },
);

onEachSite('a waiting email can be retried unless it is being sent, and a failed one dismissed once', async (on) => {
  const { a, as, db } = on;
  const { send } = await as(await a.user({ role: 'admin' }));
  const code = async (id: string, action: string) =>
    (await send('POST', `/members/api/mails/${id}/${action}`)).statusCode;
  const pausing = await a.mail({ last_error: 'ETIMEDOUT', at: '2026-11-21T20:00:00.000Z' });
  expect(await code(pausing, 'retry')).toBe(200);
  const row = () => db.read.selectFrom('job').selectAll().where('key', '=', pausing).executeTakeFirstOrThrow();
  expect((await row()).due).toBe('2026-11-21T12:00:00.000Z');
  await db.write((tx) => tx.updateTable('job').set({ leased_until: '2026-11-21T12:00:01.000Z' }).execute());
  expect(await code(pausing, 'retry')).toBe(409);
  expect(await code(pausing, 'let_go')).toBe(409);
  const lost = await a.mail(failed);
  expect(await code(lost, 'let_go')).toBe(200);
  expect(await code(lost, 'let_go')).toBe(409);
  expect(await code('aaaaaaaaaaaaaaaa', 'again')).toBe(404);
});
