import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { beside, signIn } from '../support/members.ts';

// A card that is refused is answered so
test.use({ expectedErrors: [/status of 400/] });

const cards = {
  declined: '4000 0000 0000 0002',
  asked: '4310 0000 0020 1019',
  mastercard: '5105 1051 0510 5100',
};

const parts = (page: Page) => {
  const section = page.locator('#membership');
  return { section, frame: section.frameLocator('iframe') };
};

// A telephone is where members pay
test('Nell starts a subscription after a card that is refused, replaces the card, cancels and takes it back @phone-only', async ({
  page,
  context,
  open,
  readsWell,
  site,
}) => {
  test.slow();
  const nell = await beside(site, (a) => a.user({ firstname: 'Nell' }));
  await signIn(site, context, nell);
  await open('/members/account_settings');
  const { section, frame } = parts(page);
  await section.getByRole('button', { name: 'Start a subscription' }).click();
  await expect(section.getByText('goes to Square and never to us')).toBeVisible();
  await expect(section.getByText(/^You pay £[\d.]+ now\. It renews on 1 /)).toBeVisible();
  await expect(section.getByText('no money moves').first()).toBeVisible();
  await section.getByRole('radio', { name: 'Somebody else' }).check();
  await readsWell();
  await section.getByRole('textbox', { name: 'Their name' }).fill('Ned Hollis');
  await section.getByRole('textbox', { name: 'Their phone number' }).fill('01632 960118');
  await section.getByRole('textbox', { name: 'Their emergency contact' }).fill('Amy Hollis');
  await section.getByRole('textbox', { name: 'The contact’s phone number' }).fill('01632 960119');

  const pay = section.getByRole('button', { name: /^Pay £/ });
  await pay.click();
  await expect(section.getByText('Check the card number')).toBeVisible();
  await frame.getByLabel('Practice card').selectOption(cards.declined);
  await pay.click();
  await expect(section.getByText('Your card was declined.')).toBeVisible();
  await expect(section.getByRole('textbox', { name: 'Their name' })).toHaveValue('Ned Hollis');
  await readsWell();

  await frame.getByLabel('Practice card').selectOption(cards.asked);
  await pay.click();
  await frame.getByLabel('Code', { exact: true }).fill('1');
  await frame.getByRole('button', { name: 'Confirm' }).click();
  await expect(section.locator('.VERIFICATION_ERROR')).toContainText('Your bank didn’t confirm that it is you');
  await pay.click();
  await frame.getByLabel('Code', { exact: true }).fill('123456');
  await frame.getByRole('button', { name: 'Confirm' }).click();
  await expect(section.getByText('the subscription has started')).toBeVisible();
  const held = section.getByRole('listitem').filter({ hasText: 'For Ned Hollis' });
  await expect(held).toContainText('Visa ending in 1019');
  await expect(section.getByRole('heading', { name: 'Receipts' })).toBeVisible();

  await section.getByRole('button', { name: 'Replace the card' }).click();
  await expect(section.getByText('goes to Square and never to us')).toBeVisible();
  await frame.getByLabel('Practice card').selectOption(cards.mastercard);
  await section.getByRole('button', { name: 'Keep this card' }).click();
  await expect(held).toContainText('Mastercard ending in 5100');

  await held.getByRole('button', { name: /^Cancel / }).click();
  await expect(page.getByRole('dialog')).toContainText('What is paid is kept');
  await readsWell();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await held.getByRole('button', { name: /^Cancel / }).click();
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(held.getByText('Cancelled')).toBeVisible();
  await expect(section.getByText('the subscription has started')).toBeHidden();
  await readsWell();
  await held.getByRole('button', { name: /^Renew after all/ }).click();
  await expect(held).toContainText('Renews on');
});
