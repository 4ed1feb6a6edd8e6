import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { narrow } from '../../playwright.config.ts';
import { expect, test, waitForHydration } from '../support/screens/browser.ts';
import { findMarkdown, showMarkdown, writeMarkdown } from '../support/screens/texts.ts';
import { inCast } from '../support/society/factories.ts';
import { signIn, withSiteData } from '../support/society/members.ts';

const built = new URL('../../dist/browser/.vite/manifest.json', import.meta.url);
const builtFrom = (source: string): string => JSON.parse(readFileSync(built, 'utf8'))[source].file;
/** Returns the file of the module that repeats actions from before hydration. */
const getReplayFile = () => builtFrom('src/platform/web/hydration/replay.ts');

/**
 * Opens a page whose modules don't arrive until the returned function is called. If that call names a file as `last`,
 * this module arrives only after a second call.
 */
async function openBeforeHydration(page: Page, path: string): Promise<(last?: string) => Promise<void>> {
  const held: { url: string; come: () => void }[] = [];
  let waits = (_url: string) => true;
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    const url = route.request().url();
    if (waits(url)) await new Promise<void>((come) => held.push({ url, come }));
    await route.continue();
  });
  // The test's `page.goto` would wait until the page is hydrated
  await page.mainFrame().goto(path, { waitUntil: 'domcontentloaded' });
  await expect.poll(() => held.length, 'its scripts are asked for').toBeGreaterThan(0);
  return async (last) => {
    waits = (url) => last !== undefined && url.endsWith(last);
    for (const { url, come } of held) if (!waits(url)) come();
    if (last) await expect.poll(() => held.some(({ url }) => waits(url)), 'the last is asked for').toBe(true);
    else await waitForHydration(page);
  };
}

test('a search, a sort order and a theme chosen before hydration are kept and applied', async ({ page }) => {
  const wake = await openBeforeHydration(page, '/past-shows');
  await page.getByRole('searchbox').fill('the');
  await page.getByLabel('Sort by').selectOption({ label: 'Title, A to Z' });
  await page.getByRole('radio', { name: 'Lights down' }).check();
  await wake();
  await expect(page).toHaveURL(/\?(?=.*q=the)(?=.*sort=title)/);
  await expect(page.getByRole('searchbox')).toHaveValue('the');
  await expect(page.getByLabel('Sort by')).toHaveValue('title');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('radio', { name: 'Lights down' })).toBeChecked();
});

test('a message begun before hydration can be continued afterwards, and leaving the page asks first', async ({
  page,
}) => {
  const wake = await openBeforeHydration(page, '/contact');
  const text = page.getByRole('textbox', { name: /message/i });
  await page.getByLabel('What is it about?').selectOption({ index: 1 });
  await text.fill('Is there a part for my dog?');
  await text.evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(3, 3));
  await wake();
  await page.keyboard.type('now ');
  await expect(text).toHaveValue('Is now there a part for my dog?');
  await page.getByRole('link', { name: 'Past shows' }).first().click();
  const asks = page.getByRole('dialog', { name: 'Leave without saving your message?' });
  await expect(asks).toHaveAccessibleDescription('Changes you’ve made since you last saved will be lost.');
});

test('leaving a page with an unsent message asks first, however late the dialog’s script arrives', async ({
  page,
  open,
}) => {
  const { promise: held, resolve: come } = Promise.withResolvers<void>();
  await page.route(`**/${builtFrom('src/platform/web/calls/unsaved-changes.tsx')}`, async (route) => {
    await held;
    await route.continue();
  });
  await open('/contact');
  await page.getByRole('textbox', { name: /message/i }).fill('Is there a part for my dog?');
  await page.getByRole('link', { name: 'Past shows' }).first().click();
  come();
  await expect(page.getByRole('dialog', { name: 'Leave without saving your message?' })).toBeVisible();
  await expect(page).toHaveURL(/\/contact$/);
});

/** Imitates a slow connection. The part of a document that starts with `before` is sent only when `come` is called. */
async function serveInParts(site: { url: string }, before: string) {
  const { promise: held, resolve: come } = Promise.withResolvers<void>();
  const slow = createServer(async (request, reply) => {
    const answer = await fetch(site.url + request.url);
    const content = Buffer.from(await answer.arrayBuffer());
    reply.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    const end = content.indexOf(before);
    reply.write(content.subarray(0, end < 0 ? undefined : end));
    if (end > 0) await held;
    reply.end(end < 0 ? undefined : content.subarray(end));
  }).listen(0, '127.0.0.1');
  await once(slow, 'listening');
  const { port } = slow.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, come, close: () => slow.close() };
}

