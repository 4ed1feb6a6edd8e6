/**
 * Takes the screenshots of the demo society for the README and the handbook. Run it by hand after a change of the look,
 * and look at the screenshots before you commit them:
 *
 *   npm run pictures
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { getScreenshotSize } from '#features/members/handbook/screenshots.ts';
import { cachedDemoSociety, copyDemoSociety } from '#tests/support/site/demo-society.ts';
import { type RunningSite, startSite } from '#tests/support/site/site.ts';
import { beside, signIn } from '#tests/support/society/members.ts';
import { openBrowser } from '../bench/browser.ts';

interface Picture {
  file: string;
  path: string;
  /** The account of the signed-in user. Default: a visitor. */
  as?: string;
  theme?: 'dark';
  /** The part to scroll to the top. */
  from?: string;
}

const docs = join(import.meta.dirname, '..', 'docs');
const site = await startSite({ dataDir: copyDemoSociety(await cachedDemoSociety({ pictures: 'whole' })) });
const browser = await openBrowser();
try {
  const { users, pictures } = await picturesOf(site);
  for (const { file, path, as, theme = 'light', from } of pictures) {
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
    if (from) {
      const top = page.locator(from).first();
      await top.evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }));
      await page.waitForTimeout(500);
    }
    const target = join(docs, file);
    await mkdir(join(target, '..'), { recursive: true });
    // Pictures of a phone are shown small: at twice the resolution they are readable
    const { width } = getScreenshotSize(file);
    const fine = width < 600 ? width * 2 : width;
    await writeFile(
      target,
      await sharp(await page.screenshot())
        .resize(fine)
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

function picturesOf(running: RunningSite) {
  return beside(running, async (_, { read }) => {
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
      { file: 'pictures/past-shows.webp', path: '/past-shows' },
      { file: 'pictures/front-page-phone.webp', path: '/' },
      { file: 'pictures/past-shows-dark.webp', path: '/past-shows', theme: 'dark' },
      { file: 'pictures/members.webp', path: '/members/dashboard', as: 'director' },
      { file: 'pictures/seating.webp', path: `/members/bookings/seating/${evening}`, as: 'admin' },
      { file: 'pictures/photographs.webp', path: `/past-shows/${past}/An_Inspector_Calls`, from: '#photographs' },
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
