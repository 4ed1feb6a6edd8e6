import type { Page } from '@playwright/test';
import { expect, test } from '../support/screens/browser.ts';
import { signIn, withSiteData } from '../support/society/members.ts';

test.use({ expectedErrors: [/status of 40[01]|ERR_FAILED/] });
test.slow();

const settings = '/members/admin/admin_settings';

/** Finds controls that an alert covers. There should be none. */
const listCoveredControls = (page: Page) =>
  page.evaluate(() => {
    const toasts = [...document.querySelectorAll('[role="status"], [role="alert"]')].flatMap((region) =>
      [...region.children].filter((one) => getComputedStyle(one).boxShadow !== 'none'),
    );
    const boxes = toasts.map((toast) => toast.getBoundingClientRect());
    return (
      [...document.querySelectorAll('button, a[href], input, select, textarea')]
        .filter((one) => !toasts.some((toast) => toast.contains(one)))
        // Elements in a closed menu have a position, but aren't visible
        .filter((one) => one.checkVisibility())
        .filter((one) => {
          const at = one.getBoundingClientRect();
          return boxes.some(
            (box) => at.left < box.right && at.right > box.left && at.top < box.bottom && at.bottom > box.top,
          );
        })
        .map((one) => one.outerHTML.slice(0, 80))
    );
  });

// The test runs on a phone too, where the height of the screen determines if a confirmation is in view
test('a save’s confirmation outlasts its form, and leaving the page with unsaved input asks first @phone', async ({
  page,
  context,
  open,
  site,
}) => {
  const ruth = await withSiteData(site, (a) => a.user({ role: 'admin', firstname: 'Ruth' }));
  await signIn(site, context, ruth);
  await open(settings);
  const name = page.getByLabel('Name', { exact: true });
  const before = await name.inputValue();

  await test.step('leaving the page asks first if input is unsaved, and doesn’t ask if the input was undone', async () => {
    await name.fill('The Curtain Raisers');
    await name.fill(before);
    await page
      .getByRole('link', { name: /Curtain|Lantern|Players/ })
      .first()
      .click();
    await expect(page).not.toHaveURL(settings);
    await open(settings);
    await page.getByLabel('Plan name').fill('Patron');
    await name.fill('The Curtain Raisers');
    await page
      .getByRole('link', { name: /Curtain|Lantern|Players/ })
      .first()
      .click();
    const question = page.getByRole('dialog');
    await expect(question).toHaveCount(1);
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(page.getByLabel('Plan name')).toHaveValue('Patron');
    await page.getByLabel('Plan name').fill('');
  });

  await test.step('saved settings are confirmed, and the header shows the new name', async () => {
    await page.getByRole('button', { name: 'Save settings' }).click();
    const said = page.getByText('Settings saved. The site now uses them.');
    await expect(said).toBeInViewport();
    await expect(said).toHaveCount(1);
    await expect(page.locator('header').first()).toContainText('The Curtain Raisers');
    await expect(page).toHaveTitle(/The Curtain Raisers/);
    await expect(said).toBeInViewport();
    await name.fill(before);
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect(page).toHaveTitle(new RegExp(before));
  });

  await test.step('a plan whose form closes is confirmed, and has the focus', async () => {
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click();
    await page.getByLabel('Who it is for').first().fill('For everyone');
    await page.getByRole('button', { name: 'Save plan' }).click();
    const said = page.getByText(/^Saved “/);
    await expect(said).toBeInViewport();
    await expect(page.locator(':focus')).toContainText('Saved “');
  });
});

/** Returns the cumulative layout shift since the page was opened, including shifts after input. */
const measureLayoutShift = (page: Page) => page.evaluate(() => Reflect.get(window, 'moved')());

