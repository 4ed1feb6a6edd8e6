import { expect } from 'vitest';
import { DashboardContent, SocietyPostsContent } from '#features/members/portal/contract.ts';
import { Post } from '#features/publishing/posts/contract.ts';
import { onEachSite, onSite } from '#tests/support/site/app.ts';
import { inCrew } from '#tests/support/society/factories.ts';

const notice = { title: 'Who has the keys', type: 'private', date: '2026-11-21', content: 'Ruth has **two**.' };

onSite('a private notice of the society is listed for members, and has no public page', async ({ a, as, get }) => {
  const admin = await as(await a.user({ firstname: 'Una', lastname: 'First', role: 'admin' }));
  const { code, msg, id } = (await admin.post('/members/api/new_post', notice)).json();
  expect({ code, msg }).toEqual({ code: 200, msg: 'Post published.' });
  const member = await as(await a.user());
  const { posts } = DashboardContent.parse((await member.page('/members/dashboard')).content);
  expect(posts).toMatchObject([{ id, title: 'Who has the keys', show_title: '', kind: 'Members only' }]);
  const list = SocietyPostsContent.strict().parse((await member.page('/members/posts')).content);
  expect(list).toMatchObject({ may_manage: false, posts: [{ id }] });
  expect((await member.get(`/members/post/${id}`)).body).toContain('<strong>two</strong>');
  expect((await get(`/post/${id}`)).statusCode).toBe(404);
});

onSite('the society’s public and audition posts are on the public pages', async ({ a, as, page }) => {
  const { post } = await as(await a.user({ role: 'admin' }));
  await post('/members/api/new_post', { ...notice, title: 'We are looking for a hall', type: 'public' });
  await post('/members/api/new_post', { ...notice, title: 'Come and read with us', type: 'auditions' });
  expect((await page('/')).content.title).toBe('We are looking for a hall');
  expect((await page('/auditions')).content.title).toBe('Come and read with us');
});

onSite('until its date, a future notice is visible only to people who manage the notices', async ({ a, as, at }) => {
  const admin = await as(await a.user({ role: 'admin' }));
  const { id, msg } = (await admin.post('/members/api/new_post', { ...notice, date: '2026-12-01' })).json();
  expect(msg).toBe('Post saved. It will be published on its date.');
  const dee = await a.user();
  await a.show({ date: '2027-04-17', credits: [inCrew('Dee Moss', 'Director')] });
  await a.personOf(dee, 'Dee Moss');
  const member = await as(dee);
  expect((await member.get(`/members/post/${id}`)).statusCode).toBe(403);
  expect((await member.page('/members/posts')).content.posts).toEqual([]);
  expect((await admin.get(`/members/post/${id}`)).statusCode).toBe(200);
  const { posts } = (await admin.get('/members/api/manage_society')).json();
  expect(posts).toMatchObject([{ id, out: false, date: '2026-12-01T00:00' }]);
  at('2026-12-01T00:00:00.000Z');
  expect((await member.page('/members/posts')).content.posts).toMatchObject([{ id }]);
});

onSite(
  'a notice can be edited from its page, and a save based on an outdated version is refused',
  async ({ a, as }) => {
    const admin = await as(await a.user({ role: 'admin' }));
    const { id } = (await admin.post('/members/api/new_post', notice)).json();
    const read = Post.strict().parse((await admin.page(`/members/post/${id}`)).content);
    expect(read).toMatchObject({ edit_link: `/members/posts?edit=${id}`, edit_label: 'Edit this post' });
    const member = await as(await a.user());
    expect((await member.page(`/members/post/${id}`)).content.edit_link).toBe('');
    const change = { ...notice, version: 1 };
    const first = await admin.post(`/members/api/posts/${id}`, { ...change, title: 'Keys' });
    expect(first.json()).toMatchObject({ code: 200, msg: 'Changes saved.' });
    const second = await admin.post(`/members/api/posts/${id}`, change);
    expect(second.json()).toMatchObject({ code: 409, current: { title: 'Keys', version: 2 } });
  },
);

onEachSite('a file deleted before its notice can be restored only after the notice', async ({ a, as }) => {
  const admin = await as(await a.user({ role: 'admin' }));
  const form = new FormData();
  for (const [name, value] of Object.entries(notice)) form.set(name, value);
  form.append('files', new File(['Two brass, one steel'], 'Keys.txt'));
  const { id } = (await admin.upload('/members/api/new_post', form)).body;
  const { posts } = (await admin.get('/members/api/manage_society')).json();
  const file = posts[0].files[0].id;
  expect((await admin.get(`/members/files/${file}/Keys.txt`)).body).toBe('Two brass, one steel');
  await admin.send('DELETE', `/members/api/files/${file}`);
  await admin.send('DELETE', `/members/api/posts/${id}`);
  const { deleted } = (await admin.get('/members/api/manage_society')).json();
  expect(deleted.map(({ title }: { title: string }) => title).sort()).toEqual(['Keys.txt', 'Who has the keys']);
  expect((await admin.send('POST', `/members/api/files/${file}/restore`)).json()).toMatchObject({
    code: 409,
    msg: 'This file belongs to a deleted post. Restore the post first, then the file.',
  });
  expect((await admin.send('POST', `/members/api/posts/${id}/restore`)).statusCode).toBe(200);
  expect((await admin.send('POST', `/members/api/files/${file}/restore`)).statusCode).toBe(200);
  const back = (await admin.get('/members/api/manage_society')).json();
  expect(back.posts).toMatchObject([{ id, files: [{ id: file }] }]);
  expect(back.deleted).toEqual([]);
});

onSite(
  'the permission for the society’s posts allows writing notices, but not admin pages or posts about shows',
  async ({ a, as }) => {
    const secretary = await a.user();
    await a.allow(secretary, { society_write: true });
    const { post, get, page } = await as(secretary);
    expect((await post('/members/api/new_post', notice)).statusCode).toBe(200);
    expect((await page('/members/posts')).content.may_manage).toBe(true);
    expect((await get('/members/admin')).statusCode).toBe(403);
    const show = await a.show();
    expect((await post(`/members/api/new_post/${show}`, notice)).statusCode).toBe(403);
  },
);

onSite('the permission to edit shows doesn’t allow writing or deleting the society’s posts', async ({ a, as }) => {
  const helper = await a.user();
  await a.allow(helper, { shows_write: true });
  const { post, send } = await as(helper);
  const id = await a.post({ title: 'The committee’s' });
  expect((await post('/members/api/new_post', notice)).statusCode).toBe(403);
  expect((await send('DELETE', `/members/api/posts/${id}`)).statusCode).toBe(403);
});

onSite(
  'the dashboard links to the post form of each current show, and of the society, if the member may write there',
  async ({ a, as }) => {
    const dee = await a.user();
    const id = await a.show({ title: 'Hamlet', date: '2027-04-17', credits: [inCrew('Dee Moss', 'Director')] });
    await a.personOf(dee, 'Dee Moss');
    await a.show({ title: 'Over', date: '2026-04-17', credits: [inCrew('Dee Moss', 'Director')] });
    const show = { title: 'Hamlet', link: `/members/show/${id}?write` };
    const society = { title: 'For the whole society', link: '/members/posts?write' };
    const writes = async (user: { id: string }) =>
      DashboardContent.parse((await (await as(user)).page('/members/dashboard')).content).writes;
    expect(await writes(dee)).toEqual([show]);
    expect(await writes(await a.user({ role: 'admin' }))).toEqual([society, show]);
    expect(await writes(await a.user())).toEqual([]);
  },
);
