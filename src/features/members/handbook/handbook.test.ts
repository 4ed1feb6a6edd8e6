import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { loadRouteCases } from '#tests/support/routes/route-cases.ts';
import {
  chapterReaders,
  createDemoPaths,
  type HandbookName,
  listHandbookNames,
  listScreenNames,
  readChapter,
} from '#tests/support/screens/handbook.ts';
import { walks } from '#tests/support/screens/handbook-walks.ts';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { seedDemo } from '../../../demo/seed.ts';
import { membersMenu } from '../../../members-side.ts';
import {
  type ChapterName,
  chapterNames,
  getScreenshotSize,
  parseChapter,
  parseChapterName,
  toAnchor,
} from './chapters.ts';
import { HandbookIndexContent, HandbookPageContent } from './contract.ts';

const describeName = ({ job, heading, at, name }: HandbookName) => `${job}, “${heading}”: “${name}” at ${at}`;

/** Finds the demo's user for a job, or creates a user with only the rights that the job needs. */
async function findChapterUser(
  job: ChapterName,
  { a, db }: Pick<SiteTestContext, 'a' | 'db'>,
): Promise<{ id: string }> {
  const who = chapterReaders[job];
  if ('email' in who) {
    return db.read.selectFrom('user').select('id').where('email', '=', who.email).executeTakeFirstOrThrow();
  }
  const user = await a.user({ role: 'member' });
  if (who.uses.length > 0) await a.allow(user, Object.fromEntries(who.uses.map((item) => [item, true])));
  return user;
}

onEachSite(
  'each name in bold in the handbook is on the screen that its section describes, except the names of hidden controls',
  async ({ a, db, as }) => {
    await seedDemo(db, new Date('2026-11-21T12:00:00Z'));
    const place = await createDemoPaths(db);
    const names = listHandbookNames().filter(({ opened }) => !opened);
    expect(names.filter(({ at }) => at === '').map(describeName)).toEqual([]);
    const lost: string[] = [];
    for (const job of chapterNames) {
      const { get } = await as(await findChapterUser(job, { a, db }));
      const ofJob = names.filter((one) => one.job === job);
      for (const [at, there] of Map.groupBy(ofJob, (one) => one.at)) {
        const answer = await get(place(at).split('#')[0] ?? '');
        expect({ job, at, status: answer.statusCode }).toEqual({ job, at, status: 200 });
        const words = listScreenNames(answer.body);
        lost.push(...there.filter(({ name }) => !words.has(name)).map(describeName));
      }
    }
    expect(lost).toEqual([]);
  },
  ['sqlite'],
  undefined,
  // The demo's payments are in the practice environment, which only a demo site shows
  { isDemo: true },
);

onSite('every link in the handbook leads to an existing page and section', async ({ a, db, as }) => {
  await seedDemo(db, new Date('2026-11-21T12:00:00Z'));
  const { get, page } = await as(await a.user({ role: 'admin' }));
  for (const job of chapterNames) {
    const { sections } = HandbookPageContent.strict().parse((await page(`/members/help/${job}`)).content);
    const links = sections.flatMap(({ html }) => Array.from(html.matchAll(/href="([^"]+)"/g), ([, to = '']) => to));
    for (const link of new Set(links)) {
      const answer = await get(link.split('#')[0] ?? '');
      expect({ job, link, status: answer.statusCode }).toEqual({ job, link, status: 200 });
      const [, anchor] = link.split('#');
      if (anchor) expect({ job, link, there: answer.body.includes(`id="${anchor}"`) }).toMatchObject({ there: true });
    }
  }
});

onSite('every chapter of the handbook can be read by members, and asks visitors to sign in', async ({ a, as, get }) => {
  const member = await as(await a.user({ role: 'member' }));
  const index = HandbookIndexContent.strict().parse((await member.page('/members/help')).content);
  expect(index.jobs.map(({ link }) => link)).toEqual(chapterNames.map((job) => `/members/help/${job}`));
  for (const { link, title } of index.jobs) {
    const { statusCode, body } = await member.get(link);
    expect(statusCode).toBe(200);
    expect(body).toContain(`<h1>${title}</h1>`);
    expect((await get(link)).statusCode).toBe(401);
  }
  expect((await member.get('/members/help/prompter')).statusCode).toBe(404);
});

onSite('every screenshot of the handbook is on its page, at a URL that serves it', async ({ a, as }) => {
  const { get } = await as(await a.user({ role: 'member' }));
  for (const job of chapterNames) {
    const { sections } = parseChapter(readChapter(job));
    const urls = Array.from(
      (await get(`/members/help/${job}`)).body.matchAll(/<img [^>]*>/g),
      ([image]) => /src="([^"]*)"/.exec(image)?.[1] ?? '',
    );
    expect(urls).toHaveLength(sections.filter(({ picture }) => picture).length);
    expect({ job, urls }).not.toMatchObject({ urls: expect.arrayContaining(['']) });
    for (const url of urls) {
      const { statusCode, headers } = await get(url);
      expect({ job, url, statusCode, type: headers['content-type'] }).toMatchObject({
        statusCode: 200,
        type: 'image/webp',
      });
    }
  }
});

