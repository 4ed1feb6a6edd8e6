import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { expect } from 'vitest';
import { write } from '#platform/server/database/index.ts';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { purgeTrashAt } from '#tests/support/society/contributions.ts';
import { inCast, inCrew } from '#tests/support/society/factories.ts';
import { queuePostEmails } from './post-emails.ts';

const crew = [inCrew('Dee Moss', 'Director'), inCast('Ann Hale', 'Hamlet')];

/** Creates a show, its director, and the director of another show. */
async function createCompany({ a, as }: Pick<SiteTestContext, 'a' | 'as'>) {
  const show = await a.show({ title: 'Hamlet', date: '2027-04-17', credits: crew });
  await a.show({ title: 'Macbeth', credits: [inCrew('Oli Park', 'Director')] });
  const director = await a.user({ firstname: 'Dee', lastname: 'Moss' });
  const oli = await a.user();
  await a.personOf(director, 'Dee Moss');
  await a.personOf(oli, 'Oli Park');
  return { show, director, dee: await as(director), oli: await as(oli), member: await as(await a.user()) };
}

const written = { title: 'Call sheet', type: 'Public', date: '2026-11-21', content: 'Bring **boots**.' };

function buildPostForm(fields: Record<string, string>, ...files: [name: string, content: string][]): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  for (const [name, content] of files) data.append('files', new Blob([content]), name);
  return data;
}

onSite('a director’s post is published with its file and the director’s name', async (on) => {
  const { show, dee } = await createCompany(on);
  const { status, body } = await dee.upload(
    `/members/api/new_post/${show}`,
    buildPostForm(written, ['Call sheet.pdf', '%PDF-1.7']),
  );
  expect([status, body.code, body.msg]).toEqual([200, 200, 'Post published.']);
  const { content } = await on.page(`/post/${body.id}`);
  expect(content).toMatchObject({
    title: 'Call sheet',
    author: 'Dee Moss',
    show_title: 'Hamlet',
    content: 'Bring **boots**.',
    files: [{ name: 'Call sheet.pdf' }],
  });
});

onSite('a post with a future date is published when that day begins in the society’s time zone', async (on) => {
  const { show, dee } = await createCompany(on);
  const { json } = await dee.post(`/members/api/new_post/${show}`, { ...written, date: '2027-07-01' });
  const { id, msg } = json();
  expect(msg).toBe('Post saved. It will be published on its date.');
  const status = async () => (await on.get(`/post/${id}`)).statusCode;
  on.at('2027-06-30T22:59:59.000Z');
  expect(await status()).toBe(404);
  on.at('2027-06-30T23:00:00.000Z');
  expect(await status()).toBe(200);
});

onEachSite('an invalid post is refused with an error at the field, and nothing is stored', async (on) => {
  const { show, dee } = await createCompany(on);
  const wrong: [string, string][] = [
    ['title', ''],
    ['type', 'File'],
    ['date', ''],
    ['date', '2026-02-30'],
    ['content', 'x'.repeat(100_001)],
  ];
  for (const [field, value] of wrong) {
    const { status, body } = await dee.upload(
      `/members/api/new_post/${show}`,
      buildPostForm({ ...written, [field]: value }, ['a.txt', 'a']),
    );
    expect({ field, status, fields: Object.keys(body.fields as object) }).toEqual({
      field,
      status: 400,
      fields: [field],
    });
  }
  expect(await on.db.read.selectFrom('post').select('id').execute()).toEqual([]);
  expect(await on.db.read.selectFrom('file').select('id').execute()).toEqual([]);
});

onEachSite('only people who manage the show can write, change, delete or restore its posts', async (on) => {
  const { show, oli, member } = await createCompany(on);
  const id = await on.a.post({ show_id: show });
  const aboutNone = await on.a.post();
  for (const who of [oli, member]) {
    expect((await who.post(`/members/api/new_post/${show}`, written)).statusCode).toBe(403);
    expect((await who.get(`/members/api/manage_show/${show}`)).statusCode).toBe(403);
    for (const post of [id, aboutNone]) {
      expect((await who.post(`/members/api/posts/${post}`, { ...written, version: 1 })).statusCode).toBe(403);
      expect((await who.send('DELETE', `/members/api/posts/${post}`)).statusCode).toBe(403);
      expect((await who.send('POST', `/members/api/posts/${post}/restore`)).statusCode).toBe(403);
    }
  }
  expect((await on.post(`/members/api/new_post/${show}`, written)).statusCode).toBe(401);
  const posts = await on.db.read.selectFrom('post').select(['version', 'title']).execute();
  expect(posts).toEqual([
    { version: 1, title: 'The committee met' },
    { version: 1, title: 'The committee met' },
  ]);
});

