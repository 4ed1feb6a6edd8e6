import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SiteData } from '#features/website/site/contract.ts';
import { anyCharacter } from '#tests/support/formats/arbitrary-texts.ts';
import { findChild, readXml, type XmlElement } from '#tests/support/formats/xml.ts';
import { onEachSite, onSite } from '#tests/support/site/app.ts';
import { BlogContent } from '../contract.ts';
import { renderAtomFeed } from './pages.ts';

onSite('the blog lists every published post with its month, time and author', async ({ a, page }) => {
  await a.blogPost({ title: 'Old', published_at: '2021-09-30T23:30:00.000Z', author: 'Amy Treadwell' });
  await a.blogPost({
    title: 'Recent',
    published_at: '2026-11-10T09:00:00.000Z',
    content: 'I had **never** called a cue.',
  });
  await a.blogPost({ title: 'Draft', published_at: null });
  await a.blogPost({ title: 'Ahead', published_at: '2026-12-01T09:00:00.000Z' });
  const { status, content } = await page('/blog');
  const blog = BlogContent.strict().parse(content);
  expect(status).toBe(200);
  expect(Object.keys(blog.posts)).toEqual(['recent', 'old']);
  // Half past midnight on 1 October in the society's time zone
  expect(blog.posts.old).toMatchObject({
    title: 'Old',
    date: 'Oct 2021',
    dateInt: 1633044600,
    author: 'Amy Treadwell',
  });
  expect(blog.posts.recent).toMatchObject({
    content: 'I had **never** called a cue.',
    excerpt: 'I had never called a cue.',
  });
});

onSite('the month of a September post is abbreviated to “Sep”, not “Sept”', async ({ a, page }) => {
  await a.blogPost({ title: 'Back to work', published_at: '2026-09-10T09:00:00.000Z' });
  expect(BlogContent.parse((await page('/blog')).content).posts['back-to-work']?.date).toBe('Sep 2026');
});

onSite('the page of a post has its full text and a link to all posts', async ({ a, page, get }) => {
  const key = await a.blogPost({ title: 'Notes from the prompt desk', content: 'Go *LX* five.' });
  await a.blogPost({ title: 'Another', content: 'Something else.' });
  const { body } = await get(`/blog/${key}`);
  expect(key).toBe('notes-from-the-prompt-desk');
  expect(body).toContain('Go <em>LX</em> five.');
  expect(body).toContain('Back to all posts');
  expect(body).toContain(`<link rel="canonical" href="http://players.example/blog/${key}">`);
  expect(body).toContain('"@type":"BlogPosting"');
  expect(body).not.toContain('Something else.');
  expect(Object.keys(BlogContent.parse((await page(`/blog/${key}`)).content).posts).sort()).toEqual(['another', key]);
});

onSite('the part of the path after a post’s key is ignored', async ({ a, page, get }) => {
  const key = await a.blogPost({ title: 'Notes from the prompt desk', content: 'Go *LX* five.' });
  for (const address of [`/blog/${key}/`, `/blog/${key}/anything`, `/blog/${key}/any/thing`]) {
    expect(BlogContent.strict().parse((await page(address)).content).key).toBe(key);
    const { statusCode, body } = await get(address);
    expect(statusCode).toBe(200);
    expect(body).toContain(`<link rel="canonical" href="http://players.example/blog/${key}">`);
  }
  expect((await page('/blog/nothing/more')).status).toBe(404);
});

onSite(
  'an unknown post key returns status 404 with the list of posts and a “not found” page',
  async ({ a, page, get }) => {
    await a.blogPost({ title: 'Another' });
    await a.blogPost({ title: 'Draft', published_at: null });
    for (const key of ['nothing', 'draft', 'constructor', '__proto__', '%3Cscript%3E', 'a'.repeat(500)]) {
      const { status, content } = await page(`/blog/${key}`);
      expect(status).toBe(404);
      expect(Object.keys(BlogContent.strict().parse(content).posts)).toEqual(['another']);
      const { statusCode, body } = await get(`/blog/${key}`);
      expect(statusCode).toBe(404);
      expect(body).toContain('404 Not Found');
      expect(body).toContain('The requested URL was not found on the server.');
      expect(body).toContain('<meta name="robots" content="noindex">');
      expect(body).toContain('Back to all posts');
    }
  },
);

onSite('two posts with the same title have different URLs', async ({ a, page }) => {
  const keys = [
    await a.blogPost({ title: 'Notes' }),
    await a.blogPost({ title: 'Notes' }),
    await a.blogPost({ title: 'Notes 2' }),
  ];
  expect(keys).toEqual(['notes', 'notes-2', 'notes-2-2']);
  expect((await page('/blog/notes-2')).status).toBe(200);
});

