/**
 * Takes the screenshots of the demo society for the README and the handbook. Run it by hand after a change of the look,
 * and look at the screenshots before you commit them:
 *
 *   npm run pictures
 *   npm run pictures -- phone seating    only the files whose paths contain one of these words
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { getScreenshotSize } from '#features/members/handbook/chapters.ts';
import { deriveId } from '#platform/server/crypto/ids.ts';
import { copyDemoSociety, ensureDemoSociety } from '#tests/support/site/demo-society.ts';
import { type RunningSite, startSite } from '#tests/support/site/site.ts';
import { signIn, withSiteData } from '#tests/support/society/members.ts';
import { openBrowser } from '../bench/browser.ts';

interface Picture {
  file: string;
  path: string;
  /** The demo account that is signed in, such as `director`. Default: none. */
  as?: string;
  theme?: 'dark';
  /** The selector of the part to scroll to the top. */
  scrollTo?: string;
  /** Acts on the page before the screenshot. */
  act?: (page: Page) => Promise<unknown>;
}

/** Puts two tickets into the basket, and opens the plan on which their seats can be changed. */
async function chooseSeats(page: Page) {
  const more = page.getByRole('button', { name: 'Add one Full price ticket' });
  await more.click();
  await more.click();
  await page.getByRole('button', { name: 'Add to basket' }).click();
  await page.getByRole('link', { name: 'Choose different seats' }).click();
  const plan = page.getByText('Stage', { exact: true });
  await plan.waitFor();
  // Waits, because the new page first scrolls to its top
  await page.waitForTimeout(500);
  await plan.evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY - 110));
}

/** A list of shows as in a society's spreadsheet, with the gaps and notations of many years. */
const spreadsheet = [
  ['Show', 'Author', 'When', 'Cast', 'Director'],
  ['An Inspector Calls', 'J. B. Priestley', '12–15 May 1987', 'Birling: Tom Ward; Sheila: Ada Quill', 'Una Marsh'],
  ['Cinderella', '', 'Panto 1988/89', 'Ada Quill (Fairy), Ben Holt (Dame)', 'B. Holt & U. Marsh'],
  ['Blithe Spirit', 'Noel Coward', 'c. 1990', '', ''],
  [
    'The Importance of Being Earnest',
    'Oscar Wilde',
    'Thurs 16th – Sat 18th March 1991',
    'Ward, Tom; Quill, Ada',
    'Una Marsh',
  ],
  ['Ghost Train, The', 'Arnold Ridley', '11/1992', 'Saul Hodgkin – Ben Holt', ''],
  ['Oliver!', 'Lionel Bart', 'April–May 1994', 'Fagin: Tom Ward; Nancy: Ada Quill', 'Jo Lindley'],
  ['AN IDEAL HUSBAND', 'Wilde', '1995', 'Ward, Quill, Holt, Lindley', ''],
  ['Aladdin', '', 'Jan 1996 (6 perfs)', 'Widow Twankey – Ben Holt', 'Una Marsh'],
  ['Rebecca', 'Daphne du Maurier', '23, 24 & 25 Oct 1997', 'Mrs Danvers: Ada Quill', 'T. Ward'],
  ['The Crucible', 'Arthur Miller', '2–5 Dec 1998', '', 'Jo Lindley, asst. Ben Holt'],
  ['Abigail’s Party', 'Mike Leigh', 'Spring 1999', 'Beverly: Jo Lindley; Tony: Ben Holt', ''],
  ['Dick Whittington', '', '28/12/99 - 8/1/2000', 'Ada Quill (Cat)', 'B. Holt'],
  ['Noises Off', 'Michael Frayn', '17th to 20th May 2000', '', 'Tom Ward'],
  ['Twelfth Night', 'Shakespeare', 'Summer 2001, open air', 'Viola: Cara Finch', 'Una Marsh'],
  ['Calendar Girls', 'Tim Firth', 'March 2009', 'Chris: Ada Quill; Annie: Jo Lindley', 'Cara Finch'],
];