onSite('a changed post keeps its time of publication if its date isn’t changed', async (on) => {
  const { show, dee } = await createCompany(on);
  const id = await on.a.post({ show_id: show, published_at: '2026-11-20T18:15:30.000Z' });
  await on.a.file({ post_id: id, name: 'Rota.txt' });
  const change = buildPostForm({ ...written, date: '2026-11-20', version: '1' }, ['Rota.txt', 'new']);
  const { status, body } = await dee.upload(`/members/api/posts/${id}`, change);
  expect([status, body.msg]).toEqual([200, 'Changes saved.']);
  const { content } = await on.page(`/post/${id}`);
  expect(content).toMatchObject({ title: 'Call sheet', date: '2026-11-20T18:15:30+00:00', author: 'Ann Hale' });
  expect((content.files as { name: string }[]).map(({ name }) => name).sort()).toEqual(['Rota (2).txt', 'Rota.txt']);
});

onEachSite('of two simultaneous changes of a post, the second is refused with the version of the first', async (on) => {
  const { show, dee } = await createCompany(on);
  const id = await on.a.post({ show_id: show });
  const admin = await on.as(await on.a.user({ role: 'admin', firstname: 'Ada', lastname: 'Min' }));
  const change = (title: string) => ({ ...written, title, version: 1 });
  const [first, second] = await Promise.all([
    dee.post(`/members/api/posts/${id}`, { ...change('Dee’s'), tell: 'on' }),
    admin.post(`/members/api/posts/${id}`, change('Ada’s')),
  ]);
  const [won, lost] = first.statusCode === 200 ? [first, second] : [second, first];
  expect([won.statusCode, lost.statusCode]).toEqual([200, 409]);
  const { current: theirs, msg } = lost.json();
  const winner = won === first ? ['Dee’s', 'Dee Moss'] : ['Ada’s', 'Ada Min'];
  expect([theirs.title, theirs.changed_by]).toEqual(winner);
  expect(theirs).toMatchObject({ type: 'public', content: 'Bring **boots**.', version: 2, date: '2026-11-21T12:00' });
  expect(msg).toContain(`${winner[1]} changed this post`);
  // The returned version includes the state of the emails to the show's members
  expect(theirs.telling).toBe(won === first ? 'waiting' : 'no');
  const again = await dee.post(`/members/api/posts/${id}`, { ...change('Settled'), version: theirs.version });
  expect(again.statusCode).toBe(200);
  expect((await on.page(`/post/${id}`)).content.title).toBe('Settled');
});

onSite('a deleted post disappears from the public pages with its files, and is restored with them', async (on) => {
  const { show, dee } = await createCompany(on);
  const id = await on.a.post({ show_id: show, title: 'The secret is out' });
  const file = await on.a.file({ post_id: id, name: 'Plan.txt' });
  const lists = ['/', '/search?q=secret', '/sitemap.xml'];
  const seen = async () => {
    const bodies = await Promise.all(lists.map(async (address) => (await on.get(address)).body));
    const statuses = [await on.get(`/post/${id}`), await on.get(`/files/${file}/Plan.txt`)];
    return [
      ...bodies.map((body) => body.includes(id) || body.includes('The secret is out')),
      ...statuses.map(({ statusCode }) => statusCode),
    ];
  };
  expect(await seen()).toEqual([true, true, expect.any(Boolean), 200, 200]);
  const { msg } = (await dee.send('DELETE', `/members/api/posts/${id}`)).json();
  expect(msg).toBe('Post deleted. You can restore it for 30 days.');
  expect(await seen()).toEqual([false, false, false, 404, 404]);
  const managed = (await dee.get(`/members/api/manage_show/${show}`)).json();
  expect(managed).toMatchObject({ posts: [], deleted: [{ kind: 'post', title: 'The secret is out' }] });
  expect(managed.deleted).toHaveLength(1);
  await dee.send('POST', `/members/api/posts/${id}/restore`);
  expect(await seen()).toEqual([true, true, expect.any(Boolean), 200, 200]);
});

