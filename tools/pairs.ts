/**
 * Takes screenshots of the demo society next to the drawings of its screens, wide and narrow, light and dark. Run it by
 * hand, after a change of the look, with the folder of the drawings and a folder for the screenshots:
 *
 *   node tools/pairs.ts DRAWINGS PICTURES [SCREEN…]
 *
 * PICTURES/index.html shows them all, each drawing to the left of its screenshot.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { waitForHydration } from '#tests/support/screens/browser.ts';
import { copyDemoSociety, ensureDemoSociety } from '#tests/support/site/demo-society.ts';
import { type RunningSite, startSite } from '#tests/support/site/site.ts';
import { signIn, withSiteData } from '#tests/support/society/members.ts';
import { openBrowser } from '../bench/browser.ts';

interface Screen {
  name: string;
  path: string;
  /** The role of the signed-in user. Default: a visitor. */
  as?: 'member' | 'admin';
  /** The file with the drawing of the screen, if there is one. */
  drawing?: string;
  /** Brings the screen into the state that the drawing shows. */
  prepare?: (page: Page) => Promise<void>;
}

const widths = { 1280: 900, 390: 844 };
const themes = ['light', 'dark'] as const;
/** The maximum height of a screenshot, in pixels. */
const maxHeight = 5200;

const [drawings, pictures, ...chosen] = process.argv.slice(2);
if (!drawings || !pictures) throw new Error('Name the folder with the drawings, and a folder for the screenshots.');

const dataDir = copyDemoSociety(await ensureDemoSociety({ pictures: 'whole' }));
const site = await startSite({ dataDir });
const browser = await openBrowser();
try {
  await mkdir(pictures, { recursive: true });
  const { users, screens } = await listScreens(site);
  const unknown = chosen.filter((name) => !screens.some((screen) => screen.name === name));
  if (unknown.length > 0)
    throw new Error(`There is no screen ${unknown}. The screens are: ${screens.map(({ name }) => name).join(', ')}`);
  for (const screen of screens.filter(({ name }) => chosen.length === 0 || chosen.includes(name))) {
    for (const [width, height] of Object.entries(widths)) {
      const context = await browser.newContext({
        viewport: { width: Number(width), height },
        reducedMotion: 'reduce',
        // Otherwise the content security policy would refuse the style that `takeScreenshot` adds
        bypassCSP: true,
      });
      if (screen.as) await signIn(site, context, users[screen.as]);
      const page = await context.newPage();
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        const actual = await takeScreenshot(page, new URL(screen.path, site.url).href, screen.prepare);
        const drawing = screen.drawing && pathToFileURL(join(resolve(drawings), screen.drawing));
        const drawn = drawing && (await takeScreenshot(page, withTheme(drawing, theme)));
        const file = join(pictures, `${screen.name}-${width}-${theme}.png`);
        await writeFile(file, drawn ? await joinPictures(drawn, actual) : actual);
      }
      await context.close();
    }
    console.log(screen.name);
  }
  await writeFile(join(pictures, 'index.html'), formatIndex(screens.map(({ name }) => name)));
} finally {
  await browser.close();
  await site.stop();
  await rm(dataDir, { recursive: true });
}

