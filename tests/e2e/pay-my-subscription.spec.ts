import type { Page } from '@playwright/test';
import { initialRenewalState } from '#features/money/subscriptions/renewal.ts';
import { createSubscription } from '#features/money/subscriptions/server/index.ts';
import { deriveId, newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import { addDays } from '#platform/shared/dates/dates.ts';
import { expect, test } from '../support/screens/browser.ts';
import { signIn, withSiteData } from '../support/society/members.ts';

// A declined card gets this response
test.use({ expectedErrors: [/status of 400/] });

const cards = {
  declined: '4000 0000 0000 0002',
  authentication: '4310 0000 0020 1019',
  mastercard: '5105 1051 0510 5100',
};

const findMembershipParts = (page: Page) => {
  const section = page.locator('#membership');
  return { section, frame: section.frameLocator('iframe') };
};

// Phone only, because members pay on a phone
test('a member starts, cancels and resumes a subscription, after a declined card and with a replaced one @phone-only', async ({
  page,
  context,
  open,
  readsWell,
  site,
}) => {
  test.slow();
  const nell = await withSiteData(site, (a) => a.user({ firstname: 'Nell' }));
  await signIn(site, context, nell);
  await open('/members/account_settings');
  const { section, frame } = findMembershipParts(page);
  await section.getByRole('button', { name: 'Start a subscription' }).click();
  await expect(section.getByText('goes straight to Square')).toBeVisible();
  await expect(section.getByText(/^You pay £[\d.]+ now\. It renews on 1 /)).toBeVisible();
  await expect(section.getByText('no money is taken').first()).toBeVisible();
  await section.getByRole('radio', { name: 'Someone else' }).check();
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

  await frame.getByLabel('Practice card').selectOption(cards.authentication);
  await pay.click();
  await frame.getByLabel('Code', { exact: true }).fill('1');
  await frame.getByRole('button', { name: 'Confirm' }).click();
  await expect(section.locator('.VERIFICATION_ERROR')).toContainText('Your bank didn’t confirm that it’s you');
  await pay.click();
  await frame.getByLabel('Code', { exact: true }).fill('123456');
  await frame.getByRole('button', { name: 'Confirm' }).click();
  await expect(section.getByText('The subscription has started')).toBeVisible();
  const held = section.getByRole('listitem').filter({ hasText: ', for Ned Hollis' });
  await expect(held).toContainText('Visa ending in 1019');
  await expect(section.getByRole('heading', { name: 'Receipts' })).toBeVisible();

  await section.getByRole('button', { name: 'Replace the card' }).click();
  await expect(section.getByText('goes straight to Square')).toBeVisible();
  await frame.getByLabel('Practice card').selectOption(cards.mastercard);
  await section.getByRole('button', { name: 'Save new card' }).click();
  await expect(held).toContainText('Mastercard ending in 5100');
  await expect(section.getByText('renew with the card ending in 5100')).toBeVisible();
  await expect(section.getByText('The subscription has started')).toBeHidden();

  await held.getByRole('button', { name: /^Cancel / }).click();
  await expect(page.getByRole('dialog')).toContainText('Ned Hollis stays a member until');
  await readsWell();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await held.getByRole('button', { name: /^Cancel / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(held.getByText('Cancelled')).toBeVisible();
  await expect(section.getByText('renew with the card ending in 5100')).toBeHidden();
  await readsWell();
  await held.getByRole('button', { name: /^Undo cancellation/ }).click();
  await expect(held).toContainText('Renews on');
});

// The test runs on a phone too, because the email's link opens in any browser, and a subscription has less room on a
// narrow screen
test('a member pays a declined renewal with another card, and resumes a lapsed subscription @phone', async ({
  page,
  context,
  open,
  readsWell,
  site,
}) => {
  test.slow();
  const nell = await withSiteData(site, async (a, db) => {
    const user = await a.user({ firstname: 'Nell' });
    const today = new Date().toISOString().slice(0, 10);
    const renews_on = addDays(today, -12);
    const at = new Date().toISOString();
    const held = {
      user_id: user.id,
      plan_id: deriveId('demo plan Full member'),
      amount: 2500,
      card_id: null,
      renews_on,
    };
    const some = {
      ...held,
      ...initialRenewalState,
      started_on: addDays(renews_on, -365),
      cancelled_at: null,
      created_at: at,
    };
    const ned = { phone_number: '01632 960118', e_con_name: 'Amy Hollis', e_con_phone: '01632 960119' };
    const nobody = { name: '', phone_number: '', e_con_name: '', e_con_phone: '' };
    const tried = { reminded_on: addDays(today, -40), amount_told: 2500, tries: 3, tried_on: today };
    await write(db, async (tx) => {
      const id = newId();
      await createSubscription(tx, { ...some, ...nobody, ...tried, id, sub_for: 'SELF', status: 'active' });
      const lapsed = { id: newId(), sub_for: 'OTHER', status: 'lapsed', name: 'Ned Hollis' } as const;
      await createSubscription(tx, { ...some, ...ned, ...lapsed });
    });
    return user;
  });
  await signIn(site, context, nell);
  await open('/members/account_settings#membership');
  const { section, frame } = findMembershipParts(page);
  const own = section.getByRole('listitem').filter({ hasText: 'For you' });
  const neds = section.getByRole('listitem').filter({ hasText: ', for Ned Hollis' });
  await expect(own).toContainText('It will lapse unless it is paid by');
  await expect(neds).toContainText('You can still renew it until');
  await readsWell();

  // The practice form can't be filled in before its script listens, so that no choice is missed
  const script = Promise.withResolvers<void>();
  await page.route('**/practice/square/card.js', async (route) => {
    await script.promise;
    await route.continue();
  });
  await own.getByRole('button', { name: /^Pay now/ }).click();
  await expect(own.getByText('your subscription renews with this card until you cancel')).toBeVisible();
  await expect(frame.getByLabel('Practice card')).toBeDisabled();
  script.resolve();
  await frame.getByLabel('Practice card').selectOption(cards.declined);
  await own.getByRole('button', { name: 'Pay £25.00' }).click();
  await expect(own.getByText('Your card was declined.')).toBeVisible();
  await readsWell();
  await frame.getByLabel('Practice card').selectOption(cards.mastercard);
  await own.getByRole('button', { name: 'Pay £25.00' }).click();
  await expect(section.getByText('The subscription has been renewed')).toBeVisible();
  await expect(own).toContainText('Mastercard ending in 5100');
  await expect(own).toContainText('Renews on');

  await neds.getByRole('button', { name: /^Pay now/ }).click();
  await frame.getByLabel('Practice card').selectOption(cards.mastercard);
  await neds.getByRole('button', { name: 'Pay £25.00' }).click();
  await expect(neds).toContainText('Renews on');
});