onEachSite('two posts with the same title created at the same moment are both saved', async ({ a }) => {
  const keys = await Promise.all(['Notes', 'Notes', 'Notes'].map((title) => a.blogPost({ title })));
  expect(keys.sort()).toEqual(['notes', 'notes-2', 'notes-3']);
});

onSite('a scheduled blog post appears everywhere exactly at its publication time', async ({ a, page, get, at }) => {
  const key = await a.blogPost({ title: 'Press night', published_at: '2026-11-21T18:00:00.000Z' });
  const seen = async () => ({
    list: Object.keys(BlogContent.parse((await page('/blog')).content).posts).length,
    own: (await page(`/blog/${key}`)).status,
    feed: (await get('/blog/feed.xml')).body.includes('Press night'),
    found: (await get('/search?q=press+night')).body.includes(`href="/blog/${key}"`),
    listed: (await get('/sitemap.xml')).body.includes(`/blog/${key}<`),
    aside: SiteData.pick({ latest_blog: true }).parse((await get('/sitedata')).json()).latest_blog.title,
  });
  const before = { list: 0, own: 404, feed: false, found: false, listed: false, aside: '' };
  expect(await seen()).toEqual(before);
  at('2026-11-21T17:59:59.999Z');
  expect(await seen()).toEqual(before);
  at('2026-11-21T18:00:00.000Z');
  const after = { list: 1, own: 200, feed: true, found: true, listed: true, aside: 'Press night' };
  expect(await seen()).toEqual(after);
});

onSite('the site data and the front page include the latest blog post', async ({ a, get }) => {
  await a.blogPost({ title: 'Older', published_at: '2026-10-01T09:00:00.000Z' });
  const key = await a.blogPost({ title: 'Newer', published_at: '2026-11-01T09:00:00.000Z' });
  const { latest_blog } = SiteData.pick({ latest_blog: true }).parse((await get('/sitedata')).json());
  expect(latest_blog).toEqual({ title: 'Newer', date: '2026-11-01T09:00:00+00:00', link: `/blog/${key}` });
  expect((await get('/')).body).toContain('Latest blog');
});

onSite(
  'the first blog page of 500 posts stays small and links to the next page without JavaScript',
  async ({ a, get, page }) => {
    const content = 'A paragraph of some length about nothing at all. '.repeat(60);
    const day = (n: number) => new Date(Date.UTC(2010, 0, 1 + n * 10)).toISOString();
    await a.blogPosts(
      Array.from({ length: 500 }, (_, n) => ({ title: `Post number ${n}`, content, published_at: day(n) })),
    );
    const first = await get('/blog');
    expect(first.body.length).toBeLessThan(60_000);
    expect(first.body.match(/<article/g)).toHaveLength(12);
    expect(first.body).toContain('Post number 499');
    expect(first.body).toContain('href="/blog?page=2"');
    const last = await get('/blog?page=42');
    expect(last.body).toContain('Post number 0<');
    expect(last.body).toContain('<link rel="canonical" href="http://players.example/blog?page=42">');
    expect((await get('/blog/post-number-7')).body.length).toBeLessThan(60_000);
    expect(Object.keys(BlogContent.parse((await page('/blog')).content).posts)).toHaveLength(500);
  },
);

onSite('an empty blog says that there are no posts yet', async ({ get, page }) => {
  expect((await get('/blog')).body).toContain('No posts yet');
  expect(BlogContent.strict().parse((await page('/blog')).content).posts).toEqual({});
});

onSite('a deleted picture isn’t used for its post in the list or in shared links', async (on) => {
  const size = { width: 300, height: 200 };
  const [lamp, rope] = [await on.a.picture('A lamp', size), await on.a.picture('A rope', size)];
  const address = (id: string) => `/media/${id}/picture.webp`;
  await on.a.blogPost({ title: 'Lamps', content: `![A lamp](${address(lamp)})` });
  await on.a.blogPost({ title: 'Ropes', content: `![A rope](${address(rope)})` });
  const pictures = async () => {
    const { posts } = BlogContent.parse((await on.page('/blog')).content);
    return [posts.lamps?.picture, posts.ropes?.picture];
  };
  const shared = async () => /property="og:image" content="([^"]*)"/.exec((await on.get('/blog/lamps')).body)?.[1];
  expect([await pictures(), await shared()]).toEqual([[address(lamp), address(rope)], expect.stringContaining(lamp)]);
  const { post } = await on.as(await on.a.user({ role: 'admin' }));
  await post('/members/api/manage_media/delete', { id: lamp, confirm: 'yes' });
  expect([await pictures(), await shared()]).toEqual([['', address(rope)], expect.not.stringContaining(lamp)]);
});

