import type { Page } from '@playwright/test';
import { expect, test } from '../support/screens/browser.ts';
import { signIn, withSiteData } from '../support/society/members.ts';

/** Presses Tab until the wanted element has the focus. Throws if it doesn't after 60 presses. */
async function tabTo(page: Page, isThere: (name: string) => boolean): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const at = document.activeElement;
      return at?.getAttribute('aria-label') ?? (at instanceof HTMLInputElement ? at.type : at?.textContent) ?? '';
    });
    if (isThere(name.trim())) return;
  }
  throw new Error('Tab never reached the element.');
}

/** Returns true if the focused element, its card, or anything in the card has a ring of two pixels or more. */
const isFocusVisible = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    const card = at?.closest('li');
    const ringed = [at, ...(card ? [card, ...card.querySelectorAll('*')] : [])];
    return ringed.some((element) => {
      if (!element) return false;
      return ['', '::after'].some((part) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      });
    });
  });

test('the first Tab reaches a link that skips to the main content', async ({ page, open }) => {
  await open('/past-shows');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the main content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('searchbox')).toBeFocused();
});

test('links from the list to a show and on to a person are visibly marked when focused', async ({ page, open }) => {
  await open('/past-shows');
  await tabTo(page, (name) => name === 'Nell Gwynn');
  expect(await isFocusVisible(page)).toBe(true);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nell Gwynn');
  // The focus is on the new page, not on a link that no longer exists
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  const director = page.getByRole('definition').getByRole('link').first();
  const name = (await director.textContent()) ?? '';
  await tabTo(page, (at) => at === name);
  expect(await isFocusVisible(page)).toBe(true);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
});

test('a filter is opened, typed into, chosen from and cleared by keyboard', async ({ page, open, readsWell }) => {
  await open('/past-shows');
  await tabTo(page, (name) => name.startsWith('Filters'));
  await page.keyboard.press('Enter');
  await tabTo(page, (name) => name === 'Any genre');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Genre' })).toBeFocused();
  await page.keyboard.type('come');
  const options = page.getByRole('listbox', { name: 'Genre' }).getByRole('option');
  await expect(options).toHaveText(['Comedy']);
  await expect(page.getByRole('status').filter({ hasText: '1 suggestion' })).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(options).toHaveAttribute('data-pointed', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/genre=Comedy/);
  await expect(page.getByRole('status').filter({ hasText: 'Comedy selected' })).toBeAttached();
  await page.keyboard.press('Escape');
  await readsWell();
  await tabTo(page, (name) => name.startsWith('Comedy'));
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/genre/);
});

test('the arrow keys move through a filter’s list, which closes and opens again with nothing chosen', async ({
  page,
  open,
  readsWell,
}) => {
  await open('/past-shows');
  await tabTo(page, (name) => name.startsWith('Filters'));
  await page.keyboard.press('Enter');
  await tabTo(page, (name) => name === 'Any genre');
  await page.keyboard.press('Enter');
  const genres = page.getByRole('combobox', { name: 'Genre' });
  const options = page.getByRole('listbox', { name: 'Genre' }).getByRole('option');
  /** Returns the text of the option that a screen reader announces as the active one. */
  const pointed = () =>
    genres.evaluate((field) => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent);
  await expect(genres).toHaveAttribute('aria-expanded', 'true');
  const all = await options.allTextContents();
  await page.keyboard.press('ArrowUp');
  await expect.poll(pointed).toBe(all.at(-1));
  await expect(options.last()).toBeInViewport();
  await page.keyboard.press('ArrowDown');
  await expect.poll(pointed).toBe(all[0]);
  await readsWell();

  await page.keyboard.type('dram');
  await expect.poll(pointed).toBeUndefined();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  await expect.poll(pointed).toBeUndefined();
  await page.keyboard.type('melo');
  await expect(genres).toHaveValue('melodram');
  await page.keyboard.press('End');
  await page.keyboard.type('zzz');
  await expect(page.getByRole('status').filter({ hasText: 'Nothing found. Try fewer letters.' })).toBeAttached();
  await expect(genres).toHaveAttribute('aria-expanded', 'false');

  await page.keyboard.press('Escape');
  await expect(page.getByText('Nothing found. Try fewer letters.').last()).toBeHidden();
  await genres.fill('');
  await page.keyboard.press('Escape');
  await expect(options).toHaveCount(0);
  await page.keyboard.press('Alt+ArrowDown');
  await expect(options).toHaveCount(all.length);
  await page.keyboard.press('Tab');
  await expect(options).toHaveCount(0);
  await expect(genres).not.toBeFocused();
  await expect(page).not.toHaveURL(/genre/);
});

test.describe('members’ pages can be navigated by keyboard', () => {
  // The site refuses text files whose names end like those of pictures
  test.use({ expectedErrors: [/status of 415/] });
  test('deleting an item from a list moves the focus to a neighbouring control', async ({
    page,
    open,
    context,
    site,
  }) => {
    await signIn(site, context, await withSiteData(site, (a) => a.user({ role: 'admin' })));
    await open('/members/manage_shows/new/New_show');
    await page.getByRole('button', { name: 'Paste a list from the programme' }).press('Enter');
    await page.getByLabel('The list').fill('Chorus – Jo Frost, Sam Snow\nKing – Ann Other\nQueen – Una Other');
    await page.getByRole('button', { name: 'Preview list' }).press('Enter');
    await page.getByRole('button', { name: 'Add 3 roles' }).press('Enter');
    const removeFromCast = (name: string) => page.getByRole('button', { name: `Remove ${name} from Chorus` });
    await expect(removeFromCast('Jo Frost')).toBeVisible();
    // The two buttons are pressed within one task, as a busy page handles quick presses
    await page.evaluate(async () => {
      for (const label of ['Remove Ann Other from King', 'Remove Jo Frost from Chorus']) {
        const button = document.querySelector<HTMLButtonElement>(`button[aria-label="${label}"]`);
        button?.focus();
        button?.click();
        await null;
      }
    });
    await expect(removeFromCast('Sam Snow')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Add a person to Chorus' })).toBeFocused();
    // The button that removes a role is in the role's menu, so the next role's menu gets the focus
    const menuOf = (role: string) => page.locator('summary', { hasText: `More for ${role}` });
    const takeOutRole = (role: string) => page.getByRole('button', { name: `Remove role ${role}` });
    await menuOf('King').press('Enter');
    await takeOutRole('King').press('Enter');
    await expect(menuOf('Queen')).toBeFocused();
    await page.keyboard.press('Enter');
    await takeOutRole('Queen').press('Enter');
    await expect(menuOf('Chorus')).toBeFocused();
    await page.keyboard.press('Enter');
    await takeOutRole('Chorus').press('Enter');
    await expect(page.getByRole('button', { name: 'Add a role to the cast' })).toBeFocused();

    await open('/members/admin/manage_media');
    const paper = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('words') });
    await page
      .getByLabel('Upload photographs, videos or recordings')
      .setInputFiles([paper('one.jpg'), paper('two.jpg')]);
    const aside = page.getByRole('button', { name: /^Remove/ });
    await expect(aside).toHaveCount(2);
    await aside.first().press('Enter');
    await expect(aside).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(aside).toHaveCount(0);
    await expect(page.locator('main :focus')).toHaveCount(1);
  });
});
