import type { Page } from '@playwright/test';
import { expect, test } from '../support/screens/browser.ts';
import { createHouse } from '../support/society/audience.ts';
import { signIn } from '../support/society/members.ts';
import { drag, findMiddle, handle, order, pausePlanUpdates, seat } from '../support/society/planner.ts';

// A plan that somebody else has saved in the meantime is refused with 409
test.use({ expectedErrors: [/status of 409/] });
test.slow();

const rows = 24;
const parties = [
  [
    'Grace Adeyemi',
    3,
    'Aisle, and our daughter comes in a wheelchair. We have to leave before the end. Ann, who helps her, and she come by taxi at a quarter past seven: please telephone us if the lift is out of order, since then they need a hand at the kerb, and some time, and we would set out earlier that evening.',
    { needs: 'wheelchair', seat_wishes: 'aisle' },
  ],
  ['George Allan', 3],
  ['Dora Quayle', 2],
  ['Zoe Late', 2],
] as const;
/** Seats the first two parties in the first row, and the third in the last row. */
const seated = ([grace = '', george = '', dora = '']: readonly string[]) => ({
  ...{ A1: grace, A2: grace, A3: grace, A4: george, A5: george, A6: george },
  ...{ X7: dora, X8: dora },
});
const house = { title: 'The Tall House', parties, rows, seats: seated };

const why = (page: Page) => page.getByRole('status').filter({ hasText: 'been seated.' });
const mark = (page: Page, label: string) => seat(page, label).getAttribute('data-mark');

test('the plan shows who sits where, the search finds orders and seats, and a seating’s reasons can be read', async ({
  page,
  context,
  open,
  readsWell,
  site,
}) => {
  const { seater, performance } = await createHouse(site, house);
  await signIn(site, context, seater);
  await open(`/members/bookings/seating/${performance}`);
  const card = page.locator('[aria-hidden]').filter({ hasText: 'We have to leave before the end.' });

  await test.step('two parties with the same initials can be distinguished, and each access need has its icon', async () => {
    expect([await mark(page, 'A1'), await mark(page, 'A4')]).toEqual(['GAd', 'GAl']);
    await expect(seat(page, 'A1')).toHaveAttribute('data-sign', 'WA!');
  });

  await test.step('a seat under the mouse shows its party in a tooltip that can be hovered', async () => {
    await seat(page, 'A2').hover();
    await expect(card).toContainText('A2 Grace Adeyemi');
    await expect(card).toContainText('3 of 3 seated: A1–A3');
    await readsWell();
    await page.mouse.move(10, 10);
    await seat(page, 'A2').hover();
    await expect(card).toBeVisible();
    const over = await findMiddle(card);
    await page.mouse.move(over.x, over.y, { steps: 5 });
    await expect(card).toBeVisible();
    // A long note can be scrolled to its end
    await page.mouse.wheel(0, 500);
    const isAtEnd = (box: Element) => box.scrollTop > 0 && box.scrollTop + box.clientHeight >= box.scrollHeight - 1;
    await expect.poll(() => card.evaluate(isAtEnd)).toBe(true);
    await page.keyboard.press('Escape');
    await expect(card).toBeHidden();
    // The card appears again when the mouse returns to the seat, and disappears when the mouse leaves
    await page.mouse.move(10, 10);
    await seat(page, 'A2').hover();
    await expect(card).toBeVisible();
    await page.mouse.move(10, 10);
    await expect(card).toBeHidden();
  });

  await test.step('a seat chosen by keyboard or press shows its party at the foot of the window', async () => {
    await seat(page, 'A2').click();
    const menu = page.getByRole('region', { name: 'Seat A2', exact: true });
    await expect(menu).toBeInViewport({ ratio: 1 });
    await expect(menu).toContainText('We have to leave before the end.');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('region', { name: 'Seat A4', exact: true })).toBeInViewport({ ratio: 1 });
  });

  await test.step('a name in the list leads to its seats', async () => {
    await order(page, 'Dora Quayle').getByRole('button', { name: 'Dora Quayle', exact: true }).click();
    await expect(seat(page, 'X7')).toBeFocused();
    await expect(seat(page, 'X7')).toBeInViewport({ ratio: 1 });
    await expect(page.locator('[data-chosen]')).toHaveCount(2);
    await readsWell();
  });

  await test.step('a party that has all its seats is refused another, and its seats are shown', async () => {
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await drag(page, handle(page, 'George Allan'), seat(page, 'B5'));
    const alert = page.getByRole('alert').filter({ hasText: 'No Seats Remaining' });
    await expect(alert).toBeVisible();
    await expect(page.getByRole('region', { name: 'Seat A4', exact: true })).toContainText('George Allan');
    // After the next accepted change, the earlier refusal disappears
    await drag(page, seat(page, 'A6'), seat(page, 'A11'));
    await expect(alert).toBeHidden();
    await expect(page.getByText('This leaves A12 as a single seat.').first()).toBeVisible();
    await seat(page, 'B5').click();
    await expect(page.getByText('This leaves A12 as a single seat.').first()).toBeHidden();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
  });

  await test.step('the search filters the list, finds seats, and says if there is no match', async () => {
    const lists = page.getByRole('complementary', { name: 'Orders' });
    const sought = lists.getByLabel('Find an order');
    await sought.fill('a5');
    await expect(lists.getByRole('listitem')).toHaveText(/George Allan/);
    await sought.fill('B9');
    await expect(lists.getByText('Nobody is seated in B9.')).toBeVisible();
    await sought.fill('Nobody at all');
    await expect(lists.getByText('No order matches “Nobody at all”.')).toBeVisible();
    await readsWell();
    await lists.getByRole('button', { name: 'Clear search' }).click();
    await expect(lists.getByRole('listitem')).toHaveCount(4);
    await expect(sought).toBeFocused();
  });

  await test.step('the reasons for the seating disappear with the party’s seats, return on undo, and can be closed', async () => {
    await page.getByText('Seat everyone', { exact: true }).click();
    await page.getByRole('button', { name: 'Front and centre first' }).click();
    await expect(why(page)).toContainText('One party has been seated.');
    await why(page).getByText('Why these seats').click();
    const zoe = page.locator('[data-seat][aria-label*="Zoe Late, 1 of 2"]');
    await zoe.press('Delete');
    await expect(why(page).getByRole('button', { name: 'Undo seating everyone' })).toBeHidden();
    await expect(why(page)).toBeHidden();
    await page.keyboard.press('Control+z');
    await expect(why(page)).toContainText('Zoe Late');
    await readsWell();
    await why(page).getByRole('button', { name: 'Close “Why these seats”' }).click();
    await expect(why(page)).toBeHidden();
  });

  await test.step('the page says that unsaved changes aren’t printed', async () => {
    await page.getByText('More', { exact: true }).click();
    await expect(page.getByText('Unsaved changes won’t be printed.')).toBeVisible();
    await readsWell();
  });
});