onSite('for each post, the list shows the first picture that is larger than an icon', async ({ a, page }) => {
  const [icon, lamp] = [
    await a.picture('Mail', { width: 64, height: 64 }),
    await a.picture('A lamp', { width: 300, height: 200 }),
  ];
  const [mail, large] = [icon, lamp].map((id) => `/media/${id}/picture.webp`);
  await a.blogPost({ title: 'Signed', content: `![Mail](${mail})` });
  await a.blogPost({ title: 'Lamps', content: `![Mail](${mail})\n\n![A lamp](${large})` });
  const { posts } = BlogContent.parse((await page('/blog')).content);
  expect(posts.signed?.picture).toBe('');
  expect(posts.lamps).toMatchObject({ picture: large, picture_width: 300, picture_height: 200 });
});

const society = {
  siteName: 'Lanternside Players',
  origin: 'https://players.example',
  timeZone: 'Europe/London',
  today: '2026-11-21',
};
const post = {
  key: 'notes',
  title: 'Notes',
  content: 'See [the show](/past-shows) and [them](https://elsewhere.example).',
  author: 'Amy Treadwell',
  published_at: '2026-07-01T09:00:00.000Z',
  updated_at: '2026-07-03T09:00:00.000Z',
};
const entries = (atom: XmlElement) => atom.children.filter(({ name }) => name === 'entry');

test('each feed entry has an absolute URL, its author, and the times it was published and changed', async () => {
  const atom = readXml(await renderAtomFeed([post], society));
  expect(findChild(atom, 'title').text).toBe('Lanternside Players: Blog');
  expect(findChild(atom, 'updated').text).toBe('2026-07-03T10:00:00+01:00');
  const [entry] = entries(atom);
  expect(findChild(entry, 'id').text).toBe('https://players.example/blog/notes');
  expect(findChild(entry, 'link').attributes.href).toBe('https://players.example/blog/notes');
  expect(findChild(entry, 'published').text).toBe('2026-07-01T10:00:00+01:00');
  expect(findChild(entry, 'updated').text).toBe('2026-07-03T10:00:00+01:00');
  expect(findChild(findChild(entry, 'author'), 'name').text).toBe('Amy Treadwell');
});

test('links in a post are absolute in the blog’s feed', async () => {
  const [entry] = entries(readXml(await renderAtomFeed([post], society)));
  const { text } = findChild(entry, 'content');
  expect(text).toContain('<a href="https://players.example/past-shows">');
  expect(text).toContain('<a href="https://elsewhere.example">');
});

test('in the blog’s feed, a post last changed before its publication has its publication time as “updated”', async () => {
  const [entry] = entries(
    readXml(await renderAtomFeed([{ ...post, updated_at: '2026-06-01T09:00:00.000Z' }], society)),
  );
  expect(findChild(entry, 'updated').text).toBe('2026-07-01T10:00:00+01:00');
});

test('the blog’s feed is well-formed for any title and text', async () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 40 }),
    fc.constantFrom(']]>', '<!--', '&', '</title>', '\u0000', '\ufffe', '\ud800', '"><x y="', '<script>'),
  );
  await fc.assert(
    fc.asyncProperty(text, text, text, text, async (title, content, author, siteName) => {
      const [entry] = entries(
        readXml(await renderAtomFeed([{ ...post, title, content, author }], { ...society, siteName })),
      );
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML can't contain these
      const sayable = title.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
      const lines = (some: string) => some.replace(/\r\n?/g, '\n');
      expect(findChild(entry, 'title').text).toBe(lines(sayable));
    }),
  );
});

test('when posts are very long, later entries of the blog’s feed are only summaries', async () => {
  const content = '- a\n'.repeat(25_000);
  const posts = Array.from({ length: 20 }, (_, n) => ({ ...post, content, key: `post-${n}` }));
  const told = entries(readXml(await renderAtomFeed(posts, society)));
  const whole = told.filter(({ children }) => children.some(({ name }) => name === 'content'));
  expect([told.length, whole.length]).toEqual([20, 8]);
});

test('the blog’s feed has twenty entries, even if there are more posts', async () => {
  const posts = Array.from({ length: 30 }, (_, n) => ({ ...post, key: `post-${n}` }));
  expect(entries(readXml(await renderAtomFeed(posts, society)))).toHaveLength(20);
});

onSite('the blog’s pages link to the feed, which exists before the first post', async ({ a, get }) => {
  const empty = await get('/blog/feed.xml');
  expect(empty.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
  expect(entries(readXml(empty.body))).toEqual([]);
  const key = await a.blogPost({ title: 'Tea & <cakes>' });
  for (const address of ['/blog', `/blog/${key}`, '/']) {
    expect((await get(address)).body).toMatch(
      /<link rel="alternate" type="application\/atom\+xml" href="\/blog\/feed.xml"/,
    );
  }
  const [entry] = entries(readXml((await get('/blog/feed.xml')).body));
  expect(findChild(entry, 'title').text).toBe('Tea & <cakes>');
  expect(findChild(entry, 'id').text).toBe(`http://players.example/blog/${key}`);
});