onSite(
  'files sent with a refused change of a post appear neither in the post nor in the trash, and are purged unless a later change saves them',
  async (on) => {
    const { show, dee } = await createCompany(on);
    const { storage, db } = on;
    const id = await on.a.post({ show_id: show });
    const change = (version: string, name: string) =>
      dee.upload(`/members/api/posts/${id}`, buildPostForm({ ...written, version }, [name, name]));
    const keyOf = (name: string) => createHash('sha256').update(name).digest('hex');
    const [sentAgain, dropped] = ['Rota.txt', 'Old rota.txt'] as const;
    expect((await change('1', 'Plan.txt')).status).toBe(200);
    for (const name of [sentAgain, dropped]) expect((await change('1', name)).status).toBe(409);
    expect((await change('2', sentAgain)).status).toBe(200);
    const managed = (await dee.get(`/members/api/manage_show/${show}`)).json();
    expect(managed.deleted).toEqual([]);
    expect(managed.posts[0].files).toHaveLength(2);
    await dee.send('DELETE', `/members/api/posts/${id}`);
    await dee.send('POST', `/members/api/posts/${id}/restore`);
    expect((await dee.get(`/members/api/manage_show/${show}`)).json().posts[0].files).toHaveLength(2);

    // The files have their real creation time, not the time of the test's clock
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    await purgeTrashAt({ db, storage }, inMinutes(30));
    expect(await storage.has(keyOf(dropped))).toBe(true);
    await purgeTrashAt({ db, storage }, inMinutes(90));
    expect([await storage.has(keyOf(sentAgain)), await storage.has(keyOf(dropped))]).toEqual([true, false]);
  },
);

onSite('the preview of a post renders Markdown and escapes HTML', async (on) => {
  const { member } = await createCompany(on);
  const { html } = (await member.post('/members/api/preview', { content: '**Boots** <script>1</script>' })).json();
  expect(html).toBe('<p><strong>Boots</strong> &lt;script&gt;1&lt;/script&gt;</p>\n');
  expect((await on.post('/members/api/preview', { content: 'x' })).statusCode).toBe(401);
});

onEachSite(
  'members of the show who asked for emails get one email about a post when the post is published',
  async (on) => {
    const { show, dee } = await createCompany(on);
    const ann = await on.a.user({ email: 'ann@members.example', firstname: 'Ann' });
    await on.a.personOf(ann, 'Ann Hale');
    // This user isn't in the show
    const other = await on.as(await on.a.user());
    for (const who of [await on.as(ann), other]) {
      const { msg } = (await who.post('/members/api/account_settings/told_of_posts', { told: 'on' })).json();
      expect(msg).toMatch(/We’ll email you/);
    }
    const members = async () => (await dee.get(`/members/api/manage_show/${show}`)).json().members;
    expect(await members()).toEqual({ all: 2, told: 1 });

    await dee.post(`/members/api/new_post/${show}`, { ...written, title: 'Untold' });
    // The post is sent again, because the response was lost
    const write = () =>
      dee.post(
        `/members/api/new_post/${show}`,
        { ...written, date: '2026-12-01', tell: 'on' },
        { 'idempotency-key': 'the-same-press-twice' },
      );
    expect((await write()).json()).toEqual((await write()).json());
    const tell = async (moment: string) => {
      const telling = { db: on.db, clock: () => new Date(moment), home: () => 'https://players.example' };
      await Promise.all([queuePostEmails(telling), queuePostEmails(telling)]);
      return on.db.read.selectFrom('mail').select(['to', 'subject', 'text']).execute();
    };
    expect(await tell('2026-11-30T23:59:59.000Z')).toEqual([]);
    const mails = await tell('2026-12-01T00:00:00.000Z');
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([['ann@members.example', 'Hamlet: Call sheet']]);
    expect(mails[0]?.text).toMatch(
      /Hello Ann,.*Dee Moss has written.*Bring boots\..*https:\/\/players\.example\/members\/post\//s,
    );

    // The post is edited and the box is ticked again, but the members have already been notified
    const { posts } = (await dee.get(`/members/api/manage_show/${show}`)).json();
    const { id, version } = posts.find(({ title }: { title: string }) => title === 'Call sheet');
    await dee.post(`/members/api/posts/${id}`, { ...written, date: '2026-12-01', tell: 'on', version });
    expect(await tell('2026-12-02T00:00:00.000Z')).toHaveLength(1);
  },
);

onEachSite('a post about which no member wanted an email is not marked as emailed', async (on) => {
  const { show, dee } = await createCompany(on);
  await dee.post(`/members/api/new_post/${show}`, { ...written, tell: 'on' });
  await queuePostEmails({ db: on.db, clock: () => new Date('2026-12-05T00:00:00.000Z'), home: () => '' });
  const { posts } = (await dee.get(`/members/api/manage_show/${show}`)).json();
  expect(posts).toMatchObject([{ telling: 'no' }]);
});

