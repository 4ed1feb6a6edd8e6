import { describe, expect, it } from 'vitest';
import { onSite } from '#tests/support/site/app.ts';
import { inCast } from '#tests/support/society/factories.ts';
import { countSitemaps, MAX_URLS_PER_SITEMAP, renderSitemap, renderSitemapIndex } from './discovery.ts';

const addresses = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1]);

/** Public pages that the sitemap leaves out, such as the basket, thank-you pages and the members' sign-in. */
const untold = /^\/(tickets(\/(basket|waiting\/joined))?|contact\/sent|corrections\/sent|members(\/.*)?)$/;

onSite('the sitemap lists the public pages, and each listed page returns 200', async ({ app, a, get }) => {
  await a.show({ title: 'Hamlet & Co', credits: [inCast('Ann Hale', 'Hamlet')] });
  await a.post({ title: 'Soon' });
  await a.post({ title: 'For members', type: 'private' });
  await a.blogPost({ title: 'From the wings' });
  const told = addresses((await get('/sitemap.xml')).body).map((address) =>
    address?.replace('http://players.example', ''),
  );
  for (const path of told) expect({ path, status: (await get(path ?? '')).statusCode }).toEqual({ path, status: 200 });
  expect(told.filter((path) => /^\/(past-shows|post|blog)\/./.test(path ?? '')).length).toBe(4);
  const plain = app.routes.filter(
    ({ kind, access, path }) => kind === 'page' && access === 'everyone' && !path.includes(':') && !untold.test(path),
  );
  expect(told).toEqual(expect.arrayContaining(plain.map(({ path }) => path)));
  for (const part of ['0', '2', 'x', '1x', '-1']) expect((await get(`/sitemap-${part}.xml`)).statusCode).toBe(404);
});

onSite('robots.txt names the sitemap and disallows the members’ pages', async ({ get }) => {
  const { body, headers } = await get('/robots.txt');
  expect(headers['content-type']).toContain('text/plain');
  expect(body).toContain('Sitemap: http://players.example/sitemap.xml');
  expect(body).toContain('Disallow: /members');
});

onSite('security.txt always expires between 90 and 365 days from today', async ({ get, at }) => {
  for (const day of ['2026-11-21T12:00:00Z', '2028-02-29T23:00:00Z']) {
    at(day);
    const { body } = await get('/.well-known/security.txt');
    expect(body).toMatch(/^Contact: (https?:\/\/players\.example\/|mailto:)/m);
    const expires = /^Expires: (.+)$/m.exec(body)?.[1] ?? '';
    const ahead = Date.parse(expires) - Date.parse(day);
    expect(ahead).toBeGreaterThan(90 * 86_400_000);
    expect(ahead).toBeLessThan(365 * 86_400_000);
  }
});

onSite(
  'security.txt names the society’s contact, or the contact form if that setting is invalid',
  async ({ a, get }) => {
    const contact = async (securityContact: string) => {
      await a.settings({ securityContact });
      return /^Contact: .*$/gm.exec((await get('/.well-known/security.txt')).body)?.[0];
    };
    expect(await contact('keys@players.example')).toBe('Contact: mailto:keys@players.example');
    expect(await contact(' https://players.example/safety ')).toBe('Contact: https://players.example/safety');
    for (const odd of [
      '',
      'javascript:alert(1)',
      'ring us',
      'a@b.example\nExpires: 1999-01-01',
      'http://plain.example',
    ])
      expect(await contact(odd)).toBe('Contact: http://players.example/contact');
  },
);

const pages = (count: number) => Array.from({ length: count }, (_, n) => ({ path: `/page/${n}` }));
const listAddresses = (xml: string | undefined) =>
  [...(xml ?? '').matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1]);

describe('the sitemap is split into valid parts', () => {
  it('a sitemap lists absolute URLs, with the last change if it is known', () => {
    const xml = renderSitemap(
      [{ path: '/' }, { path: '/a&b', changed: '2026-11-21T12:00:00.000Z' }],
      1,
      'https://players.example',
    );
    expect(listAddresses(xml)).toEqual(['https://players.example/', 'https://players.example/a&amp;b']);
    expect(xml?.match(/<lastmod>/g)?.length).toBe(1);
  });
  it('a sitemap with too many pages is split, and no page is lost', () => {
    const many = pages(MAX_URLS_PER_SITEMAP + 3);
    expect(countSitemaps(many.length)).toBe(2);
    const told = [1, 2].flatMap((part) => listAddresses(renderSitemap(many, part, '')));
    expect(told).toEqual(many.map(({ path }) => path));
    expect(renderSitemap(many, 3, '')).toBeUndefined();
    expect(listAddresses(renderSitemapIndex(many.length, 'https://p.example'))).toEqual([
      'https://p.example/sitemap-1.xml',
      'https://p.example/sitemap-2.xml',
    ]);
  });
  it('an empty site has one sitemap, and an invalid part number returns undefined', () => {
    expect(countSitemaps(0)).toBe(1);
    for (const part of [0, -1, Number.NaN]) expect(renderSitemap([], part, '')).toBeUndefined();
  });
});
