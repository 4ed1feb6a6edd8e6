import { newId } from '#platform/server/crypto/ids.ts';
import { expect, test } from '../support/screens/browser.ts';
import type { RunningSite } from '../support/site/site.ts';
import { inCast, inCrew } from '../support/society/factories.ts';
import { signIn, withSiteData } from '../support/society/members.ts';

test.beforeEach(async ({ site, context }) =>
  signIn(
    site,
    context,
    await withSiteData(site, (a) => a.user({ role: 'admin', firstname: 'Ruth', lastname: 'Bell' })),
  ),
);

/**
 * Creates two entries in the archive for one person, who has a different name in each of two programmes. Nobody else
 * has these names.
 */
async function createTwoEntries(site: RunningSite) {
  const mark = newId()
    .replace(/[^a-z]/gi, '')
    .slice(0, 7)
    .toLowerCase();
  const [remaining, other] = [`Margaret ${mark}`, `Maggie ${mark}`];
  return withSiteData(site, async (a, db) => {
    const early = await a.show({ title: `The ${mark} Rivals`, date: '1991-05-04', credits: [inCast(other, 'Lydia')] });
    const late = await a.show({
      title: `A ${mark} Carol`,
      date: '2011-12-17',
      credits: [inCrew(remaining, 'Director')],
    });
    const ids = await db.read
      .selectFrom('person')
      .select(['id', 'name'])
      .where('name', 'in', [remaining, other])
      .execute();
    const id = (name: string) => ids.find((person) => person.name === name)?.id ?? '';
    return {
      mark,
      remaining: { id: id(remaining), name: remaining },
      other: { id: id(other), name: other },
      early,
      late,
    };
  });
}

test('two people are merged, unmerged and merged again, and the merged person’s URL redirects to the remaining one', async ({
  page,
  open,
  readsWell,
  site,
}) => {
  test.setTimeout(90_000);
  const { mark, remaining, other, early } = await createTwoEntries(site);
  await open('/members/admin/people');
  await page.getByRole('searchbox').fill(mark);
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByRole('link', { name: remaining.name })).toBeVisible();
  await expect(page.getByRole('link', { name: other.name })).toBeVisible();
  await page.getByRole('link', { name: 'Similar names' }).click();
  const both = page.getByRole('button', { name: `Merge as ${remaining.name}` });
  await expect(both).toBeVisible();
  await readsWell();
  await both.press('Enter');
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  await expect(both).toBeHidden();
  await undo.press('Enter');
  await expect(both).toBeVisible();
  await both.press('Enter');
  await expect(undo).toBeVisible();

  const old = await page.request.get(`/past-shows/member/${other.id}/x`, { maxRedirects: 0 });
  expect([old.status(), old.headers().location]).toEqual([
    301,
    `/past-shows/member/${remaining.id}/${remaining.name.replace(' ', '_')}`,
  ]);
  await page.goto(`/past-shows/member/${other.id}/x`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(remaining.name));
  for (const title of [`The ${mark} Rivals`, `A ${mark} Carol`]) {
    await expect(page.getByRole('link', { name: title })).toBeVisible();
  }
  // The show's page still gives the name in its programme
  await page.goto(`/past-shows/${early}/x`);
  await expect(page.getByRole('main').getByRole('link', { name: other.name })).toBeVisible();
});

test('a keyboard user merges two people on one person’s page, chooses the name shown, and separates them again', async ({
  page,
  open,
  readsWell,
  site,
}) => {
  test.setTimeout(90_000);
  const { remaining, other, early } = await createTwoEntries(site);
  await open(`/members/admin/people/${remaining.id}`);
  const who = page.getByRole('combobox', { name: 'Another entry for the same person' });
  await who.fill(other.name);
  await who.press('Enter');
  await expect(
    page.getByText(`${other.name} will be merged into ${remaining.name}: one page with the credits of both.`),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Merge', exact: true }).press('Enter');
  const part = page.getByRole('button', { name: `Separate ${other.name}` });
  await expect(part).toBeVisible();
  await readsWell();

  await page.getByRole('radio', { name: /^New name \(as old name\)/ }).check();
  await page.getByRole('button', { name: 'Save choice' }).press('Enter');
  await expect(page.getByRole('radio', { name: /^New name \(as old name\)/ })).toBeChecked();
  await expect(page.getByText('Saved. Credits now show the name this way.')).toBeVisible();
  const main = page.getByRole('main');
  await expect(async () => {
    await page.goto(`/past-shows/${early}/x`);
    await expect(main.getByText(`${remaining.name} (as ${other.name})`)).toBeVisible({ timeout: 1000 });
  }).toPass();

  await page.goto(`/members/admin/people/${remaining.id}`);
  await part.press('Enter');
  await expect(part).toBeHidden();
  expect((await page.request.get(`/past-shows/member/${other.id}/x`, { maxRedirects: 0 })).status()).toBe(200);
});

test('a member is linked to their entry in the archive and unlinked, and a new name leaves an old show’s credit unchanged', async ({
  page,
  open,
  site,
}) => {
  test.setTimeout(90_000);
  const { mark, remaining, late } = await createTwoEntries(site);
  const email = `${mark}-${test.info().project.name}@lantern.example`;
  await withSiteData(site, (a) => a.user({ email, firstname: 'Margaret', lastname: mark }));
  await open(`/members/admin/people/${remaining.id}`);
  await page.getByRole('combobox', { name: 'Member' }).fill(`Margaret ${mark}`);
  await page.getByRole('option').filter({ hasText: email }).click();
  await page.getByRole('button', { name: 'Link member' }).press('Enter');
  await expect(page.getByText(`Linked to Margaret ${mark}, ${email}.`)).toBeVisible();

  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Margaret New${mark}`);
  await page.getByRole('radio', { name: /^They’ve changed their name/ }).check();
  await page.getByRole('button', { name: 'Save name' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Margaret New${mark}`);
  await page.getByRole('button', { name: 'Unlink member' }).press('Enter');
  await expect(page.getByRole('combobox', { name: 'Member' })).toBeVisible();
  await page.goto(`/past-shows/${late}/x`);
  await expect(page.getByRole('main').getByText(remaining.name).first()).toBeVisible();
});