test.each(chapterNames)('each heading of the chapter “%s” has a unique anchor and text below it', (job) => {
  const { title, about, sections } = parseChapter(readChapter(job));
  expect(title).not.toBe('');
  expect(about).toMatch(/\.$/);
  expect(sections.length).toBeGreaterThan(0);
  const ids = sections.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(sections.filter(({ text }) => text === '')).toEqual([]);
});

test('every handbook chapter, and every section that names hidden controls, has a browser test', () => {
  const followed = new Set(walks.map(({ job, heading }) => `${job}: ${heading}`));
  const opened = listHandbookNames().filter((one) => one.opened);
  expect(opened.filter(({ job, heading }) => !followed.has(`${job}: ${heading}`)).map(describeName)).toEqual([]);
  expect(chapterNames.filter((job) => !walks.some((walk) => walk.job === job))).toEqual([]);
});

test('test hints in the handbook are not shown to readers', () => {
  const { sections } = parseChapter(
    '# Props\n\nWho lends.\n\n## Lend\n\n1. Open it.\n   <!-- at /props -->\n2. <!-- at /props/1 --> Press **Lend**.\n\n### Not yet\n\nWait.',
  );
  expect(sections).toEqual([
    {
      id: 'lend',
      level: 2,
      heading: 'Lend',
      text: '1. Open it.\n2. Press **Lend**.',
    },
    { id: 'not-yet', level: 3, heading: 'Not yet', text: 'Wait.' },
  ]);
});

test('every chapter has a screenshot, none is missing or unused, and together they are under 450 kB', async () => {
  const folder = join(import.meta.dirname, '../../../../docs/handbook/pictures');
  const files = readdirSync(folder).sort();
  const named = chapterNames.map((job) =>
    parseChapter(readChapter(job)).sections.flatMap(({ picture }) => picture ?? []),
  );
  expect(named.filter((ofJob) => ofJob.length === 0)).toEqual([]);
  expect(named.flatMap((ofJob) => ofJob.map(({ file }) => file)).sort()).toEqual(files);
  for (const file of files) {
    const { width, height, format } = await sharp(join(folder, file)).metadata();
    const shown = getScreenshotSize(file);
    expect({ file, format, shape: width / height }).toEqual({
      file,
      format: 'webp',
      shape: shown.width / shown.height,
    });
  }
  expect(files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)).toBeLessThan(450_000);
});

const { helpFor, helpPages: told } = membersMenu;

/** Returns true for the pages that have no help link: those for signing out, and the handbook itself. */
const hasNoHelpLink = (path: string) => /^\/members\/(help|logout)\b/.test(path);

onSite(
  'every members’ page but the handbook and sign-out has a help link, and no other page has one',
  async ({ app }) => {
    const cases = new Map((await loadRouteCases()).map(({ route, line }) => [route, line]));
    const pages = app.routes.filter(({ method, path, types }) => {
      const line = cases.get(`${method} ${path}`);
      const isSeen = types?.some((type) => type !== 'redirect') && line?.signedOut === 401;
      return isSeen && path.startsWith('/members/') && !hasNoHelpLink(path);
    });
    expect(Object.keys(told).sort()).toEqual(pages.map(({ path }) => path).sort());
  },
);

test.each(Object.entries(told))('the help link of %s leads to an existing heading', (path, [job, heading]) => {
  const known = parseChapterName(job);
  const { sections } = parseChapter(known ? readChapter(known) : '');
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
