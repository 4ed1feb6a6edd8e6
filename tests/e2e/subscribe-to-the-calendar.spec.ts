import { expect, test } from '../support/screens/browser.ts';
import type { RunningSite } from '../support/site/site.ts';
import { inCast } from '../support/society/factories.ts';
import { signIn, withSiteData } from '../support/society/members.ts';

const createActor = (site: RunningSite) =>
  withSiteData(site, async (a) => {
    const tag = Math.random().toString(36).slice(2, 8);
    await a.show({
      title: `Played by ${tag}`,
      date: '2999-04-10',
      first_date: '2999-04-08',
      credits: [inCast(tag, 'Queen')],
    });
    const user = await a.user({ firstname: 'Ruth', lastname: tag });
    await a.personOf(user, tag);
    return { user, title: `Played by ${tag}` };
  });

test('a member creates a calendar link, copies it, replaces it and removes it', async ({
  page,
  context,
  open,
  readsWell,
  request,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { user, title } = await createActor(site);
  await signIn(site, context, user);
  await open('/members/account_settings');
  const section = page.getByRole('region', { name: 'Your calendar' });
  const address = section.getByRole('textbox', { name: 'Your calendar link' });
  await section.getByRole('button', { name: 'Create calendar link' }).click();
  await expect(address).toHaveValue(/\/calendar\/[\w-]{43}\.ics$/);
  const first = await address.inputValue();
  // Chromium's clipboard doesn't always respond while another window is in front
  await expect(async () => {
    await section.getByRole('button', { name: 'Copy' }).click();
    await expect(section.getByText('Copied.')).toBeVisible({ timeout: 3000 });
  }).toPass();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
  await expect(section.getByRole('link', { name: 'Add to this device' })).toHaveAttribute(
    'href',
    first.replace('http:', 'webcal:'),
  );
  await section.getByText('How to add the link to your calendar').click();
  await expect(section.getByText('iPhone or iPad')).toBeVisible();
  await readsWell();
  const calendar = await (await request.get(first)).text();
  expect(calendar).toContain(`SUMMARY:${title}`);
  expect(calendar).toContain('You: Queen');

  await page.reload();
  await expect(address).toHaveCount(0);
  await section.getByRole('button', { name: 'Replace link' }).click();
  await expect(section.getByRole('button', { name: 'Keep link' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(section.getByRole('button', { name: 'Keep link' })).toHaveCount(0);
  expect((await request.get(first)).status()).toBe(200);
  await section.getByRole('button', { name: 'Replace link' }).click();
  await section.getByRole('button', { name: 'Replace link' }).click();
  await expect(address).not.toHaveValue(first);
  const second = await address.inputValue();
  expect([(await request.get(first)).status(), (await request.get(second)).status()]).toEqual([404, 200]);

  await section.getByRole('button', { name: 'Remove link' }).click();
  await readsWell();
  await section.getByRole('button', { name: 'Remove link' }).click();
  await expect(section.getByRole('button', { name: 'Create calendar link' })).toBeVisible();
  expect((await request.get(second)).status()).toBe(404);
});
