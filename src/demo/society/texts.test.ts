import { describe, expect, test } from 'vitest';
import { addDays, getYear } from '#platform/shared/dates/dates.ts';
import { buildBlogIllustrations } from './blog.ts';
import { buildDemoSociety } from './demo.ts';
import { aboutPictures, buildAboutTextWithPictures } from './settings.ts';

const TODAY = '2026-11-21';
const { shows, posts, blog, reviews } = buildDemoSociety(TODAY);

describe('the demo’s texts have their pictures, and its posts and reviews refer only to its own shows', () => {
  test('the demo’s blog has at least twelve posts from six years, each with 150 to 500 words', () => {
    expect(blog.length).toBeGreaterThanOrEqual(12);
    const years = blog.map(({ published_at }) => getYear(published_at?.slice(0, 10) ?? ''));
    expect([...new Set(years)]).toEqual([2021, 2022, 2023, 2024, 2025, 2026]);
    for (const { title, content } of blog) {
      const words = content.split(/\s+/).length;
      expect(words, title).toBeGreaterThanOrEqual(150);
      expect(words, title).toBeLessThanOrEqual(500);
    }
  });

  test('every picture of the demo’s blog belongs to an existing post and comes after its first paragraph', () => {
    const titles = new Set(blog.map(({ title }) => title));
    for (const { title, picture, content } of buildBlogIllustrations()) {
      expect(titles).toContain(title);
      expect(content.split('\n\n')[1]).toBe(`![${picture.alt}](/media/${picture.id}/${picture.name}.webp)`);
    }
  });

  test('the demo’s text about the society contains all its pictures', () => {
    const text = buildAboutTextWithPictures();
    for (const { id, alt } of aboutPictures) expect(text).toContain(`\n\n![${alt}](/media/${id}/`);
    expect(text.match(/!\[/g)).toHaveLength(aboutPictures.length);
  });

  test('the demo has posts of every kind, each about an existing show or none, and one scheduled for the future', () => {
    expect([...new Set(posts.map(({ type }) => type))].sort()).toEqual(['auditions', 'private', 'public']);
    const known = new Set(shows.map(({ id }) => id));
    for (const { show_id } of posts) if (show_id !== null) expect(known).toContain(show_id);
    expect(posts.filter(({ published_at }) => published_at.slice(0, 10) > TODAY)).toHaveLength(1);
  });

  test('the demo has news of an upcoming show on any day', () => {
    for (let days = 0; days < 730; days += 17) {
      const today = addDays('2025-01-01', days);
      const { posts: then, shows } = buildDemoSociety(today);
      const ahead = new Set(shows.slice(-2).map(({ id }) => id));
      const out = then.filter((post) => post.type !== 'private' && post.published_at.slice(0, 10) <= today);
      const newest = out.sort((one, other) => (one.published_at < other.published_at ? 1 : -1))[0];
      expect(ahead).toContain(newest?.show_id);
      expect(new Set(then.map(({ id }) => id)).size).toBe(then.length);
    }
  });

  test('three shows in the demo have reviews, at web addresses that nobody owns', () => {
    expect(reviews).toHaveLength(3);
    const linked = new Set(shows.map(({ noda_review }) => noda_review));
    for (const { url } of reviews) {
      expect(url).toMatch(/^https:\/\/reviews\.example\//);
      expect(linked).toContain(url);
    }
  });
});
