import { expect } from 'vitest';
import { onEachSite, onSite } from '#tests/support/site/app.ts';
import { purgeTrashAt } from '#tests/support/society/contributions.ts';
import { EditBlogPostContent, ManageBlogContent } from '../contract.ts';

const written = { title: 'From the wings', author: 'Amy Treadwell', content: 'It was dark.', publishing: 'now' };
const save = (key: string) => `/members/api/blog/${key}`;

onSite('a draft is hidden from visitors until it is published', async ({ a, as, get }) => {
  const author = await as(await a.user({ role: 'author', firstname: 'Bea', lastname: 'Cole' }));
  const { key, version } = (await author.post(save('new'), { ...written, publishing: 'draft' })).json();
  expect((await get(`/blog/${key}`)).statusCode).toBe(404);
  const { posts } = ManageBlogContent.parse((await author.page('/members/manage-blog')).content);
  expect(posts).toMatchObject([
    // Bea Cole has written it for Amy Treadwell
    { key: 'from-the-wings', author: 'Amy Treadwell', state: 'draft', published_at: '', changed_by: 'Bea Cole' },
  ]);
  await author.post(save(key), { ...written, version });
  expect((await get(`/blog/${key}`)).body).toContain('It was dark.');
  expect((await get('/sitedata')).json().latest_blog.title).toBe('From the wings');
});

onSite('the list of blog posts can be searched, filtered, sorted and exported as a spreadsheet', async ({ a, as }) => {
  await a.blogPost({ title: 'Zithers in the pit', author: 'Ann Hale', published_at: '2026-10-01T09:00:00.000Z' });
  await a.blogPost({ title: 'A new lamp', author: 'Bea Cole', published_at: '2026-11-01T09:00:00.000Z' });
  const { page, get, post } = await as(await a.user({ role: 'author' }));
  await post(save('new'), { ...written, title: 'Not yet', publishing: 'draft' });
  const found = async (query: string) => {
    const { posts, table } = ManageBlogContent.parse((await page(`/members/manage-blog?${query}`)).content);
    expect((await get(`/members/manage-blog.csv?${query}`)).body.trim().split('\r\n')).toHaveLength(posts.length + 1);
    expect(table.total).toBe(posts.length);
    return posts.map(({ title }) => title);
  };
  expect(await found('')).toEqual(['Not yet', 'A new lamp', 'Zithers in the pit']);
  expect(await found('sort=when')).toEqual(['Zithers in the pit', 'A new lamp', 'Not yet']);
  expect(await found('sort=-title')).toEqual(['Zithers in the pit', 'Not yet', 'A new lamp']);
  expect(await found('state=draft')).toEqual(['Not yet']);
  expect(await found('q=hale+zither')).toEqual(['Zithers in the pit']);
});

onSite('the response to a save says that the post was published, saved or unpublished', async ({ a, as }) => {
  const { post } = await as(await a.user({ role: 'author' }));
  const said = async (key: string, more: object) => (await post(save(key), { ...written, ...more })).json().msg;
  expect(await said('new', { title: 'Wings' })).toBe('Post published.');
  expect(await said('wings', { version: 1 })).toBe('Post saved. The blog has been updated.');
  expect(await said('wings', { version: 2, publishing: 'draft' })).toBe('Post unpublished and saved as a draft.');
});

onSite('the response to a save has the post’s state, which is “published” for a date in the past', async (on) => {
  const { post } = await on.as(await on.a.user({ role: 'author' }));
  const stateAt = async (publishing: string, date: string) =>
    (await post(save('new'), { ...written, publishing, date })).json().state;
  expect(await stateAt('draft', '')).toBe('draft');
  expect(await stateAt('now', '')).toBe('published');
  expect(await stateAt('at', '2026-12-01T19:30')).toBe('scheduled');
  expect(await stateAt('at', '2026-11-01T19:30')).toBe('published');
});

onSite('a scheduled post appears at its local time', async ({ a, as, get, at }) => {
  const author = await as(await a.user({ role: 'author' }));
  const { key } = (await author.post(save('new'), { ...written, publishing: 'at', date: '2026-12-01T19:30' })).json();
  at('2026-12-01T19:29:59.000Z');
  expect((await get(`/blog/${key}`)).statusCode).toBe(404);
  at('2026-12-01T19:30:00.000Z');
  expect((await get(`/blog/${key}`)).statusCode).toBe(200);
});

onSite('a post with a date that doesn’t exist or a year out of range is refused', async ({ a, as }) => {
  const { post, page } = await as(await a.user({ role: 'author' }));
  const missing = ['2026-02-30', '2026-13-01T10:00', '0000-00-00', '2026-12-01T24:00', '2026-12-01T10:60'];
  for (const date of missing) {
    const response = await post(save('new'), { ...written, publishing: 'at', date });
    expect([date, response.statusCode, response.json().fields]).toEqual([
      date,
      400,
      { date: 'That date or time doesn’t exist.' },
    ]);
  }
  for (const date of ['0000-01-01', '0001-01-01T00:00', '1899-12-31', '2200-01-01', '9999-12-31T23:59']) {
    const response = await post(save('new'), { ...written, publishing: 'at', date });
    expect([date, response.statusCode, response.json().fields]).toEqual([
      date,
      400,
      { date: 'Choose a year between 1900 and 2199.' },
    ]);
  }
  expect((await post(save('new'), { ...written, publishing: 'at', date: 'soon' })).json().fields).toEqual({
    date: 'Choose a date and time.',
  });
  expect((await page('/members/manage-blog')).content.posts).toEqual([]);
});

