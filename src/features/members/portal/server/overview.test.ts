import { expect, test } from 'vitest';
import { backupMadeAction, listAuditPage, offsiteCopyAction, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { contributions } from '#tests/support/society/contributions.ts';
import { inCast } from '#tests/support/society/factories.ts';
import { AdminToolsContent, DashboardContent } from '../contract.ts';

onEachSite('the Admin Tools overview lists pending tasks with links, and drops them once they are done', async (on) => {
  const { a, as } = on;
  const { page, get, post, send } = await as(await a.user({ role: 'admin' }));
  const overview = async () => AdminToolsContent.strict().parse((await page('/members/admin')).content);
  const text = async () => (await overview()).tools.flatMap(({ waiting }) => waiting.map((one) => one.words));
  expect(await text()).toEqual([]);
  // A new society has no backup
  expect((await get('/members/admin')).body).toContain('One thing needs attention.');

  const message = await a.message();
  await a.message({ suspect: true });
  const mail = await a.mail({ status: 'failed', last_error: 'EENVELOPE 550' });
  const zoe = await a.user({ status: 'awaiting', firstname: 'Zoë' });
  const show = await a.show({
    title: 'Hamlet',
    date: '2026-11-07',
    first_date: '2026-11-05',
    credits: [inCast('Lyn Bell', 'Gertrude'), inCast('Lynn Bell', 'Osric')],
  });
  // The poster of a show from long ago is no longer a task
  await a.show({ title: 'Macbeth', date: '1987-04-11' });
  await a.show({ date: '2026-11-14', title: 'Othello', programme: '/media/x/cover.webp' });
  expect(await text()).toEqual([
    'one message hasn’t been read yet',
    'one person is waiting for approval',
    'one show has no poster of its own: Hamlet',
    'one pair of names may be one person',
    'one email wasn’t delivered',
  ]);
  for (const { link } of (await overview()).tools.flatMap(({ waiting }) => waiting)) {
    expect({ link, status: (await get(link)).statusCode }).toEqual({ link, status: 200 });
  }
  expect((await get('/members/admin')).body).toContain('6 things need attention.');

  await post(`/members/api/messages/contact/${message}`, { deed: 'read' });
  await send('POST', `/members/api/mails/${mail}/let_go`);
  await send('POST', `/members/api/admin/registrations/${zoe.id}/approve`);
  await send('POST', `/members/api/manage_shows/${show}/archive`);
  expect(await text()).toEqual(['one pair of names may be one person']);
});

onSite(
  'the Admin Tools overview reports a backup as due until one is recorded, and again once it is over eight days old',
  async ({ a, as, db, at }) => {
    const admin = await a.user({ role: 'admin' });
    const backup = async () => AdminToolsContent.parse((await (await as(admin)).page('/members/admin')).content).backup;
    expect(await backup()).toEqual({ words: 'No backup has been made yet.', due: true });
    const id = newId();
    await write(db, (tx) => recordAudit(tx, { id, at: '2026-11-21T03:00:00.000Z', action: backupMadeAction }));
    expect(await backup()).toEqual({
      words: 'The last backup was made on Saturday 21 November 2026 at 3am.',
      due: false,
    });
    at('2026-12-01T12:00:00.000Z');
    expect((await backup()).due).toBe(true);
  },
);

onSite('a trial restore is recorded at most once a day, and stops the reminder for a year', async (on) => {
  const { a, as, db, at } = on;
  const ruth = await a.user({ role: 'admin', firstname: 'Ruth', lastname: 'Hale' });
  const { send } = await as(ruth);
  const trial = async () =>
    AdminToolsContent.parse((await (await as(ruth)).page('/members/admin')).content).restore_trial;
  const path = '/members/api/admin/restore_trial';
  expect((await send('POST', path)).statusCode).toBe(409);
  expect(await trial()).toEqual({ words: '', due: false });
  const id = newId();
  await write(db, (tx) => recordAudit(tx, { id, at: '2026-09-01T03:00:00.000Z', action: backupMadeAction }));
  expect(await trial()).toEqual({ words: 'Nobody has tried a restore yet.', due: true });
  expect((await send('POST', path)).statusCode).toBe(200);
  expect((await send('POST', path)).statusCode).toBe(200);
  const recorded = await listAuditPage(db.read, { action: 'backup.restore_tried' }, { towards: 'older', count: 9 });
  expect(recorded).toMatchObject([{ actor_id: ruth.id, actor_name: 'Ruth Hale' }]);
  expect(await trial()).toEqual({ words: expect.stringContaining('recorded by Ruth Hale'), due: false });
  at('2027-12-01T12:00:00.000Z');
  expect((await trial()).due).toBe(true);
});

const reportsOldCopies = async ({ a, as, db, at }: SiteTestContext) => {
  const admin = await a.user({ role: 'admin' });
  // The admin signs in for each page, because their session would end during the days that pass
  const page = async (path: string) => (await as(admin)).page(path);
  const offsite = async () => AdminToolsContent.parse((await page('/members/admin')).content).offsite;
  const nudges = async () => DashboardContent.parse((await page('/members/dashboard')).content).nudges;
  expect((await offsite()).due).toBe(true);
  const [entry, detail] = [newId(), '412 MB in players at store.example'];
  await write(db, (tx) =>
    recordAudit(tx, { id: entry, at: '2026-11-21T03:40:00.000Z', action: offsiteCopyAction, detail }),
  );
  expect(await offsite()).toEqual({ words: expect.stringContaining(`at 3.40am: ${detail}.`), due: false });
  expect(await nudges()).not.toContainEqual(expect.objectContaining({ kind: 'offsite_copy' }));
  at('2026-11-25T12:00:00.000Z');
  expect((await offsite()).due).toBe(true);
  expect(await nudges()).toContainEqual({
    kind: 'offsite_copy',
    text: 'The last off-site copy is 4 days old: it was made on 21 November 2026.',
    link: '/members/admin',
    action: 'See Admin Tools',
  });
};

onEachSite(
  'off-site copies that have stopped are reported in Admin Tools and on an admin’s dashboard',
  reportsOldCopies,
  ['sqlite'],
  undefined,
  { copyOffsite: async () => {} },
);

const readMailWarning = async ({ a, as }: SiteTestContext) => {
  const { page } = await as(await a.user({ role: 'admin' }));
  return AdminToolsContent.parse((await page('/members/admin')).content).mail;
};
const mail = { to: 'server' as const, send: async () => '' };

onEachSite(
  'Admin Tools warns that links in emails don’t work if a mail server is set, but not the site’s address',
  async (on) => expect(await readMailWarning(on)).toContain('set PUBLIC_URL'),
  ['sqlite'],
  undefined,
  { mail },
);

for (const publicUrl of ['http://localhost', 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
  onEachSite(
    `Admin Tools warns that links to ${publicUrl} in emails work on no other computer`,
    async (on) => expect(await readMailWarning(on)).toContain('Links in emails don’t work'),
    ['sqlite'],
    undefined,
    { mail, publicUrl },
  );
}

for (const publicUrl of ['http://192.168.1.20', 'http://[fd00::1]:3000', 'http://theatre-pc.local']) {
  onEachSite(
    `Admin Tools warns that links to ${publicUrl} in emails only work on the society’s network`,
    async (on) =>
      expect(await readMailWarning(on)).toContain(
        `only work on your own network, because the site’s address is set to ${publicUrl}.`,
      ),
    ['sqlite'],
    undefined,
    { mail, publicUrl },
  );
}

onEachSite(
  'Admin Tools has no warning about emails if a mail server and the site’s address are set',
  async (on) => expect(await readMailWarning(on)).toBe(''),
  ['sqlite'],
  undefined,
  { mail, publicUrl: 'http://players.example' },
);

test('every pending task belongs to a tool on the overview, or is shown on the dashboard', () => {
  const links: string[] = contributions('adminTools').map(({ href }) => href);
  for (const { tool, nudge } of contributions('adminTodos')) {
    if (tool === '') expect(nudge).toBeDefined();
    else expect(links).toContain(tool);
  }
});
