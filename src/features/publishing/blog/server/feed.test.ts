import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '#tests/support/formats/arbitrary-texts.ts';
import { findChild, readXml, type XmlElement } from '#tests/support/formats/xml.ts';
import { onSite } from '#tests/support/site/app.ts';
import { renderAtomFeed } from './feed.ts';

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

test('in the blog’s feed, a post written ahead has its publication date as “updated”', async () => {
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