onSite('an edited post keeps its URL and its date, and can be unpublished', async ({ a, as, get, page }) => {
  const author = await as(await a.user({ role: 'author' }));
  const key = await a.blogPost({ title: 'Old', published_at: '2026-10-01T09:00:00.000Z' });
  await author.post(save(key), { ...written, title: 'New name', version: 1 });
  const posts = (await page('/blog')).content.posts as Record<string, object>;
  expect(posts[key]).toMatchObject({ title: 'New name', date: 'Oct 2026' });
  await author.post(save(key), { ...written, publishing: 'draft', version: 2 });
  expect((await get(`/blog/${key}`)).statusCode).toBe(404);
});

onSite(
  'a second save from an outdated version of a post is refused, and returns the saved post',
  async ({ a, as, page }) => {
    const author = await as(await a.user({ role: 'author', firstname: 'Bea', lastname: 'Cole' }));
    const key = await a.blogPost({ title: 'Ours' });
    expect((await author.post(save(key), { ...written, title: 'First', version: 1 })).statusCode).toBe(200);
    const second = await author.post(save(key), { ...written, title: 'Second', version: 1 });
    expect(second.json()).toMatchObject({ code: 409, current: { title: 'First', changed_by: 'Bea Cole', version: 2 } });
    expect((await page('/blog')).content.posts).toMatchObject({ [key]: { title: 'First' } });
  },
);

onEachSite('retrying a save whose response was lost creates one post and no conflict', async (on) => {
  const { post, page } = await on.as(await on.a.user({ role: 'author' }));
  const twice = async (key: string, body: typeof written & { version?: number }) => {
    const headers = { 'idempotency-key': `the-same-press-twice-${body.title.length}` };
    const [first, again] = [await post(save(key), body, headers), await post(save(key), body, headers)];
    expect(again.json()).toEqual(first.json());
    return first.json();
  };
  const { key, version } = await twice('new', written);
  expect(await twice(key, { ...written, title: 'Better', version })).toMatchObject({ code: 200, version: 2 });
  // The response about a conflict isn't stored: each retry is checked again
  expect(await twice(key, { ...written, title: 'Late', version })).toMatchObject({
    code: 409,
    current: { version: 2 },
  });
  const kept = await on.db.read.selectFrom('first_answer').select('call').execute();
  expect(kept).toHaveLength(2);
  expect(ManageBlogContent.parse((await page('/members/manage-blog')).content).posts).toMatchObject([
    { title: 'Better' },
  ]);
});

onSite(
  'saving a post that has been unpublished or rescheduled in the meantime returns its present state',
  async ({ a, as }) => {
    const author = await as(await a.user({ role: 'author', firstname: 'Bea', lastname: 'Cole' }));
    const key = await a.blogPost({ title: 'Ours' });
    const change = (some: object) => author.post(save(key), { ...written, version: 1, ...some });
    await change({ publishing: 'draft' });
    const theirs = (await change({})).json().current;
    expect(theirs).toMatchObject({ author: written.author, state: 'draft', date: '' });
    await change({ version: 2, publishing: 'at', date: '2026-12-01T19:30' });
    expect((await change({})).json().current).toMatchObject({ state: 'scheduled', date: '2026-12-01T19:30' });
  },
);

onEachSite(
  'a deleted post disappears everywhere, can be restored for 30 days, and its URL is never reused',
  async (on) => {
    const { a, as, at, get, db } = on;
    const author = await as(await a.user({ role: 'author' }));
    const key = await a.blogPost({ title: 'Twice', content: 'Secret plans' });
    await author.post(`${save(key)}/delete`, {});
    for (const address of [`/blog/${key}`, '/blog', '/blog/feed.xml', '/search?q=twice', '/sitemap-1.xml']) {
      const { body } = await get(address);
      for (const trace of ['Twice</', `/blog/${key}<`]) expect(body).not.toContain(trace);
    }
    expect((await get(`/blog/${key}`)).statusCode).toBe(404);
    expect((await author.post(save('new'), { ...written, title: 'Twice' })).json().key).toBe('twice-2');
    expect((await author.post(save(key), { ...written, version: 1 })).statusCode).toBe(404);
    at('2026-12-20T12:00:00.000Z');
    const later = await as(await a.user({ role: 'author' }));
    const { deleted } = ManageBlogContent.parse((await later.page('/members/manage-blog')).content);
    expect(deleted).toMatchObject([{ key, title: 'Twice', until: '2026-12-21' }]);
    expect((await later.post(`${save(key)}/restore`, {})).statusCode).toBe(200);
    expect((await get(`/blog/${key}`)).statusCode).toBe(200);
    await later.post(`${save(key)}/delete`, {});
    at('2027-01-19T12:00:01.000Z');
    const again = await as(await a.user({ role: 'author' }));
    expect((await again.post(`${save(key)}/restore`, {})).statusCode).toBe(404);
    expect(
      await db.read.selectFrom('blog_post_with_deleted').select('key').where('key', '=', key).execute(),
    ).toHaveLength(1);
  },
);

