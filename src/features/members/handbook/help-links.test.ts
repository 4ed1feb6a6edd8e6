import { expect, test } from 'vitest';
import { routeCases } from '#tests/support/routes/route-cases.ts';
import { chapterText } from '#tests/support/screens/handbook.ts';
import { onSite } from '#tests/support/site/app.ts';
import { navigation } from '../../../members-side.ts';
import { parseChapter, parseChapterName, toAnchor } from './chapters.ts';

const { helpFor, helpPages: told } = navigation;

/** Returns true for the pages that have no help link: those for signing out, and the handbook itself. */
const isWithout = (path: string) => /^\/members\/(help|logout)\b/.test(path);

onSite(
  'every members’ page but the handbook and sign-out has a help link, and every help link a page',
  async ({ app }) => {
    const cases = new Map((await routeCases()).map(({ route, line }) => [route, line]));
    const pages = app.routes.filter(({ method, path, types }) => {
      const line = cases.get(`${method} ${path}`);
      const isSeen = types?.some((type) => type !== 'redirect') && line?.signedOut === 401;
      return isSeen && path.startsWith('/members/') && !isWithout(path);
    });
    expect(Object.keys(told).sort()).toEqual(pages.map(({ path }) => path).sort());
  },
);

test.each(Object.entries(told))('the help link of %s leads to an existing heading', (path, [job, heading]) => {
  const known = parseChapterName(job);
  const { sections } = parseChapter(known ? chapterText(known) : '');
  expect(sections.map(({ id }) => id)).toContain(toAnchor(heading));
  expect(helpFor(path)).toBe(`/members/help/${job}#${toAnchor(heading)}`);
});

test('the help link is found for a path with values in place of its parameters', () => {
  expect(helpFor('/members/manage_shows/new/New_show')).toBe('/members/help/webmaster#add-a-show');
  expect(helpFor('/members/manage_shows/blithespirit0001/Blithe_Spirit')).toBe(
    '/members/help/webmaster#correct-a-show',
  );
  expect(helpFor('/members/bookings/seating/abc')).toBe('/members/help/box-office#plan-who-sits-where');
  expect(helpFor('/members/help/webmaster')).toBeUndefined();
});
