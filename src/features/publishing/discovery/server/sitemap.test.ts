import { describe, expect, it } from 'vitest';
import { countSitemaps, MAX_URLS_PER_SITEMAP, renderSitemap, renderSitemapIndex } from './sitemap.ts';

const pages = (count: number) => Array.from({ length: count }, (_, n) => ({ path: `/page/${n}` }));
const addresses = (xml: string | undefined) => [...(xml ?? '').matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1]);

describe('the sitemap is split into valid parts', () => {
  it('a sitemap lists absolute URLs, with the last change if it is known', () => {
    const xml = renderSitemap(
      [{ path: '/' }, { path: '/a&b', changed: '2026-11-21T12:00:00.000Z' }],
      1,
      'https://players.example',
    );
    expect(addresses(xml)).toEqual(['https://players.example/', 'https://players.example/a&amp;b']);
    expect(xml?.match(/<lastmod>/g)?.length).toBe(1);
  });
  it('a sitemap with too many pages is split, and no page is lost', () => {
    const many = pages(MAX_URLS_PER_SITEMAP + 3);
    expect(countSitemaps(many.length)).toBe(2);
    const told = [1, 2].flatMap((part) => addresses(renderSitemap(many, part, '')));
    expect(told).toEqual(many.map(({ path }) => path));
    expect(renderSitemap(many, 3, '')).toBeUndefined();
    expect(addresses(renderSitemapIndex(many.length, 'https://p.example'))).toEqual([
      'https://p.example/sitemap-1.xml',
      'https://p.example/sitemap-2.xml',
    ]);
  });
  it('an empty site has one sitemap, and an invalid part number returns undefined', () => {
    expect(countSitemaps(0)).toBe(1);
    for (const part of [0, -1, Number.NaN]) expect(renderSitemap([], part, '')).toBeUndefined();
  });
});
