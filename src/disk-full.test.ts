import { expect } from 'vitest';
import { AdminToolsContent } from '#features/members/portal/contract.ts';
import { probeDiskSpace } from '#platform/server/database/index.ts';
import { fillDisk } from '#tests/fault-injection/full-disk.ts';
import { onEachSite } from '#tests/support/site/app.ts';

const long = 'A cue, and another. '.repeat(2000);
const noRoom = {
  code: 503,
  msg: 'The site has run out of space, so nothing can be saved just now. Whoever looks after it needs to free some. Keep a copy of what you typed and try again later.',
};

onEachSite('writes on a full disk are refused with advice, and succeed once there is space', async (on) => {
  const { a, as, get, at, db } = on;
  const author = await as(await a.user({ role: 'author' }));
  const admin = await as(await a.user({ role: 'admin' }));
  const post = { title: 'Notes', author: 'Amy Treadwell', content: long, publishing: 'now' };
  const makeRoom = await fillDisk(on);

  const refused = await author.post('/members/api/blog/new', post);
  expect([refused.statusCode, refused.json(), refused.headers['retry-after']]).toEqual([503, noRoom, '300']);
  const request = {
    name: 'Ann',
    contact: 'ann@visitors.example',
    subject: 'Other',
    message: 'Is it warm? '.repeat(400),
  };
  const pressed = { 'idempotency-key': '"pressed-and-pressed-again"' };
  expect((await on.post('/api/contact', request, pressed)).json()).toEqual(noRoom);
  const typed = new URLSearchParams(post).toString();
  const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
  const shown = await author.post('/members/api/blog/new', typed, form);
  expect([shown.statusCode, shown.body.includes(noRoom.msg)]).toEqual([503, true]);
  expect((await get('/blog')).statusCode).toBe(200);
  const overview = async () => AdminToolsContent.strict().parse((await admin.page('/members/admin')).content).disk;
  expect((await get('/readyz')).json()).toEqual({ status: 'ready', disk: 'no disk space left to write to' });
  expect(await overview()).toBe(
    'The disk is full: nothing can be saved until the person who looks after the server frees some space.',
  );

  // Half an hour later, the site would record the session's last use. The page opens although the disk has no space for
  // that
  at('2026-11-21T12:30:00.000Z');
  expect((await author.get('/members/dashboard')).statusCode).toBe(200);

  await makeRoom();
  await probeDiskSpace(db);
  expect((await get('/readyz')).json()).toEqual({ status: 'ready' });
  expect(await overview()).toBe('');
  expect((await author.post('/members/api/blog/new', post)).statusCode).toBe(200);
  for (const _ of [1, 2]) expect((await on.post('/api/contact', request, pressed)).statusCode).toBe(200);
  expect(await db.read.selectFrom('inbox_message').select('name').execute()).toEqual([{ name: 'Ann' }]);
  const posts = await db.read.selectFrom('blog_post').select('content').execute();
  expect(posts.map(({ content }) => content === long)).toEqual([true]);
});
