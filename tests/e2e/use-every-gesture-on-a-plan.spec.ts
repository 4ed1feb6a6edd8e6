import { expect, test } from '../support/screens/browser.ts';
import { createHouse } from '../support/society/audience.ts';
import { signIn } from '../support/society/members.ts';
import { createFinger, drag, findEdge, findMiddle, handle, order, seat } from '../support/society/planner.ts';

test.slow();

test('mouse and keyboard gestures on a plan change it or ask first; impossible ones change nothing', async ({
  page,
  context,
  open,
  readsWell,
  site,
}) => {
  const { seater, performance } = await createHouse(site, {
    title: 'The Long House',
    parties: [
      ['Dora Quayle', 3],
      ['Colin Marsh', 2],
      ['Peter Dunn', 4],
    ],
    rows: 20,
    seats: ([dora = '', colin = '', peter = '']) => ({
      ...{ B5: dora, B6: dora, B7: dora },
      ...{ D5: colin, D6: colin },
      T3: peter,
    }),
  });
  await signIn(site, context, seater);
  await open(`/members/bookings/seating/${performance}`);
  const dialog = page.getByRole('dialog');
  const filled = (seats: number, of: number) => expect(page.getByText(`${seats} / ${of} seats filled.`)).toBeVisible();

  await test.step('dragging a block’s left edge in and out again moves its party off two seats and back', async () => {
    await drag(page, await findEdge(seat(page, 'B5'), 'left'), seat(page, 'B7'));
    await expect(seat(page, 'B6')).toHaveAccessibleName('Row B seat 6, free');
    await expect(seat(page, 'B7')).toHaveAccessibleName('Row B seat 7, Dora Quayle, 1 of 3');
    await drag(page, await findEdge(seat(page, 'B7'), 'left'), seat(page, 'B5'));
    await expect(seat(page, 'B5')).toHaveAccessibleName('Row B seat 5, Dora Quayle, 1 of 3');
  });

  await test.step('one party dragged onto another swaps places with it', async () => {
    await drag(page, seat(page, 'B6'), seat(page, 'D5'));
    await expect(seat(page, 'B6')).toHaveAccessibleName(/Colin Marsh/);
    await expect(seat(page, 'D5')).toHaveAccessibleName(/Dora Quayle/);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(seat(page, 'B6')).toHaveAccessibleName('Row B seat 6, Dora Quayle, 2 of 3');
  });

  await test.step('dragging an order onto a seated party asks whether to keep or replace that party', async () => {
    await drag(page, handle(page, 'Peter Dunn'), seat(page, 'D5'));
    await expect(dialog).toContainText('Colin Marsh has D5. Seat Peter Dunn there instead?');
    await page.getByRole('button', { name: 'Keep Colin Marsh there' }).click();
    await expect(seat(page, 'D5')).toHaveAccessibleName('Row D seat 5, Colin Marsh, 1 of 2');
    await drag(page, handle(page, 'Peter Dunn'), seat(page, 'D5'));
    await page.getByRole('button', { name: 'Replace' }).click();
    await expect(seat(page, 'D7')).toHaveAccessibleName('Row D seat 7, Peter Dunn, 3 of 4');
    await expect(order(page, 'Colin Marsh').getByRole('button', { name: 'Seat Colin Marsh' })).toBeVisible();
  });

  await test.step('with Shift, a drag moves a whole block and a press clears one', async () => {
    await page.keyboard.down('Shift');
    await drag(page, seat(page, 'B6'), seat(page, 'D8'));
    await expect(seat(page, 'B5')).toHaveAccessibleName('Row B seat 5, Dora Quayle, 1 of 3');
    await expect(page.getByText('D7: already taken.').first()).toBeVisible();
    await drag(page, seat(page, 'B6'), seat(page, 'F9'));
    await page.keyboard.up('Shift');
    await expect(seat(page, 'F8')).toHaveAccessibleName('Row F seat 8, Dora Quayle, 1 of 3');
    await expect(seat(page, 'F10')).toHaveAccessibleName('Row F seat 10, Dora Quayle, 3 of 3');
    await seat(page, 'F9').click({ modifiers: ['Shift'] });
    for (const label of ['F8', 'F9', 'F10']) await expect(seat(page, label)).toHaveAccessibleName(/, free/);
    await page.keyboard.press('Control+z');
    await expect(seat(page, 'F9')).toHaveAccessibleName('Row F seat 9, Dora Quayle, 2 of 3');
  });

  await test.step('the keyboard moves a block’s left edge and clears a whole block', async () => {
    await seat(page, 'F9').press('Control+Shift+ArrowRight');
    await expect(seat(page, 'F8')).toHaveAccessibleName('Row F seat 8, free');
    await seat(page, 'F9').press('Control+Shift+ArrowLeft');
    await expect(seat(page, 'F8')).toHaveAccessibleName('Row F seat 8, Dora Quayle, 1 of 3');
    await seat(page, 'F9').press('Shift+Delete');
    for (const label of ['F8', 'F9', 'F10']) await expect(seat(page, label)).toHaveAccessibleName(/, free/);
    await page.keyboard.press('Control+z');
    await expect(seat(page, 'F8')).toHaveAccessibleName('Row F seat 8, Dora Quayle, 1 of 3');
  });

  await test.step('a drag at the window’s edge scrolls the plan, and a drop outside it does nothing', async () => {
    const from = await findMiddle(seat(page, 'F9'));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, 860, { steps: 4 });
    // At first the last row is below the window, and then behind the bar at the bottom of the window
    const top = async () => (await seat(page, 'S9').boundingBox())?.y ?? 1e4;
    let before = 1e4;
    // The test waits until scrolling has ended, because otherwise another seat would be there when the mouse arrives
    const isAtRest = async () => {
      const [last, now] = [before, await top()];
      before = now;
      return now < 600 && now === last;
    };
    await expect.poll(isAtRest).toBe(true);
    const to = await findMiddle(seat(page, 'S9'));
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
    await expect(seat(page, 'S9')).toHaveAccessibleName('Row S seat 9, Dora Quayle, 3 of 3');
    await drag(page, seat(page, 'S9'), { x: to.x, y: 900 });
    await drag(page, seat(page, 'S9'), { x: -40, y: to.y });
    await expect(seat(page, 'S9')).toHaveAccessibleName('Row S seat 9, Dora Quayle, 3 of 3');
    await page.mouse.move(to.x, to.y);
    await expect(page.getByRole('button', { name: 'Put back' })).toHaveCount(0);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await filled(7, 240);
  });

  await test.step('removing a row with people in it asks first, and then the people need seats again', async () => {
    await page.getByRole('button', { name: 'Remove row T' }).click();
    await expect(dialog).toContainText('People are seated in row T: T3. They will go back on the “To seat” list.');
    await page.getByRole('button', { name: 'Keep the row' }).click();
    await filled(7, 240);
    await page.getByRole('button', { name: 'Remove row T' }).click();
    await page.getByRole('button', { name: 'Remove the row' }).click();
    await filled(6, 228);
    await expect(order(page, 'Peter Dunn')).toContainText('3 of 4');
  });

  await test.step('free seats are hidden and shown one by one, by range and by row', async () => {
    await page.getByLabel('Edit hidden seats').first().check();
    await seat(page, 'A1').click();
    await expect(seat(page, 'A1')).toHaveAccessibleName('Row A seat 1, hidden');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(seat(page, 'A2')).toHaveAccessibleName('Row A seat 2, hidden');
    await filled(6, 226);
    const hidden = page.getByRole('form', { name: 'Hidden seats' });
    const seats = hidden.getByLabel('Seats');
    await seats.fill('A3–A5, row Q–R');
    await seats.press('Enter');
    await expect(hidden.getByText('29 of 200 hidden.')).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'now hidden (29 of 200).' })).toBeAttached();
    await expect(seat(page, 'R12')).toHaveAccessibleName('Row R seat 12, hidden');
    await seats.fill('row D, C1');
    await seats.press('Enter');
    await expect(seats).toHaveAccessibleDescription(/D5–D7: already taken\./);
    await seats.fill('row G to J');
    await hidden.getByRole('button', { name: 'Hide seats' }).click();
    await expect(seats).toHaveAccessibleDescription(/“TO” isn’t a seat/);
    await seats.fill('rows A–C, E, G–R, D1–D4, D8–D12');
    await hidden.getByRole('button', { name: 'Hide seats' }).click();
    await expect(seats).toHaveAccessibleDescription(/You can hide at most 200 seats: that would make 201\./);
    await readsWell();
    await seats.fill('row R, A1');
    await hidden.getByRole('button', { name: 'Show seats' }).click();
    await expect(hidden.getByText('16 of 200 hidden.')).toBeVisible();
    await page.getByLabel('Edit hidden seats').first().uncheck();
    await expect(seat(page, 'A2')).toHaveCount(0);
    await expect(seat(page, 'A1')).toHaveAccessibleName(/, free/);
  });

  await test.step('all changes are saved and still there after a reload', async () => {
    await page.getByRole('button', { name: 'Save plan' }).click();
    await expect(page.getByText('Plan saved.')).toBeVisible();
    await page.reload();
    await filled(6, 212);
    await expect(seat(page, 'S9')).toHaveAccessibleName('Row S seat 9, Dora Quayle, 3 of 3');
  });
});