// The test runs on a phone too, where the response is below its button
test('a refused sign-in is shown above its fields, and a save’s confirmation shifts nothing on the page @phone', async ({
  page,
  context,
  open,
  site,
}) => {
  const daisy = await withSiteData(site, (a) => a.user({ firstname: 'Daisy', email: 'daisy@moved.example' }));
  await page.addInitScript(() => {
    let sum = 0;
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) sum += 'value' in entry && typeof entry.value === 'number' ? entry.value : 0;
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    Reflect.set(window, 'moved', async () => {
      // After two frames, everything that was drawn before has been measured
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      add(observer.takeRecords());
      return sum;
    });
  });
  await open('/members');
  const form = page.getByLabel('Sign in', { exact: true });
  await form.getByLabel('Email').fill('daisy@moved.example');
  await form.getByLabel('Password', { exact: true }).fill('not this one');
  // Elements that appear only if the browser supports passkeys are visible by now
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  // The refusal is above the first field, because the sign-in form sets `refused`
  const refusal = form.getByRole('alert').filter({ hasText: 'That email address and password don’t match.' });
  await expect(refusal).toBeInViewport();
  const [said, field] = await Promise.all([refusal.boundingBox(), form.getByLabel('Email').boundingBox()]);
  expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThan(field?.y ?? 0);

  await signIn(site, context, daisy);
  await open('/members/account_settings');
  await page.getByLabel('Phone number', { exact: true }).fill('01632 960999');
  const before = await measureLayoutShift(page);
  await page.getByRole('button', { name: 'Save phone number' }).click();
  await expect(page.getByText('Phone number saved.')).toBeInViewport();
  expect(await measureLayoutShift(page)).toBe(before);
});

// The test runs on a phone too, because alerts are elsewhere on a narrow screen
test('a later response replaces the earlier one, and no alert covers a control @phone', async ({ page, open }) => {
  await open('/contact');
  await page.getByLabel('Your name').fill('Wendy Marsh');
  await page.getByLabel('Email or phone number').fill('wendy@visitors.example');
  await page.getByLabel('What is it about?').selectOption('Tickets');
  await page.getByLabel('Message').fill('Two for Friday?');
  await page.route('**/api/contact', (route) => route.abort());
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Error', { exact: true })).toBeVisible();
  await expect.poll(() => listCoveredControls(page)).toEqual([]);
  // No alert covers the focused field, even if the page has scrolled since
  const message = page.getByLabel('Message');
  await message.focus();
  for (const block of ['end', 'center', 'start'] as const) {
    await message.evaluate((field, at) => field.scrollIntoView({ block: at, behavior: 'instant' }), block);
    await expect
      .poll(async () => (await listCoveredControls(page)).filter((control) => control.startsWith('<textarea')))
      .toEqual([]);
  }
  await page.unroute('**/api/contact');
  await page.getByRole('button', { name: 'Send message' }).click();
  // An alert that appears under the pointer isn't hidden, and stays while the pointer is there
  await page.getByText('Success', { exact: true }).hover();
  await expect(page.getByText('Success', { exact: true })).toHaveCSS('opacity', '1');
  await expect(page.getByText('Error', { exact: true })).toHaveCount(0);
  await expect(page.getByText('Your message has been sent successfully!')).toHaveCount(1);
  await expect.poll(() => listCoveredControls(page)).toEqual([]);
});

test('Back closes the full-screen photographs and stays on the page', async ({ page, open }) => {
  await open('/past-shows');
  await page.getByRole('link', { name: 'An Inspector Calls' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'An Inspector Calls' })).toBeVisible();
  const address = page.url();
  const photo = page.getByRole('link', { name: /^Photo 1 of/ });
  await photo.click();
  await expect(page.getByRole('dialog', { name: 'Photos' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog', { name: 'Photos' })).toHaveCount(0);
  await expect(page).toHaveURL(address);
  await expect(photo).toBeFocused();
  await photo.click();
  await expect(page.getByRole('dialog', { name: 'Photos' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(photo).toBeFocused();
  // The browser takes a moment to remove the photographs' history entry
  await expect.poll(() => page.evaluate(() => 'viewer' in history.state)).toBe(false);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Past shows' })).toBeVisible();
});
