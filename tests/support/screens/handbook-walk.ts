// Follows the handbook's instructions on the screens, word for word (docs/decisions/0077).
import { expect, type Locator, type Page } from '@playwright/test';
import { type HandbookName, listHandbookNames } from './handbook.ts';
import type { Walk } from './handbook-walks.ts';

/** Returns the part of the screen that the reader looks at: the open dialog, or otherwise the page's content. */
async function findVisiblePart(page: Page): Promise<Locator> {
  const dialog = page.locator('dialog[open]').last();
  return (await dialog.isVisible()) ? dialog : page.getByRole('main');
}

/**
 * Returns a pattern that matches a name, alone or followed by more words, such as the performance or person to which it
 * belongs.
 */
const toNamePattern = (name: string) => new RegExp(`^\\s*${RegExp.escape(name)}(\\s|:|$)`);

/** Finds controls with that name, exact matches before those that only begin with it. */
function listControls(within: Locator, name: string): Locator[] {
  const roles = ['button', 'tab', 'link', 'radio'] as const;
  return [
    ...roles.map((role) => within.getByRole(role, { name, exact: true })),
    ...roles.map((role) => within.getByRole(role, { name: toNamePattern(name) })),
    within.locator('summary').filter({ hasText: toNamePattern(name) }),
  ].map((found) => found.filter({ visible: true }).first());
}

/**
 * Presses the control with that name. If there are several, prefers the one that leads to the URL `to`.
 *
 * @returns true if the control leads to another page
 */
async function press(page: Page, name: string, to = ''): Promise<boolean> {
  const found = async () => {
    const within = await findVisiblePart(page);
    const leading = within.locator(`a[href="${to}"]`).filter({ hasText: toNamePattern(name), visible: true });
    for (const one of [leading.first(), ...listControls(within, name)]) if (await one.isVisible()) return one;
    return undefined;
  };
  await expect.poll(async () => (await found()) !== undefined, `“${name}” can be pressed`).toBe(true);
  const one = await found();
  const leads = /^\/(?!.*\.csv)/.test((await one?.getAttribute('href')) ?? '');
  await one?.click();
  return leads;
}

/** Presses the tab or link with that name, or checks that there is a heading with that name. */
async function goTo(page: Page, name: string): Promise<void> {
  const within = await findVisiblePart(page);
  const ways = listControls(within, name);
  const heading = within.getByRole('heading', { name: toNamePattern(name) }).first();
  await expect
    .poll(async () => (await findFirstVisible([...ways, heading])) !== undefined, `“${name}” is there`)
    .toBe(true);
  await (await findFirstVisible(ways))?.click();
}

async function findFirstVisible(of: readonly Locator[]): Promise<Locator | undefined> {
  for (const one of of) if (await one.isVisible()) return one;
  return undefined;
}

/**
 * Fills in the field with that name: types, ticks, selects or uploads. If there are several, chooses the last one in an
 * unfolded part, or else the last one of all, because the reader has just opened the part with the field.
 */
async function type(page: Page, name: string, what: NonNullable<Walk['typed']>[string]): Promise<void> {
  const within = await findVisiblePart(page);
  const labelled = within
    .getByLabel(name, { exact: true })
    .or(within.getByLabel(toNamePattern(name)))
    .or(within.getByRole('checkbox', { name: toNamePattern(name) }))
    .or(within.getByRole('radio', { name: toNamePattern(name) }))
    .or(within.getByRole('group', { name, exact: true }));
  if (typeof what === 'object') return labelled.last().setInputFiles(what);
  const seen = labelled.filter({ visible: true });
  await seen.last().waitFor();
  const unfolded = seen.and(within.locator('details[open] *'));
  const field = ((await unfolded.count()) > 0 ? unfolded : seen).last();
  const isGroup = await field.evaluate((node) => node.tagName === 'FIELDSET');
  const control = isGroup ? field.locator('input').first() : field;
  if (what === true) return control.check();
  const isList = await control.evaluate((node) => node.tagName === 'SELECT');
  if (!isList) return control.fill(what);
  const option = control.locator('option').filter({ hasText: what }).first();
  await control.selectOption((await option.getAttribute('value')) ?? what);
}

/** Checks that something on the screen has that name: it can be pressed, typed into, read or chosen. */
async function expectName(page: Page, name: string): Promise<void> {
  const seen = async () => {
    const within = await findVisiblePart(page);
    const called = [
      ...listControls(within, name),
      within.getByLabel(toNamePattern(name)),
      within.getByRole('group', { name, exact: true }),
      within.getByText(name, { exact: true }),
    ];
    if (await findFirstVisible(called.map((one) => one.filter({ visible: true }).first()))) return true;
    return (
      (await within
        .locator('select:visible option')
        .filter({ hasText: toNamePattern(name) })
        .count()) > 0
    );
  };
  await expect.poll(seen, `“${name}” is there`).toBe(true);
}

/**
 * Follows one section of the handbook on the screens. `open` goes to a screen; `place` converts an address of the
 * handbook to one of this site.
 */
export async function followSection(
  page: Page,
  { job, heading, typed = {}, says = {} }: Walk,
  { open, place }: { open: (path: string) => Promise<void>; place: (at: string) => string | Promise<string> },
): Promise<void> {
  const names = listHandbookNames().filter((one) => one.job === job && one.heading === heading);
  expect(names.filter(({ verb }) => verb).length, `“${heading}” says what to press`).toBeGreaterThan(0);
  const unsaid = [...Object.keys(typed), ...Object.keys(says)].filter(
    (name) => !names.some((one) => one.name === name),
  );
  expect(unsaid, `“${heading}” doesn’t say`).toEqual([]);
  // Removes everything of the previous page
  await page.goto('about:blank');
  let [before, leads]: [HandbookName | undefined, boolean] = [undefined, false];
  for (const [index, one] of names.entries()) {
    if (one.at !== before?.at) {
      const there = await place(one.at);
      // The handbook names the address that the link leads to
      if (leads) await page.waitForURL((url) => there.endsWith(url.pathname));
      else await open(there);
    }
    [before, leads] = [one, false];
    const { name, verb } = one;
    const next = names[index + 1];
    const to = next && next.at !== one.at ? await place(next.at) : '';
    const what = typed[name];
    if (verb === 'go to') await goTo(page, name);
    else if (verb) leads = await press(page, name, to);
    else if (what !== undefined) await type(page, name, what);
    else await expectName(page, name);
    const said = says[name];
    // A button may open a dialog that has a button of the same name, in which case both are pressed
    const isLast = !names.slice(index + 1).some((later) => later.name === name && later.verb);
    if (verb && said && isLast) await expect(page.getByText(said).filter({ visible: true }).first()).toBeVisible();
  }
}