// Phone only, because seats, reasons and changes are shown at the bottom of the window
test('on a phone, a chosen seat, the reasons for a seating and others’ changes are in view', {
  tag: '@phone-only',
}, async ({ page, context, open, readsWell, site }) => {
  const { seater, performance } = await createHouse(site, house);
  await signIn(site, context, seater);
  await open(`/members/bookings/seating/${performance}`);

  await test.step('choosing a name in the list hides the list and shows that party’s seats', async () => {
    await page.getByRole('button', { name: /^1 to seat/ }).click();
    await order(page, 'Dora Quayle').getByRole('button', { name: 'Dora Quayle', exact: true }).click();
    await expect(order(page, 'Dora Quayle')).toBeHidden();
    await expect(seat(page, 'X7')).toBeInViewport({ ratio: 1 });
    const menu = page.getByRole('region', { name: 'Seat X7', exact: true });
    await expect(menu).toBeInViewport({ ratio: 1 });
    await expect(menu).toContainText('2 of 2 seated: X7, X8');
    // The menu has one line for the name, and two lines for buttons
    expect((await menu.boundingBox())?.height).toBeLessThan(130);
  });

  await test.step('row letters stay legible while the plan scrolls behind them', async () => {
    await seat(page, 'X12').evaluate((one) => one.scrollIntoView({ inline: 'end', behavior: 'instant' }));
    const [letters, part] = await seat(page, 'X12').evaluate((one) => [
      one.closest('[role="row"]')?.firstElementChild?.getBoundingClientRect().left,
      one.closest('[role="grid"]')?.parentElement?.parentElement?.getBoundingClientRect().left,
    ]);
    expect(letters).toBe(part);
  });

  await test.step('undo without anything to undo changes nothing and says so', async () => {
    await page.keyboard.press('Control+z');
    await expect(page.getByRole('status').filter({ hasText: 'There is nothing to undo.' })).toHaveCount(1);
  });

  await test.step('after seating everyone, the reasons for the seats are visible without scrolling', async () => {
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await page.getByText('Seat everyone', { exact: true }).click();
    await page.getByRole('button', { name: 'Front and centre first' }).click();
    await expect(why(page).getByText('Why these seats')).toBeInViewport({ ratio: 1 });
    await why(page).getByText('Why these seats').click();
    await expect(why(page).getByText(/^Zoe Late/)).toBeInViewport();
    await readsWell({ narrow: 'all' });
  });

  await test.step('if somebody else has saved in the meantime, “Save plan” shows the conflict without scrolling', async () => {
    await pausePlanUpdates(page);
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: 'Discard my changes' }).click();
    await seat(other, 'X7').press('Shift+Delete');
    await other.getByRole('button', { name: 'Save plan' }).click();
    await expect(other.getByText('Plan saved.')).toBeVisible();
    await other.close();
    await page.getByRole('button', { name: 'Save plan' }).click();
    await expect(page.getByRole('heading', { name: /version$/ })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Merge the two versions' })).toBeInViewport({ ratio: 1 });
    await readsWell({ narrow: 'all' });
  });
});
