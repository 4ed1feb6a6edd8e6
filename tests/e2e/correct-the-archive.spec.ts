import type { Page } from '@playwright/test';
import { expect, test } from '../support/screens/browser.ts';
import type { RunningSite } from '../support/site/site.ts';
import { inCast } from '../support/society/factories.ts';
import { signIn, withSiteData } from '../support/society/members.ts';

test.use({ expectedErrors: [/status of 4(00|09)/] });
test.slow();

/** Creates this journey's own show, in the distant past. Returns its URL. */
async function ownShow(site: RunningSite, title: string) {
  const id = await withSiteData(site, (a) =>
    a.show({ title, credits: [inCast(`Florrie ${title}`, 'Amanda'), inCast(`Cyril ${title}`, 'Elyot', 2)] }),
  );
  return `/past-shows/${id}/${title}`;
}

const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

test('of a visitor’s two corrections, an admin applies, undoes and rejects one, and applies the other', async ({
  page,
  context,
  open,
  readsWell,
  site,
}, { project }) => {
  const title = `Lives${project.name}`;
  const address = await ownShow(site, title);
  await open(address);
  await page.getByRole('link', { name: 'Spotted a mistake?' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Spotted a mistake?' })).toBeVisible();
  const form = page.getByRole('main');
  await expect(form.getByLabel('Whose credit?')).toBeHidden();

  const what = form.getByLabel('What’s wrong?');
  await what.selectOption('The author');
  await expect(form.getByText('It currently says: Noël Coward')).toBeVisible();
  await form.getByRole('button', { name: 'Send correction' }).click();
  await expect(form.getByLabel('What should it say?')).toHaveAccessibleDescription('Enter what it should say.');
  await form.getByLabel('What should it say?').fill('Noel Coward');
  await form.getByLabel('How do you know?').fill('It is on the programme.');
  await form.getByLabel('Your name').fill('Zoë Nunn');
  await form.getByRole('button', { name: 'Send correction' }).click();
  await expect(form.getByText('Thank you. Someone will check what you’ve sent')).toBeVisible();

  await what.selectOption('A name or role');
  await expect(form.getByText('It currently says: Noël Coward')).toBeHidden();
  await form.getByLabel('Whose credit?').selectOption(`Amanda: Florrie ${title}`);
  await form.getByLabel('Correct name').fill(`Florence ${title}`);
  await readsWell();
  await form.getByRole('button', { name: 'Send correction' }).click();
  // The thanks for the first correction are still shown
  await expect(form.getByLabel('Whose credit?')).toBeHidden();
  await expect(form.getByText('Thank you. Someone will check what you’ve sent')).toBeVisible();

  const admin = await withSiteData(site, (a) => a.user({ firstname: 'Iris', lastname: 'Webb', role: 'admin' }));
  await signIn(site, context, admin);
  await open('/members/admin/corrections');
  await page.getByLabel('Search corrections').fill(title);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('2 corrections')).toBeVisible();
  const author = rowOf(page, 'Noel Coward');
  await expect(author).toContainText('It is on the programme.');
  await author.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Corrected. The page has been updated.').first()).toBeVisible();
  await expect(author).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('The correction is open again').first()).toBeVisible();
  await author.getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText('Rejected. Nothing in the archive has changed.').first()).toBeVisible();

  const part = rowOf(page, `Florence ${title}`);
  await part.getByRole('button', { name: 'Apply' }).click();
  await expect(part).toHaveCount(0);
  await expect(page.getByText('No corrections match')).toBeVisible();
  await page.getByLabel('Show', { exact: true }).selectOption('Applied');
  await expect(part).toContainText('Applied by Iris Webb');
  await open(address);
  await expect(page.getByRole('link', { name: `Florence ${title}` })).toBeVisible();
  await expect(page.getByText('by Noël Coward')).toBeVisible();
});

test('a correction of a show that has since changed is applied only after the change is shown', async ({
  page,
  context,
  open,
  site,
}, { project }) => {
  const title = `Hay${project.name}`;
  const address = await ownShow(site, title);
  const id = address.split('/')[2] ?? '';
  // The correction isn't the factory's “Noel Coward”, because the search journey shares this site, and expects the name
  // with its accents
  await withSiteData(site, (a) => a.correction({ show_id: id, right: 'Ivor Novello' }));
  const admin = await withSiteData(site, (a) => a.user({ firstname: 'Iris', lastname: 'Webb', role: 'admin' }));
  await signIn(site, context, admin);
  await open(`/members/admin/corrections?q=${title}`);
  const row = rowOf(page, title);
  await expect(row.getByRole('button', { name: 'Apply' })).toBeVisible();
  const saved = await context.request.post(`/members/api/manage_shows/${id}`, { data: { author: 'Sir Noël Coward' } });
  expect(saved.ok()).toBe(true);
  await row.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('The archive has changed since you opened this list.').first()).toBeVisible();
  await expect(row).toContainText('Changed since');
  await expect(row).toContainText('Previously: Noël Coward');
  await row.getByRole('button', { name: 'Apply anyway' }).click();
  await expect(page.getByText('Corrected. The page has been updated.').first()).toBeVisible();
});

test.describe('the correction form works without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('without JavaScript, a correction without a name is shown again with its text, and can be sent', async ({
    page,
    open,
    site,
  }, { project }) => {
    const title = `Weir${project.name}`;
    await open(await ownShow(site, title));
    await page.getByRole('link', { name: 'Spotted a mistake?' }).click();
    await page.getByLabel('What’s wrong?').selectOption('Someone is missing');
    await expect(page.getByLabel('Cast or crew?')).toBeVisible();
    await page.getByLabel('Part played or job done').fill('Victor');
    await page.getByRole('button', { name: 'Send correction' }).click();
    await expect(page.getByLabel('Who is missing?')).toHaveAccessibleDescription('Enter their name.');
    await expect(page.getByLabel('Part played or job done')).toHaveValue('Victor');
    await page.getByLabel('Who is missing?').fill('Cy Twist');
    await page.getByRole('button', { name: 'Send correction' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  });
});