test('a document whose end arrives after its first paint becomes interactive once complete', async ({ page, site }) => {
  const slow = await serveInParts(site, '<script type="application/json" id="page-data"');
  const modules = page.waitForResponse(/\/assets\/.*\.js$/);
  await page.mainFrame().goto(`${slow.url}/about-us`, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await (await modules).finished();
  slow.come();
  await waitForHydration(page);
  slow.close();
});

// The document first arrives up to the text `start`. The rest arrives once the element with the role `seen` is visible
for (const [part, seen, start] of [
  ['poster', 'banner', '<dt>Producer'],
  ['description', 'heading', 'Spring, 1912.'],
] as const) {
  test(`a show’s ${part}, if it arrives late, doesn’t move content on a phone’s screen`, async ({ page, site }) => {
    const { shows } = await (await fetch(`${site.url}/past-shows?react`)).json();
    const { id } = shows.find(({ title }: { title: string }) => title === 'An Inspector Calls');
    const slow = await serveInParts(site, start);
    await page.setViewportSize(narrow);
    await page.mainFrame().goto(`${slow.url}/past-shows/${id}/x`, { waitUntil: 'commit' });
    await expect(page.getByRole(seen).first()).toBeVisible();
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    slow.come();
    await waitForHydration(page);
    const moved = await page.evaluate(() => {
      const observer = new PerformanceObserver(() => {});
      observer.observe({ type: 'layout-shift', buffered: true });
      // Ignores shifts of less than a hundredth, such as from swapping a fallback font for the web font
      return observer.takeRecords().filter((shift) => 'value' in shift && Number(shift.value) > 0.01).length;
    });
    expect(moved).toBe(0);
    slow.close();
  });
}

test('content below the first screen is rendered after hydration, or immediately if the URL has a fragment', async ({
  page,
}) => {
  const footer = page.getByRole('contentinfo');
  const heights = () =>
    page.locator('main section').evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().height));
  const wake = await openBeforeHydration(page, '/');
  await expect(footer).toHaveCSS('content-visibility', 'auto');
  await wake();
  await expect(footer).toHaveCSS('content-visibility', 'visible');
  const later = await heights();
  await openBeforeHydration(page, '/?from=list#main');
  await expect(footer).toHaveCSS('content-visibility', 'visible');
  await page.waitForFunction(() => document.fonts.size > 0 && document.fonts.status === 'loaded');
  await expect.poll(heights).toEqual(later);
});