// The test runs on a phone, which has neither a Shift nor a Delete key
test('a finger drags a block’s left edge, swaps two parties and clears a whole block', {
  tag: '@phone-only',
}, async ({ page, context, open, site }) => {
  const { seater, performance } = await createHouse(site, {
    title: 'The Pocket House',
    parties: [
      ['Nell Pocket', 3],
      ['Kit Small', 1],
    ],
    rows: 4,
    seats: ([nell = '', kit = '']) => ({ B2: nell, B3: nell, B4: nell, C3: kit }),
  });
  await signIn(site, context, seater);
  await open(`/members/bookings/seating/${performance}`);
  const finger = await createFinger(page, context);
  await finger(await findEdge(seat(page, 'B2'), 'left'), seat(page, 'B3'));
  await expect(seat(page, 'B2')).toHaveAccessibleName('Row B seat 2, free');
  await finger(await findEdge(seat(page, 'B3'), 'left'), seat(page, 'B2'));
  await expect(seat(page, 'B2')).toHaveAccessibleName('Row B seat 2, Nell Pocket, 1 of 3');
  await finger(seat(page, 'C3'), seat(page, 'B3'));
  await expect(seat(page, 'B3')).toHaveAccessibleName('Row B seat 3, Kit Small, 1 of 1');
  const { x, y } = await findMiddle(seat(page, 'B3'));
  await finger(seat(page, 'B3'), seat(page, 'C3'));
  // A press right after the finger is lifted isn't mistaken for the click that ends the drag
  await page.mouse.click(x, y);
  await expect(seat(page, 'B3')).toHaveAccessibleName('Row B seat 3, Nell Pocket, 2 of 3');
  await page.getByRole('region', { name: 'Seat B3' }).getByRole('button', { name: 'Clear whole block' }).click();
  for (const label of ['B2', 'B3', 'B4']) await expect(seat(page, label)).toHaveAccessibleName(/, free/);
  await expect(seat(page, 'C3')).toHaveAccessibleName('Row C seat 3, Kit Small, 1 of 1');
});
