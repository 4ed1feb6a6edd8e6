import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { disconnect, expect, reconnect, test } from '../support/screens/browser.ts';
import { withSiteData } from '../support/society/members.ts';

const question = 'Is there a seat for my assistance dog?';

async function fillIn(page: Page) {
  await page.getByLabel('Your name').fill('Margaret Ashdown');
  await page.getByLabel('Email or phone number').fill('margaret@example.org');
  await page.getByLabel('What is it about?').selectOption('Tickets');
  await page.getByLabel('Message').fill(question);
}

const send = (page: Page) => page.getByRole('button', { name: 'Send message' });

test('a visitor sends a question, sees a confirmation, and the society gets an email', async ({ page, open, site }) => {
  await open('/auditions');
  await fillIn(page);
  await send(page).click();
  const thanks = page.getByRole('status').filter({ hasText: /^Success/ });
  await expect(thanks).toContainText('Your message has been sent successfully!');
  await expect(page.getByLabel('Message')).toHaveValue('');
  // The alert disappears by itself, or when it is dismissed. The line next to the form stays until the visitor leaves
  // the page
  await page.getByRole('button', { name: 'Dismiss: Success' }).click();
  await expect(thanks).toHaveCount(0);
  const lasting = page.getByText('Thank you. We have your message.');
  await expect(lasting).toBeInViewport();
  await page.getByRole('link', { name: 'About us' }).first().click();
  await expect(page).toHaveURL(/about-us/);
  await expect(lasting).toHaveCount(0);
  await expect.poll(() => readdirSync(site.dataDir)).toContain('mail');
  await expect.poll(() => readdirSync(join(site.dataDir, 'mail')).length).toBeGreaterThan(0);
});

test.describe('a message whose response is lost can be sent again', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test('if the response is lost and a double click sends the message again, it arrives once', async ({
    page,
    open,
    site,
  }) => {
    await open('/contact');
    await fillIn(page);
    const ramp = 'Is there a ramp at the stage door?';
    await page.getByLabel('Message').fill(ramp);
    await page.route(
      '**/api/contact',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await send(page).click();
    await expect(page.getByRole('alert').filter({ hasText: /^Error/ })).toBeVisible();
    await expect(page.getByLabel('Message')).toHaveValue(ramp);
    await send(page).dblclick();
    await expect(page.getByRole('status').filter({ hasText: /^Success/ })).toBeVisible();
    await expect(page.getByLabel('Message')).toHaveValue('');
    const arrived = await withSiteData(site, (_, db) =>
      db.read.selectFrom('inbox_message').select('id').where('message', '=', ramp).execute(),
    );
    expect(arrived).toHaveLength(1);
  });

  test('a message sent again before the script that shows errors has loaded is confirmed and cleared', async ({
    page,
    open,
  }) => {
    await open('/contact');
    await fillIn(page);
    const { promise: again, resolve: isSentAgain } = Promise.withResolvers<void>();
    const { promise: shown, resolve: isShown } = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      const response = await route.fetch();
      const showsAnswers = (await response.text()).includes('dataset.answer');
      if (showsAnswers) await again;
      await route.fulfill({ response });
      if (showsAnswers) isShown();
    });
    await page.route('**/api/contact', (route) => route.abort(), { times: 1 });
    await send(page).click();
    await expect(page.getByRole('alert').filter({ hasText: /^Error/ })).toBeVisible();
    await page.route(
      '**/api/contact',
      async (route) => {
        isSentAgain();
        await shown;
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
        await route.continue();
      },
      { times: 1 },
    );
    await send(page).click();
    await expect(page.getByRole('status').filter({ hasText: /^Success/ })).toBeVisible();
    await expect(page.getByLabel('Message')).toHaveValue('');
  });
});

test('the second click of a double click sends nothing once the form is empty', async ({ page, open }) => {
  await open('/contact');
  await fillIn(page);
  await send(page).click();
  const thanks = page.getByRole('status').filter({ hasText: /^Success/ });
  await expect(thanks).toBeVisible();
  await expect(page.getByLabel('Message')).toHaveValue('');
  await send(page).hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await expect(send(page)).not.toHaveAttribute('aria-busy');
  await expect(thanks).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: /^Error/ })).toHaveCount(0);
});

test('the Tab key skips the field that traps bots', async ({ page, open }) => {
  await open('/contact');
  await page.getByLabel('Message').focus();
  await page.keyboard.press('Tab');
  await expect(send(page)).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Leave this empty' })).toHaveCount(0);
});

test.describe('a message sent without a connection is kept in the form', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/] });

  test('without a connection, the message stays in the form and can be sent later', async ({
    page,
    open,
    readsWell,
  }) => {
    await open('/auditions');
    await fillIn(page);
    await disconnect(page);
    await send(page).click();
    const why = 'An unexpected error occurred. Please try again later.';
    await expect(page.getByRole('alert').filter({ hasText: /^Error/ })).toContainText(why);
    await expect(page.locator('form').getByRole('alert')).toHaveText(why);
    await expect(page.getByLabel('Message')).toHaveValue(question);
    await expect(page.getByLabel('What is it about?')).toHaveValue('Tickets');
    await readsWell();
    await reconnect(page);
    await send(page).click();
    await expect(page.getByRole('status').filter({ hasText: /^Success/ })).toBeVisible();
    await expect(page.locator('form').getByRole('alert')).toHaveText('');
  });
});

test.describe('a message that the server refuses gets a reason', () => {
  test.use({ expectedErrors: [/400/] });

  test('the reason for a refusal appears as an alert and at its field, which gets the focus', async ({
    page,
    open,
  }) => {
    await open('/contact');
    await fillIn(page);
    await page.getByLabel('Your name').fill('   ');
    await send(page).click();
    await expect(page.getByRole('alert').filter({ hasText: /^Error/ })).toBeVisible();
    await expect(page.getByText('Enter your name.')).toBeVisible();
    await expect(page.getByLabel('Your name')).toBeFocused();
    await expect(page.getByLabel('Message')).toHaveValue(question);
  });
});

test.describe('the contact form works without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('without JavaScript, the browser sends the contact form, and a confirmation page appears', async ({
    page,
    open,
  }) => {
    await open('/');
    await fillIn(page);
    await send(page).click();
    await expect(page).toHaveURL(/\/contact\/sent$/);
    await expect(page.getByText('Your message has been sent successfully!')).toBeVisible();
  });
});

test.describe('without JavaScript, a refused message is still in the form', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: [/400/] });

  test('without JavaScript, a refused contact form is shown again with what was typed', async ({ page, open }) => {
    await open('/auditions');
    await fillIn(page);
    await page.getByLabel('Your name').fill('   ');
    await send(page).click();
    await expect(page.getByText('Enter your name.')).toBeVisible();
    await expect(page.getByLabel('Message')).toHaveValue(question);
    await expect(page.getByLabel('What is it about?')).toHaveValue('Tickets');
  });
});
