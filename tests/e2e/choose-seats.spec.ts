import { deriveId } from '#platform/server/crypto/ids.ts';
import { narrow } from '../../playwright.config.ts';
import { expect, test } from '../support/screens/browser.ts';

// In the second test, the buyer first presses “Add to basket” without a number of tickets. The response is a 400
test.use({ expectedErrors: [/status of 400/] });

// Phone only, because people press seats with a thumb, and the whole row must be visible
test('a buyer on a phone is offered the best seats first, and chooses others on the plan @phone-only', async ({
  page,
  open,
  readsWell,
}) => {
  test.slow();
  const seat = (label: string, state: string) => page.getByRole('button', { name: `Row H seat ${label}, ${state}` });

  await test.step('the buyer chooses two tickets and asks for other seats', async () => {
    // This is the demo's performance with numbered seats
    await open(`/tickets/${deriveId('demo performance 1')}`);
    const more = page.getByRole('button', { name: 'Add one Full price ticket' });
    await more.click();
    await more.click();
    await page.getByRole('button', { name: 'Add to basket' }).click();
    await page.getByRole('link', { name: 'Choose different seats' }).click();
    await expect(page.getByRole('heading', { name: 'Choose your seats', level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Row [A-H] seat \d+, yours$/ })).toHaveCount(2);
    await readsWell();
  });

  await test.step('a whole row is visible, with seats large enough to tap', async () => {
    const boxOf = async (end: number) =>
      (await page.getByRole('button', { name: new RegExp(`^Row H seat ${end}, `) }).boundingBox()) ?? {
        x: 0,
        width: 0,
      };
    const [first, last] = [await boxOf(1), await boxOf(12)];
    expect(Math.min(first.width, last.width)).toBeGreaterThanOrEqual(24);
    expect(first.x).toBeGreaterThan(0);
    expect(last.x + last.width).toBeLessThanOrEqual(narrow.width);
  });

  await test.step('the keyboard moves through the seats, and each is announced in full', async () => {
    await seat('11', 'free').click();
    await expect(seat('12', 'yours')).toBeVisible();
    await seat('11', 'yours').press('ArrowLeft');
    await expect(seat('10', 'free')).toBeFocused();
    // The Tab key returns to the first of the buyer's seats
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(seat('11', 'yours')).toBeFocused();
  });

  await test.step('clicking the second of the two seats changes nothing for a buyer who chooses seat by seat', async () => {
    await seat('12', 'yours').click();
    await expect(seat('11', 'yours')).toBeVisible();
    await expect(seat('12', 'yours')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Choose these seats' })).toBeEnabled();
  });

  await test.step('while a seat is missing, the button says that one more must be chosen', async () => {
    await seat('11', 'yours').click();
    await expect(page.getByRole('button', { name: 'Choose one more seat' })).toBeDisabled();
    await expect(page.getByText('H12. Choose one more seat.')).toBeVisible();
    await readsWell();
  });

  await test.step('a choice that leaves a single seat is pointed out, and one click takes the alternative', async () => {
    await seat('10', 'free').press('Enter');
    await expect(page.getByText('That would leave H11 on its own')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Choose other seats' })).toBeDisabled();
    await readsWell();
    await page.getByRole('button', { name: /^Choose .+ instead$/ }).click();
  });

  await test.step('the basket lists the seats before anything is paid', async () => {
    await expect(page).toHaveURL(/\/tickets\/basket$/);
    await expect(page.getByText(/^Seats H\d+, H\d+\./)).toBeVisible();
    await readsWell();
  });
});

test('a buyer chooses the number of tickets and the seats in one step', async ({ page, open, readsWell }) => {
  const seat = (label: string, state: string) => page.getByRole('button', { name: `Row G seat ${label}, ${state}` });
  await open(`/tickets/${deriveId('demo performance 1')}`);
  const wanted = page.getByLabel('Full price', { exact: true });
  await expect(page.getByText('Choose how many tickets first; we’ll mark the best seats here.')).toBeVisible();
  await page.getByRole('button', { name: 'Add to basket' }).click();
  await expect(page.getByText('Enter how many tickets.', { exact: true })).toBeVisible();
  await expect(wanted).toBeFocused();
  const more = page.getByRole('button', { name: 'Add one Full price ticket' });
  await more.click();
  await more.click();
  await expect(page.getByText('the best seats available now')).toBeVisible();
  await seat('3', 'free').click();
  await expect(seat('4', 'yours')).toBeVisible();
  await page.getByRole('button', { name: 'Choose the best seats' }).click();
  await expect(seat('4', 'free')).toBeVisible();
  // With seat-by-seat choice, the second click accepts the suggested seat
  await seat('3', 'free').click();
  await seat('4', 'yours').click();
  await expect(seat('3', 'yours')).toBeVisible();
  await expect(seat('4', 'yours')).toBeVisible();
  await seat('4', 'yours').click();
  await expect(page.getByRole('button', { name: 'Choose one more seat' })).toBeDisabled();
  await seat('2', 'free').click();
  await expect(page.getByText('That would leave G1 on its own')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose other seats' })).toBeDisabled();
  await readsWell();
  await page.getByRole('button', { name: /^Choose G\d, G\d instead$/ }).click();
  await page.getByRole('button', { name: 'Add to basket' }).click();
  await expect(page).toHaveURL(/\/tickets\/basket$/);
  await expect(page.getByText(/^Seats G\d+, G\d+\./)).toBeVisible();
});