test('a button pressed twice before hydration takes effect afterwards', async ({ page, context }) => {
  await context.route(/^https:/, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Mill Lane</p>' }));
  const wake = await openBeforeHydration(page, '/about-us');
  const button = page.getByRole('button', { name: 'Show the map' });
  await button.click();
  await button.click();
  await wake();
  await expect(page.getByTitle(/^Map/).contentFrame().getByText('Mill Lane')).toBeVisible();
});

test('a press before hydration is not replayed if the button is pressed again before the replay', async ({ page }) => {
  const wake = await openBeforeHydration(page, '/members');
  const button = page.getByRole('button', { name: /^(Show|Hide) password$/ });
  await button.click();
  await wake(getReplayFile());
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await wake();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
});

test('a message that was typed before hydration and sent isn’t filled in again', async ({ page }) => {
  const wake = await openBeforeHydration(page, '/contact');
  const text = page.getByRole('textbox', { name: /message/i });
  await page.getByLabel('Your name').fill('Ada Early');
  await page.getByLabel(/email/i).fill('ada@example.org');
  await page.getByLabel('What is it about?').selectOption({ index: 1 });
  await text.fill('Is there a part for my dog?');
  await wake(getReplayFile());
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Your message has been sent successfully!')).toBeVisible();
  await expect(text).toHaveValue('');
  await wake();
  await expect(text).toHaveValue('');
});

test('a title and a description typed before hydration are saved, and an added role appears once', async ({
  page,
  context,
  site,
}) => {
  await signIn(site, context, await withSiteData(site, (a) => a.user({ role: 'admin' })));
  const credits = [inCast('Ada Early', 'A sentry')];
  const text_blob = 'Everybody waited.';
  const id = await withSiteData(site, (a) => a.show({ title: 'Too Soon', date: '2011-05-04', text_blob, credits }));
  const address = `/members/manage_shows/${id}/x`;
  const wake = await openBeforeHydration(page, address);
  await page.getByLabel('Title', { exact: true }).fill('Soon Enough');
  await page.getByRole('textbox', { name: 'Description' }).fill('Nobody waited.');
  await page.getByLabel(/cancelled/i).check();
  await page.getByRole('button', { name: 'Add a role to the cast' }).click();
  await wake();
  await expect(page.getByLabel('Role 2 in the cast', { exact: true })).toHaveCount(1);
  await page.getByRole('button', { name: 'Save show' }).click();
  await expect(page.getByText('Show saved.')).toBeVisible();
  const read = await page.request.get(`${address}?react`);
  expect(await read.json()).toMatchObject({ showDetails: { title: 'Soon Enough', text_blob: 'Nobody waited.' } });
});

test('a post sent before hydration is saved, and doesn’t end up in the page’s URL', async ({ page, context, site }) => {
  await signIn(site, context, await withSiteData(site, (a) => a.user({ role: 'author' })));
  const wake = await openBeforeHydration(page, '/members/manage-blog/new');
  await page.getByLabel('Title').fill('Written in a hurry');
  await page.getByRole('textbox', { name: 'Text' }).fill('We open on Thursday.');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await wake();
  await expect(page).toHaveURL(/\/members\/manage-blog$/);
  await expect(page.getByRole('link', { name: 'Written in a hurry' })).toBeVisible();
});

test('text typed before hydration is added below the stored draft, and neither is lost', async ({
  page,
  context,
  open,
  site,
}) => {
  await signIn(site, context, await withSiteData(site, (a) => a.user({ role: 'admin' })));
  const id = await withSiteData(site, (a) => a.show({ title: 'Too Soon', text_blob: 'Everybody waited.' }));
  page.on('dialog', (leaving) => leaving.accept());
  const restored = page.getByText('We’ve restored your unsaved draft.');
  await test.step('a form with native fields keeps its draft, and the text typed before hydration', async () => {
    const message = page.getByLabel('Your message');
    const about = page.getByLabel('What is it about?');
    await open('/members/feedback_form');
    await about.selectOption('An idea');
    await message.fill('The rehearsal list could show who is away.');
    const wake = await openBeforeHydration(page, '/members/feedback_form');
    await expect(message).toHaveValue('');
    await about.selectOption('Something else');
    await message.fill('Hi');
    await wake();
    await expect(restored).toBeVisible();
    await page.keyboard.type(' all');
    const both = 'The rehearsal list could show who is away.\n\nHi all';
    await expect(message).toHaveValue(both);
    await expect(about.locator('option:checked')).toHaveText('Something else');
    await open('/members/feedback_form');
    await expect(message).toHaveValue(both);
  });
  await test.step('a text editor keeps its draft, and the text typed before hydration', async () => {
    const title = page.getByLabel('Title');
    const text = findMarkdown(page, 'Text');
    await open('/members/manage-blog/new');
    await title.fill('Under the stage');
    await writeMarkdown(page, 'Text', 'We found a lamp.');
    const wake = await openBeforeHydration(page, '/members/manage-blog/new');
    await expect(text).toHaveValue('');
    await title.fill('Tonight');
    await text.fill('We open on Thursday.');
    const save = page.getByRole('button', { name: 'Save draft' });
    await save.click();
    await wake();
    // The early press of the button isn't repeated, because nobody has seen the merged text yet
    await expect(restored).toBeVisible();
    await expect(title).toHaveValue('Under the stage Tonight');
    await expect(text).toHaveValue('We found a lamp.\n\nWe open on Thursday.');
    await showMarkdown(page, 'Text');
    await text.press('ControlOrMeta+End');
    await text.pressSequentially(' Come!');
    await save.click();
    await expect(page).toHaveURL(/\/members\/manage-blog$/);
    await page.getByRole('link', { name: 'Under the stage Tonight' }).click();
    await expect(text).toHaveValue('We found a lamp.\n\nWe open on Thursday. Come!');
  });
  await test.step('a show’s editor keeps its draft, and the text typed before hydration', async () => {
    const address = `/members/manage_shows/${id}/x`;
    const text = findMarkdown(page, 'Description');
    await open(address);
    await writeMarkdown(page, 'Description', 'Everybody waited, for years.');
    const wake = await openBeforeHydration(page, address);
    await expect(text).toHaveValue('Everybody waited.');
    await text.fill('Everybody waited. Nobody came.');
    await wake();
    await expect(restored).toBeVisible();
    await expect(text).toHaveValue('Everybody waited, for years.\n\nNobody came.');
  });
});