const formatGrid = (rows: readonly string[][]) => `<style>
  body { margin: 0; font: 15px/1.3 Arial, sans-serif; color: #222; background: #fff }
  table { border-collapse: collapse; width: 100% }
  td, th { border: 1px solid #d5d8dc; padding: 9px 8px; text-align: left; vertical-align: top; font-weight: normal }
  th { background: #f1f3f4; color: #666; text-align: center; padding: 4px }
  tr:nth-child(2) td { font-weight: bold }
</style><table><tr><th></th>${[...'ABCDE'].map((letter) => `<th>${letter}</th>`).join('')}</tr>${rows
  .map((row, index) => `<tr><th>${index + 1}</th>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
  .join('')}</table>`;

const words = process.argv.slice(2);
const isWanted = ({ file }: Picture) => words.length === 0 || words.some((word) => file.includes(word));

const docs = join(import.meta.dirname, '..', 'docs');
const site = await startSite({ dataDir: copyDemoSociety(await ensureDemoSociety({ pictures: 'whole' })) });
const browser = await openBrowser();
try {
  const { users, pictures } = await listPictures(site);
  for (const { file, path, as, theme = 'light', scrollTo: part, act } of pictures.filter(isWanted)) {
    const context = await browser.newContext({
      viewport: getScreenshotSize(file),
      deviceScaleFactor: 2,
      colorScheme: theme,
      reducedMotion: 'reduce',
    });
    const user = as && users[as];
    if (user) await signIn(site, context, user);
    const page = await context.newPage();
    await page.goto(new URL(path, site.url).href, { waitUntil: 'networkidle' });
    await page.evaluate(() => document.fonts.ready);
    await act?.(page);
    if (part) {
      const top = page.locator(part).first();
      await top.evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }));
      await page.waitForTimeout(500);
    }
    const target = join(docs, file);
    await mkdir(join(target, '..'), { recursive: true });
    // Pictures of a phone are shown small, and are readable only at twice the resolution
    const { width } = getScreenshotSize(file);
    const pixels = width < 600 ? width * 2 : width;
    await writeFile(
      target,
      await sharp(await page.screenshot())
        .resize(pixels)
        .webp({ quality: 72 })
        .toBuffer(),
    );
    await context.close();
    console.log(file);
  }
} finally {
  await browser.close();
  await site.stop();
}

function listPictures(running: RunningSite) {
  return withSiteData(running, async (_, { read }) => {
    const show = (title: string) =>
      read.selectFrom('show').select('id').where('title', '=', title).orderBy('date', 'desc').executeTakeFirstOrThrow();
    const [past, next] = [(await show('An Inspector Calls')).id, (await show('Blithe Spirit')).id];
    const evenings = read.selectFrom('performance').select('id').where('show_id', '=', next).orderBy('starts_at');
    const evening = (await evenings.executeTakeFirstOrThrow()).id;
    const accounts = await read
      .selectFrom('user')
      .select(['id', 'email'])
      .where('email', 'like', '%@demo.example')
      .execute();
    const users = Object.fromEntries(accounts.map((account) => [account.email.split('@')[0] ?? '', account]));
    const pictures: Picture[] = [
      {
        file: 'pictures/spreadsheet.webp',
        path: '/robots.txt',
        act: (page) => page.setContent(formatGrid(spreadsheet)),
      },
      { file: 'pictures/past-shows.webp', path: '/past-shows', act: (page) => page.evaluate(() => scrollTo(0, 335)) },
      {
        file: 'pictures/seats-phone.webp',
        path: `/tickets/${deriveId('demo performance 1')}`,
        act: chooseSeats,
      },
      { file: 'pictures/front-page-phone.webp', path: '/' },
      { file: 'pictures/past-shows-dark.webp', path: '/past-shows', theme: 'dark' },
      { file: 'pictures/members.webp', path: '/members/dashboard', as: 'director' },
      { file: 'pictures/seating.webp', path: `/members/bookings/seating/${evening}`, as: 'admin' },
      { file: 'pictures/photographs.webp', path: `/past-shows/${past}/An_Inspector_Calls`, scrollTo: '#photographs' },
      { file: 'handbook/pictures/admin-tools.webp', path: '/members/admin', as: 'admin' },
      { file: 'handbook/pictures/manage-users.webp', path: '/members/admin/manage_users', as: 'admin' },
      { file: 'handbook/pictures/membership.webp', path: '/members/membership', as: 'admin' },
      { file: 'handbook/pictures/accounting.webp', path: '/members/get_sums', as: 'admin' },
      { file: 'handbook/pictures/seating-plan.webp', path: `/members/bookings/seating/${evening}`, as: 'admin' },
      { file: 'handbook/pictures/show-notices-phone.webp', path: `/members/show/${next}`, as: 'director' },
      { file: 'handbook/pictures/dashboard-phone.webp', path: '/members/dashboard', as: 'member' },
      { file: 'handbook/pictures/door-phone.webp', path: `/members/bookings/door/${evening}`, as: 'admin' },
    ];
    return { users, pictures };
  });
}