/** Returns the screens of which screenshots are taken, those with drawings first. */
function listScreens(running: RunningSite) {
  return withSiteData(running, async (_, { read }) => {
    const show = (title: string) =>
      read.selectFrom('show').select('id').where('title', '=', title).orderBy('date', 'desc').executeTakeFirstOrThrow();
    const user = (email: string) =>
      read.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    const [past, next] = [(await show('An Inspector Calls')).id, (await show('Blithe Spirit')).id];
    const files = read.selectFrom('file').select(['id', 'name']);
    const file = await files.where('member_docs', '=', 'public').executeTakeFirstOrThrow();
    const posts = read.selectFrom('post').select('id');
    const post = await posts.where('title', 'like', 'Four full houses%').executeTakeFirstOrThrow();
    const blogs = read.selectFrom('blog_post').select('key').where('published_at', '<=', new Date().toISOString());
    const blog = await blogs.orderBy('published_at', 'desc').executeTakeFirstOrThrow();
    const people = read.selectFrom('person').select('id');
    const person = await people.where('name', '=', 'Margaret Ashdown').executeTakeFirstOrThrow();
    const orders = read.selectFrom('ticket_order').select('id').where('show_id', '=', next);
    const order = await orders.where('status', '=', 'paid').orderBy('ref').executeTakeFirstOrThrow();
    const evenings = read.selectFrom('performance').select('id').where('show_id', '=', next).orderBy('starts_at');
    const evening = (await evenings.executeTakeFirstOrThrow()).id;
    const numbered = (await evenings.where('sells_seats', '=', 1).executeTakeFirstOrThrow()).id;
    const screens: Screen[] = [
      { name: 'home', path: '/', drawing: 'home.html' },
      { name: 'past-shows', path: '/past-shows', drawing: 'past-shows.html' },
      { name: 'show', path: `/past-shows/${past}/An_Inspector_Calls`, drawing: 'show.html' },
      { name: 'blog', path: '/blog', drawing: 'blog.html' },
      { name: 'error', path: '/nowhere', drawing: 'error.html' },
      { name: 'login', path: '/members', drawing: 'login.html' },
      { name: 'register', path: '/members#register', drawing: 'login.html#register' },
      { name: 'dashboard', path: '/members/dashboard', as: 'admin', drawing: 'dashboard.html' },
      { name: 'account', path: '/members/account_settings', as: 'member', drawing: 'account.html' },
      {
        name: 'edit-show',
        path: `/members/manage_shows/${next}/Blithe_Spirit`,
        as: 'admin',
        drawing: 'edit-show.html',
      },
      { name: 'bookings', path: `/members/bookings?show=${next}`, as: 'admin', drawing: 'bookings.html' },
      { name: 'choose-tickets', path: `/tickets/${numbered}`, drawing: 'box-office.html' },
      {
        name: 'chosen-tickets',
        path: `/tickets/${numbered}`,
        drawing: 'box-office.html',
        prepare: async (page) => {
          for (const kind of ['Full price', 'Full price', 'Concession'])
            await page.getByRole('button', { name: `Add one ${kind} ticket` }).click();
          await page.mouse.move(0, 0);
        },
      },
      { name: 'seating', path: `/members/bookings/seating/${evening}`, as: 'admin', drawing: 'seating.html' },
      { name: 'next-show', path: `/past-shows/${next}/Blithe_Spirit`, drawing: 'show.html' },
      { name: 'person', path: `/past-shows/member/${person.id}/Margaret_Ashdown` },
      { name: 'blog-post', path: `/blog/${blog.key}` },
      { name: 'post', path: `/post/${post.id}` },
      { name: 'auditions', path: '/auditions' },
      { name: 'about', path: '/about-us' },
      { name: 'search', path: '/search?q=spirit' },
      { name: 'file', path: `/file/${file.id}/${encodeURIComponent(file.name)}` },
      { name: 'contact', path: '/contact' },
      { name: 'tickets', path: '/tickets' },
      { name: 'basket', path: '/tickets/basket' },
      { name: 'correction', path: `/corrections/show/${past}` },
      { name: 'member-dashboard', path: '/members/dashboard', as: 'member' },
      { name: 'member-shows', path: '/members/shows', as: 'member' },
      { name: 'member-show', path: `/members/show/${next}`, as: 'member' },
      { name: 'member-docs', path: '/members/docs', as: 'member' },
      { name: 'manage-shows', path: '/members/manage_shows', as: 'admin' },
      { name: 'admin', path: '/members/admin', as: 'admin' },
      { name: 'admin-settings', path: '/members/admin/admin_settings', as: 'admin' },
      { name: 'manage-users', path: '/members/admin/manage_users', as: 'admin' },
      {
        name: 'manage-user',
        path: `/members/admin/manage_users/${(await user('member@demo.example')).id}`,
        as: 'admin',
      },
      { name: 'manage-media', path: '/members/admin/manage_media', as: 'admin' },
      { name: 'set-show-photos', path: `/members/admin/set_show_photos?show=${past}`, as: 'admin' },
      { name: 'manage-docs', path: '/members/docs/manage', as: 'admin' },
      { name: 'manage-blog', path: '/members/manage-blog', as: 'admin' },
      { name: 'edit-blog-post', path: `/members/manage-blog/${blog.key}`, as: 'admin' },
      { name: 'society-posts', path: '/members/posts', as: 'admin' },
      { name: 'people', path: '/members/admin/people', as: 'admin' },
      { name: 'edit-person', path: `/members/admin/people/${person.id}`, as: 'admin' },
      { name: 'corrections', path: '/members/admin/corrections', as: 'admin' },
      { name: 'messages', path: '/members/admin/messages', as: 'admin' },
      { name: 'mails', path: '/members/admin/mails', as: 'admin' },
      { name: 'audit', path: '/members/admin/audit', as: 'admin' },
      { name: 'order', path: `/members/bookings/order/${order.id}`, as: 'admin' },
      { name: 'door', path: `/members/bookings/door/${evening}`, as: 'admin' },
      { name: 'door-list', path: `/members/bookings/door/${evening}/list`, as: 'admin' },
      { name: 'accounting', path: '/members/get_sums', as: 'admin' },
      { name: 'get-subs', path: '/members/get_subs', as: 'admin' },
      { name: 'membership', path: '/members/membership', as: 'admin' },
      { name: 'import-members', path: '/members/membership/import', as: 'admin' },
      { name: 'reminders', path: '/members/membership/reminders', as: 'admin' },
      { name: 'gift-aid', path: '/members/membership/gift_aid', as: 'admin' },
      { name: 'background-tasks', path: '/members/admin/jobs', as: 'admin' },
      { name: 'emergency-contacts', path: `/members/emergency_contacts/${next}`, as: 'admin' },
    ];
    return { screens, users: { member: await user('member@demo.example'), admin: await user('admin@demo.example') } };
  });
}

