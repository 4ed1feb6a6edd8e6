import { expect, type Locator, type Page } from '@playwright/test';

/** Finds the Markdown of a text, which is on the page even while the visual editor covers it. */
export const findMarkdown = (page: Page, label: string): Locator =>
  page.getByLabel(label, { exact: true }).and(page.locator('textarea'));

/** Finds the visual editor of a text, or its Markdown if that is shown. */
export const findTextEditor = (page: Page, label: string): Locator =>
  page.getByRole('textbox', { name: label, exact: true });

/** Finds the formatting buttons of a text. */
export const findToolbar = (page: Page, label: string): Locator =>
  page.getByRole('toolbar', { name: `Formatting: ${label}`, exact: true });

/** Shows a text as Markdown once the visual editor has loaded. */
export async function showMarkdown(page: Page, label: string): Promise<Locator> {
  const button = findToolbar(page, label).getByRole('button', { name: 'Markdown' });
  await expect(button).toBeEnabled();
  if ((await button.getAttribute('aria-pressed')) === 'false') await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  return findMarkdown(page, label);
}

/** Waits until a text is open in the visual editor. */
export async function waitForEditor(page: Page, label: string): Promise<Locator> {
  const button = findToolbar(page, label).getByRole('button', { name: 'Markdown' });
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  return findTextEditor(page, label);
}

/** Replaces a text in the visual editor, by keyboard. */
export async function typeText(page: Page, label: string, text: string): Promise<void> {
  const editor = await waitForEditor(page, label);
  await editor.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Replaces a text with Markdown. */
export async function writeMarkdown(page: Page, label: string, markdown: string): Promise<void> {
  await (await showMarkdown(page, label)).fill(markdown);
}
