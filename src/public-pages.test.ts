import { expect } from 'vitest';
import { onEachSite } from '#tests/support/app.ts';
import { inCast } from '#tests/support/factories.ts';

/** An address at which to read each public page whose path isn't one; a page that is missing here fails the test. */
const addresses: Record<string, (ids: Ids) => string> = {
  '/blog/:key': ({ blogPost }) => `/blog/${blogPost}`,
  '/blog/:key/*': ({ blogPost }) => `/blog/${blogPost}/more`,
  '/corrections/person/:id': ({ person }) => `/corrections/person/${person}`,
  '/corrections/show/:id': ({ show }) => `/corrections/show/${show}`,
  '/file/:id/:name': ({ file }) => `/file/${file}/a.txt`,
  '/past-shows/:id/:title': ({ show }) => `/past-shows/${show}/Hamlet`,
  '/past-shows/member/:id/:name': ({ person }) => `/past-shows/member/${person}/Ann_Hale`,
  '/post/:id': ({ post }) => `/post/${post}`,
  '/search': () => '/search?q=hamlet',
};
/** Pages that only lead on. */
const leadOn = ['/past-shows/:id', '/past-shows/member/:id'];
/** Pages that one mail alone leads to, read with their links in the tests of accounts. */
const mailed = [
  '/members/confirm/:token',
  '/members/email/:token',
  '/members/invitation/:token',
  '/members/reset/:token',
];
/** Pages without lasting content, or not for everyone to find, which search engines are asked not to list. */
const unlisted = /^\/(contact\/sent|corrections\/.*|members(\/.*)?)$/;

interface Ids {
  show: string;
  person: string;
  post: string;
  blogPost: string;
  file: string;
}

const one = (html: string, pattern: RegExp): string => {
  const found = [...html.matchAll(new RegExp(pattern, 'g'))];
  expect({ pattern: pattern.source, times: found.length }).toEqual({ pattern: pattern.source, times: 1 });
  return found[0]?.[1] ?? '';
};

/** Every address within structured data. */
function addressesIn(subject: unknown): string[] {
  if (Array.isArray(subject)) return subject.flatMap(addressesIn);
  if (typeof subject !== 'object' || subject === null) return [];
  return Object.entries(subject).flatMap(([key, value]) =>
    ['url', 'item', 'image'].includes(key) && typeof value === 'string' ? [value] : addressesIn(value),
  );
}

onEachSite(
  'every public page says what it is to readers, search engines and whoever shares it',
  async ({ app, a, db, get }) => {
    await a.settings({ siteName: 'Lanternside "Players" & Friends', about: 'We act.' });
    const show = await a.show({ title: 'Hamlet', credits: [inCast('Ann Hale', 'Hamlet')] });
    const { id: person } = await db.read.selectFrom('person').select('id').executeTakeFirstOrThrow();
    const ids = {
      show,
      person,
      post: await a.post(),
      blogPost: await a.blogPost(),
      file: await a.file({ member_docs: 'public' }),
    };
    const pages = app.routes
      .filter(({ kind, access }) => kind === 'page' && access === 'everyone')
      .map(({ path }) => path);
    expect(pages).toEqual(expect.arrayContaining(Object.keys(addresses)));
    const toRead = pages.filter((path) => ![...leadOn, ...mailed].includes(path));
    expect(toRead.length).toBeGreaterThan(25);

    for (const path of toRead) {
      const { body, statusCode } = await get(addresses[path]?.(ids) ?? path);
      expect({ path, statusCode }).toEqual({ path, statusCode: 200 });
      const head = body.slice(0, body.indexOf('</head>'));
      expect(body).toMatch(/^<!doctype html><html lang="en-GB"/);
      one(body.slice(body.indexOf('<body>')), /<h1[\s>]/);
      expect(one(head, /<title>([^<]+)<\/title>/)).toContain('Lanternside');
      const description = one(head, /<meta name="description" content="([^"]+)">/);
      expect(description.length).toBeGreaterThan(5);
      if (unlisted.test(path)) {
        expect(head).toContain('content="noindex"');
      } else {
        const canonical = one(head, /<link rel="canonical" href="([^"]+)">/);
        expect(one(head, /<meta property="og:url" content="([^"]+)">/)).toBe(canonical);
        expect((await get(canonical.replace('http://players.example', ''))).statusCode).toBe(200);
      }
      expect(one(head, /<meta property="og:description" content="([^"]+)">/)).toBe(description);
      expect(one(head, /<meta property="og:title" content="([^"]+)">/)).not.toBe('');
      expect(one(head, /<meta property="og:image" content="([^"]+)">/)).toMatch(/^http:\/\/players\.example\//);
      for (const [, text = ''] of head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)) {
        const subject: Record<string, unknown> = JSON.parse(text);
        expect(subject).toMatchObject({ '@context': 'https://schema.org', '@type': expect.any(String) });
        for (const address of addressesIn(subject)) expect(address).toMatch(/^https?:\/\//);
      }
    }
  },
);