onSite('a post with missing or invalid input is refused with a message for each field', async ({ a, as }) => {
  const author = await as(await a.user({ role: 'author' }));
  const faults = async (some: object) =>
    Object.keys((await author.post(save('new'), { ...written, ...some })).json().fields ?? {});
  expect(await faults({ title: ' ', author: '' })).toEqual(['title', 'author']);
  expect(await faults({ publishing: 'at' })).toEqual(['date']);
  expect(await faults({ publishing: 'at', date: 'tomorrow' })).toEqual(['date']);
  expect(await faults({ publishing: 'soon' })).toEqual(['publishing']);
});

onSite('a post whose title matches an editor path can be edited', async ({ a, as }) => {
  const author = await as(await a.user({ role: 'author' }));
  for (const title of ['New', 'Word', 'Picture']) {
    const { key } = (await author.post(save('new'), { ...written, title })).json();
    const { post } = EditBlogPostContent.strict().parse((await author.page(`/members/manage-blog/${key}`)).content);
    expect(post).toMatchObject({ title, state: 'published', date: '2026-11-21T12:00' });
    const mended = await author.post(save(key), { ...written, title, version: 1 });
    expect({ title, ...mended.json() }).toMatchObject({ title, code: 200, version: 2 });
  }
});

onEachSite('a purged draft without text keeps only its key', async (on) => {
  const { a, as, db } = on;
  const author = await as(await a.user({ role: 'author' }));
  const key = await a.blogPost({ title: 'Who is leaving', author: 'Amy Treadwell', content: '', published_at: null });
  expect((await author.post(`${save(key)}/delete`, {})).statusCode).toBe(200);
  await purgeTrashAt(on, new Date('2027-01-19T12:00:01.000Z'));
  const row = await db.read.selectFrom('blog_post_with_deleted').selectAll().where('key', '=', key).executeTakeFirst();
  expect(row).toMatchObject({ key, title: '', content: '', author: '', changed_by: '', deleted_by: '' });
});

onSite('the audit log still names a blog post after it was purged', async (on) => {
  const { a, as, db } = on;
  const author = await as(await a.user({ role: 'author' }));
  const key = await a.blogPost({ title: 'Who is leaving' });
  await author.post(`${save(key)}/delete`, {});
  await author.post(`${save(key)}/restore`, {});
  await author.post(`${save(key)}/delete`, {});
  await purgeTrashAt(on, new Date('2027-01-19T12:00:01.000Z'));
  const entries = db.read.selectFrom('audit').select(['action', 'detail']).where('action', 'like', 'blog_post.%');
  expect(await entries.orderBy('action').execute()).toEqual([
    { action: 'blog_post.deleted', detail: 'Who is leaving' },
    { action: 'blog_post.deleted', detail: 'Who is leaving' },
    { action: 'blog_post.restored', detail: 'Who is leaving' },
  ]);
});

onSite('saving a blog post that somebody has deleted says so, and works once it is restored', async ({ a, as }) => {
  const author = await as(await a.user({ role: 'author' }));
  const key = await a.blogPost({ title: 'From the wings' });
  const typed = { ...written, version: 1 };
  await author.post(`${save(key)}/delete`, {});
  expect((await author.post(save(key), typed)).json()).toEqual({
    code: 404,
    msg: 'Someone has deleted this post. Your text is still here: restore the post under Recently deleted, then save again.',
  });
  expect((await author.post(`${save(key)}/delete`, {})).json().msg).toBe('This post has already been deleted.');
  await author.post(`${save(key)}/restore`, {});
  expect((await author.post(`${save(key)}/restore`, {})).json().msg).toBe(
    'There’s nothing to restore: this has already been restored, or deleted for good.',
  );
  expect((await author.post(save(key), typed)).statusCode).toBe(200);
});

onSite('saving a blog post that has been deleted for good doesn’t promise that it can be restored', async (on) => {
  const author = await on.as(await on.a.user({ role: 'author' }));
  const key = await on.a.blogPost({ title: 'From the wings' });
  await author.post(`${save(key)}/delete`, {});
  on.at('2027-01-19T12:00:01.000Z');
  const again = await on.as(await on.a.user({ role: 'author' }));
  expect((await again.post(save(key), { ...written, version: 1 })).json()).toEqual({
    code: 404,
    msg: 'This post has been deleted for good. Your text is still here: copy it into a new post.',
  });
});

onSite('the editor of a post gets the time at which it was loaded, to the millisecond', async (on) => {
  const author = await on.as(await on.a.user({ role: 'author' }));
  on.at('2026-11-21T12:00:45.250Z');
  const { content } = await author.page('/members/manage-blog/new');
  expect(content).toMatchObject({ now: '2026-11-21T12:00', now_ms: 45_250 });
});