function withTheme(drawing: URL, theme: string): string {
  const [file = '', fragment] = drawing.href.split('%23');
  return `${file}?theme=${theme}${fragment ? `#${fragment}` : ''}`;
}

async function takeScreenshot(page: Page, address: string, prepare?: Screen['prepare']): Promise<Buffer> {
  // Addresses that differ only in their fragment are one page, which would not be loaded again
  await page.goto('about:blank');
  await page.goto(address, { waitUntil: 'load' });
  if (prepare) {
    await waitForHydration(page);
    await prepare(page);
  }
  // Parts that are rendered only when scrolled near would be missing from a picture of the whole page
  await page.addStyleTag({ content: '* { content-visibility: visible !important }' });
  await page.evaluate(async (most) => {
    await document.fonts.ready;
    // Parts further down are fetched only when scrolled near
    for (let top = 0; top < Math.min(document.body.scrollHeight, most); top += 600) {
      window.scrollTo({ top, behavior: 'instant' });
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    window.scrollTo({ top: 0, behavior: 'instant' });
    const near = [...document.images].filter((image) => image.getBoundingClientRect().top < most && image.src !== '');
    const deadline = new Promise((resolve) => setTimeout(resolve, 4000));
    await Promise.race([deadline, Promise.allSettled(near.map((image) => image.decode()))]);
  }, maxHeight);
  const { width, height } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    height: document.documentElement.scrollHeight,
  }));
  return page.screenshot({ fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(height, maxHeight) } });
}

async function joinPictures(left: Buffer, right: Buffer): Promise<Buffer> {
  const [leftSize, rightSize] = [await sharp(left).metadata(), await sharp(right).metadata()];
  const gap = 40;
  return sharp({
    create: {
      width: leftSize.width + gap + rightSize.width,
      height: Math.max(leftSize.height, rightSize.height),
      channels: 3,
      background: '#8a8a8a',
    },
  })
    .composite([
      { input: left, left: 0, top: 0 },
      { input: right, left: leftSize.width + gap, top: 0 },
    ])
    .png()
    .toBuffer();
}

function formatIndex(names: readonly string[]): string {
  const shown = names.map((name) => {
    const variants = Object.keys(widths).flatMap((width) => themes.map((theme) => `${name}-${width}-${theme}`));
    const images = variants.map(
      (variant) =>
        `<a href="${variant}.png"><img src="${variant}.png" alt="${variant}" title="${variant}" loading="lazy"></a>`,
    );
    return `<h2 id="${name}">${name}</h2><div>${images.join('')}</div>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Drawings and screens</title>
<style>body{font:1rem sans-serif;margin:2rem}div{display:flex;flex-wrap:wrap;gap:1rem;align-items:start}img{max-width:46vw}</style>
${shown.join('\n')}
`;
}