onSite('a post deleted before its publication isn’t emailed to anyone', async (on) => {
  const { show, dee, director } = await createCompany(on);
  await (await on.as(director)).post('/members/api/account_settings/told_of_posts', { told: 'on' });
  const { id } = (
    await dee.post(`/members/api/new_post/${show}`, { ...written, date: '2026-12-01', tell: 'on' })
  ).json();
  await dee.send('DELETE', `/members/api/posts/${id}`);
  await queuePostEmails({ db: on.db, clock: () => new Date('2026-12-05T00:00:00.000Z'), home: () => '' });
  expect(await on.db.read.selectFrom('mail').select('to').execute()).toEqual([]);
});

onSite('the audit log still names a post after it was purged', async (on) => {
  const { show, dee } = await createCompany(on);
  const { id } = (await dee.post(`/members/api/new_post/${show}`, written)).json();
  await dee.send('DELETE', `/members/api/posts/${id}`);
  await dee.post(`/members/api/posts/${id}/restore`, {});
  await dee.send('DELETE', `/members/api/posts/${id}`);
  await purgeTrashAt(on, new Date('2027-01-19T12:00:01.000Z'));
  const entries = on.db.read.selectFrom('audit').select(['action', 'detail']).where('subject', '=', id);
  expect(await entries.orderBy('action').execute()).toEqual([
    { action: 'post.created', detail: 'Call sheet' },
    { action: 'post.deleted', detail: 'Call sheet' },
    { action: 'post.deleted', detail: 'Call sheet' },
    { action: 'post.restored', detail: 'Call sheet' },
  ]);
});

onSite(
  'saving a post that somebody has deleted is refused with the reason, and works once the post is restored',
  async (on) => {
    const { show, dee } = await createCompany(on);
    const { id } = (await dee.post(`/members/api/new_post/${show}`, written)).json();
    const save = async () => (await dee.post(`/members/api/posts/${id}`, { ...written, version: 1 })).json();
    await dee.send('DELETE', `/members/api/posts/${id}`);
    expect(await save()).toEqual({
      code: 404,
      msg: 'Someone has deleted this post. Your text is still here: restore the post under Recently deleted, then save again.',
    });
    await dee.post(`/members/api/posts/${id}/restore`, {});
    expect((await save()).code).toBe(200);
  },
);

const field = (name: string, value: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

/** Sends a director's post slowly, and runs `meanwhile` while the server reads the beginning of the post. */
async function postHeld(on: SiteTestContext, meanwhile: (dee: { id: string }) => Promise<unknown>) {
  const show = await on.a.show({ title: 'Hamlet', credits: [inCrew('Dee Moss', 'Director')] });
  const dee = await on.a.user({ firstname: 'Dee', lastname: 'Moss' });
  await on.a.personOf(dee, 'Dee Moss');
  const isRead = new Promise<void>((read) => {
    on.app.fastify.server.on('request', (request: IncomingMessage) => request.once('resume', read));
  });
  const body = new ReadableStream({
    start(piece) {
      piece.enqueue(Buffer.from(field('title', 'First night') + field('type', 'public') + field('date', '2026-11-20')));
    },
    async pull(piece) {
      await isRead;
      await meanwhile(dee);
      piece.enqueue(Buffer.from(`${field('content', 'Break a leg.')}--x--\r\n`));
      piece.close();
    },
  });
  const { upload } = await on.as(dee);
  const answer = await upload(`/members/api/new_post/${show}`, body, {
    'content-type': 'multipart/form-data; boundary=x',
  });
  const posts = await on.db.read.selectFrom('post').select('title').execute();
  return [answer.status, posts.length];
}

onSite('an upload is discarded if the sender’s account is disabled while the upload arrives', async (on) => {
  const admin = await on.as(await on.a.user({ role: 'admin' }));
  const shut = ({ id }: { id: string }) => admin.post(`/members/api/admin/users/${id}/deactivate`, {});
  expect(await postHeld(on, shut)).toEqual([401, 0]);
});

onSite('an upload is discarded if the sender stops directing the show while the upload arrives', async (on) => {
  const unlink = () => write(on.db, (tx) => tx.deleteFrom('user_person').execute());
  expect(await postHeld(on, unlink)).toEqual([403, 0]);
});

onEachSite('re-authenticating in another tab does not interrupt an upload', async (on) => {
  const renew = ({ id }: { id: string }) =>
    write(on.db, (tx) =>
      tx.updateTable('session').set({ token_hash: 'of another cookie' }).where('user_id', '=', id).execute(),
    );
  expect(await postHeld(on, renew)).toEqual([200, 1]);
});
