import { expect, test } from '../support/screens/browser.ts';
import { createHouse } from '../support/society/audience.ts';
import { signIn } from '../support/society/members.ts';
import { seat } from '../support/society/planner.ts';

// A seat that doesn't exist is refused
test.use({ expectedErrors: [/status of 400/] });
test.slow();

test('the box office sells and withholds seats, moves a party, and is told whom to notify', async ({
  page,
  context,
  open,
  readsWell,
  site,
}) => {
  const { seater, show, performance } = await createHouse(site, {
    title: 'The Numbered House',
    parties: [],
    rows: 4,
    numbered: true,
  });
  await signIn(site, context, seater);
  const office = `/members/bookings?show=${show.id}`;

  await test.step('a party of two chooses its seats at the box office', async () => {
    await open(`${office}#bookings`);
    const panel = page.getByRole('tabpanel', { name: 'Bookings' });
    await panel.locator('summary', { hasText: 'Sell tickets' }).click();
    await panel.getByLabel(/^Adult/).fill('2');
    await panel.getByLabel('Which seats?').selectOption('plan');
    await panel.getByRole('button', { name: /^Row C seat 5, free/ }).click();
    await expect(panel.getByRole('status').filter({ hasText: 'C5, C6' })).toBeVisible();
    await readsWell();
    await panel.getByLabel('Name', { exact: true }).fill('Dorothy Hollis');
    await panel.getByLabel('Email').fill('dorothy@mail.example');
    await panel.getByRole('button', { name: 'Sell tickets' }).click();
    await expect(panel.getByRole('row', { name: /Dorothy Hollis/ })).toBeVisible();
  });

  await test.step('three seats, given as a range and a single seat, are withheld for a camera', async () => {
    await page.getByRole('tab', { name: 'Manage Performances' }).click();
    const houseSeats = page.getByRole('region', { name: /^House seats on/ });
    await houseSeats.getByLabel('Seats', { exact: true }).fill('A1–A2, Z9');
    await houseSeats.getByLabel('Who the seats are for, or why').fill('a camera stands there');
    await houseSeats.getByRole('button', { name: 'Withhold these seats' }).click();
    await expect(houseSeats.getByText('There is no seat Z9')).toBeVisible();
    await readsWell();
    await houseSeats.getByLabel('Seats', { exact: true }).fill('A1–A2, D12');
    await houseSeats.getByRole('button', { name: 'Withhold these seats' }).click();
    await expect(houseSeats.getByRole('listitem').filter({ hasText: 'A1, A2, D12' })).toContainText(
      'a camera stands there',
    );
  });

  await test.step('the press gets a whole row in the planner, and releasing one camera seat is undone', async () => {
    await page.goto(`/members/bookings/seating/${performance}`);
    await seat(page, 'B5').press('h');
    const keeping = page.getByRole('dialog', { name: 'Withhold seats from visitors' });
    await expect(keeping.getByLabel('Seats', { exact: true })).toHaveValue('B5');
    await keeping.getByLabel('Seats', { exact: true }).fill('row B, E1');
    await keeping.getByLabel('Who the seats are for, or why').fill('the press');
    await keeping.getByLabel('Release to visitors').selectOption('An hour before');
    await keeping.getByRole('button', { name: 'Withhold seats' }).click();
    await expect(keeping.getByText('There is no seat E1')).toBeVisible();
    await readsWell();
    await keeping.getByLabel('Seats', { exact: true }).fill('row B');
    await keeping.getByRole('button', { name: 'Withhold seats' }).click();
    await expect(seat(page, 'B12')).toHaveAccessibleName(/house seat \(the press\)/);
    await page.getByRole('button', { name: 'Change… A1, A2, D12' }).click();
    await keeping.getByLabel('Seats', { exact: true }).fill('A1');
    await keeping.getByRole('button', { name: 'Release seats' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'a camera stands there' })).toContainText('A2, D12');
    await page.keyboard.press('Control+z');
    await expect(page.getByRole('listitem').filter({ hasText: 'a camera stands there' })).toContainText('A1, A2, D12');
    await page.getByRole('button', { name: 'Save plan' }).click();
    await expect(page.getByText('Plan saved.')).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Change… B1–B12' }).click();
    await expect(keeping.getByLabel('Release to visitors')).toHaveValue('60');
    await keeping.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('the planner says whom to notify before the plan is saved', async () => {
    await page.goto(`/members/bookings/seating/${performance}`);
    await expect(seat(page, 'D12')).toHaveAccessibleName(/house seat \(a camera stands there\)/);
    await expect(page.getByText('A1, A2, D12: a camera stands there')).toBeVisible();
    await seat(page, 'C5').press('Shift+Enter');
    await seat(page, 'D3').click();
    await expect(seat(page, 'D4')).toHaveAccessibleName(/Dorothy Hollis, 2 of 2/);
    const bar = page.getByRole('region', { name: 'Save changes' });
    await bar.getByRole('button', { name: 'One party needs telling about its seats…' }).click();
    const letters = page.getByRole('dialog', { name: 'Who needs telling' });
    await expect(letters.getByRole('listitem')).toContainText('C5, C6 → D3, D4');
    await readsWell();
    await letters.getByRole('button', { name: 'Close' }).click();
    await bar.getByRole('button', { name: 'Save plan' }).click();
    await expect(page.getByText(/One party has different seats now/)).toBeVisible();
  });

  await test.step('the list of moved seats says whom to notify, until they have been notified', async () => {
    await page.goto(office);
    const moved = page.getByRole('region', { name: 'Moved seats' });
    await expect(moved.getByRole('listitem')).toContainText('C5, C6 → D3, D4');
    await readsWell();
    await moved.getByRole('button', { name: /^Mark as told.*Dorothy Hollis/ }).click();
    await expect(moved).toBeHidden();
  });
});
