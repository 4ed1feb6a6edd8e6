import sharp from 'sharp';
import { expect, test } from '../support/screens/browser.ts';
import { inCast } from '../support/society/factories.ts';
import { signIn, withSiteData } from '../support/society/members.ts';

test.use({ expectedErrors: [/status of 400/] });

test('a member who has changed their name chooses how old programmes show it', async ({
  page,
  context,
  open,
  readsWell,
  site,
}) => {
  const { iris, show } = await withSiteData(site, async (a) => {
    const iris = await a.user({ firstname: 'Iris', lastname: 'Lowe' });
    const credits = [{ ...inCast('Iris Lowe', 'Cordelia'), as: 'Iris Penhallow' }];
    const show = await a.show({ title: 'King Lear at the Mill', credits });
    await a.personOf(iris, 'Iris Lowe');
    return { iris, show };
  });
  await signIn(site, context, iris);
  await open('/members/account_settings');
  const names = page.getByRole('region', { name: 'Your name in credits' });
  const said = names.getByRole('status');
  const cast = page.getByRole('definition');
  const printed = { 'As printed': 'Iris Penhallow', 'New name only': 'Iris Lowe' };
  for (const [choice, name] of [
    ...Object.entries(printed),
    ['New name (as old name)', 'Iris Lowe (as Iris Penhallow)'],
  ]) {
    await names.getByRole('radio', { name: `${choice} ${name}` }).check();
    await names.getByRole('button', { name: 'Save choice' }).click();
    await expect(said).not.toBeEmpty();
    await open(`/past-shows/${show}/King_Lear_at_the_Mill`);
    await expect(cast.filter({ hasText: 'Iris' })).toHaveText(`${name}`);
    await open('/members/account_settings');
    await expect(names.getByRole('radio', { name: `${choice} ${name}` })).toBeChecked();
  }
  await readsWell();
});

test('a member shows their portrait in the cast of a show, and hides it again', async ({
  page,
  context,
  open,
  readsWell,
  site,
}) => {
  const { iris, show } = await withSiteData(site, async (a) => {
    const iris = await a.user({ firstname: 'Iris', lastname: 'Vane' });
    const show = await a.show({ title: 'The Rivals at the Mill', credits: [inCast('Iris Vane', 'Lydia')] });
    await a.personOf(iris, 'Iris Vane');
    return { iris, show };
  });
  const portrait = page.getByRole('definition').filter({ hasText: 'Iris Vane' }).locator('img');
  const isShown = async (count: number) => {
    await open(`/past-shows/${show}/The_Rivals_at_the_Mill`);
    await expect(portrait).toHaveCount(count);
  };
  const buffer = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#37a' } })
    .jpeg()
    .toBuffer();
  await signIn(site, context, iris);
  await open('/members/account_settings');
  await page.getByRole('link', { name: 'Add a portrait of Iris Vane' }).click();
  await page
    .getByLabel('Photograph', { exact: true })
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByRole('button', { name: 'Upload portrait' }).click();
  await expect(page.getByText('Portrait uploaded. Visitors can’t see it yet.')).toBeVisible();
  await isShown(0);

  await page.goBack();
  const agree = page.getByRole('button', { name: 'Show portrait to visitors' });
  await agree.click();
  await expect(page.getByRole('checkbox')).toBeFocused();
  await expect(page.getByRole('checkbox')).toHaveAccessibleDescription(/Tick the box to agree/);
  await page.getByRole('checkbox').check();
  await agree.click();
  await expect(page.getByLabel('Parent or guardian who agrees')).toHaveAccessibleDescription(/Enter the name/);
  await readsWell();
  await page.getByRole('radio', { name: 'Yes' }).check();
  await agree.click();
  await expect(page.getByText('Visitors can now see this portrait.')).toBeVisible();
  await isShown(1);

  await page.goBack();
  await page.getByRole('button', { name: 'Hide portrait from visitors' }).click();
  await expect(page.getByText('The portrait is hidden.')).toBeVisible();
  await isShown(0);
});
