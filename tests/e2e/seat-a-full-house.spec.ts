import type { Locator } from '@playwright/test';
import { heightAboveSeats, rowHeight } from '#features/box-office/seating/web/panels/viewport.ts';
import { narrow, wide } from '../../playwright.config.ts';
import { expect, test, waitForHydration } from '../support/screens/browser.ts';
import { bookTickets, createHouse } from '../support/society/audience.ts';
import { createUserWith, signIn, withSiteData } from '../support/society/members.ts';
import {
  createFinger,
  drag,
  findEdge,
  findMiddle,
  handle,
  order,
  pausePlanUpdates,
  seat,
} from '../support/society/planner.ts';

// A plan that somebody else has saved in the meantime is refused with 409
test.use({ expectedErrors: [/status of 409/] });
test.slow();

test('a planner seats parties by mouse and by keyboard, and all other parties at once', async ({
  page,
  context,
  open,
  readsWell,
  site,
}) => {
  const { seater, performance } = await createHouse(site, {
    title: 'The Seated Party',
    parties: [
      ['Dora Quayle', 3, 'Aisle, please'],
      ['Colin Marsh', 2],
      ['Peter Dunn', 4],
      ['Rhys Bowen', 1],
    ],
  });
  await signIn(site, context, seater);
  await open(`/members/bookings/seating/${performance}`);
  const bar = page.getByRole('region', { name: 'Save changes' });

  await test.step('the plan starts with the first row of the seat numbering', async () => {
    const { y = 0 } = (await page.getByRole('row').first().boundingBox()) ?? {};
    expect(y).toBeGreaterThanOrEqual(heightAboveSeats);
    expect(y).toBeLessThan(heightAboveSeats + rowHeight);
  });

  await test.step('an access need mentioned in a note is suggested, and recorded after confirmation', async () => {
    const dora = order(page, 'Dora Quayle');
    await expect(dora).toContainText('Suggested from the note: aisle seat?');
    await expect(dora.getByRole('button', { name: 'Ignore aisle seat, Dora Quayle' })).toBeVisible();
    await dora.getByRole('button', { name: 'Use aisle seat, Dora Quayle' }).click();
    await expect(dora).not.toContainText('Suggested from the note');
  });

  await test.step('the mouse places an order, moves a seat, drags an edge, clears a seat and a block', async () => {
    await drag(page, handle(page, 'Dora Quayle'), seat(page, 'C5'));
    await expect(page.getByRole('button', { name: 'Row C seat 7, Dora Quayle, 3 of 3, asks for aisle' })).toBeVisible();
    await drag(page, handle(page, 'Dora Quayle'), seat(page, 'A1'));
    const alert = page.getByRole('alert').filter({ hasText: 'No Seats Remaining' });
    await expect(alert).toContainText('You have already assigned all the seats for this order.');
    await alert.getByRole('button', { name: /^Dismiss/ }).click();
    await drag(page, seat(page, 'C7'), seat(page, 'D1'));
    await expect(seat(page, 'D1')).toHaveAccessibleName(/Dora Quayle, 3 of 3/);
    await drag(page, await findEdge(seat(page, 'C6')), seat(page, 'C5'));
    await expect(seat(page, 'C6')).toHaveAccessibleName('Row C seat 6, free');
    await seat(page, 'D1').hover();
    await seat(page, 'D1').locator('[data-clear]').click();
    await expect(seat(page, 'D1')).toHaveAccessibleName('Row D seat 1, free');
    await drag(page, handle(page, 'Peter Dunn'), seat(page, 'C5'));
    await expect(page.getByRole('dialog')).toContainText('Dora Quayle has C5');
    await page.getByRole('button', { name: 'Keep Dora Quayle there' }).click();
    await seat(page, 'C5').click({ modifiers: ['Shift'] });
    await expect(seat(page, 'C5')).toHaveAccessibleName('Row C seat 5, free');
  });

  await test.step('the keyboard picks up, puts down, resizes, moves and clears a party, with undo and redo', async () => {
    await order(page, 'Peter Dunn').getByRole('button', { name: 'Seat Peter Dunn' }).press('Enter');
    await expect(page.locator('[data-seat]:focus')).toHaveCount(1);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const first = page.locator('[data-seat]:focus');
    await expect(first).toHaveAccessibleName(/Peter Dunn, 1 of 4/);
    await page.keyboard.press('Shift+ArrowLeft');
    await expect(page.getByText('Peter Dunn no longer has')).not.toHaveCount(0);
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-seat]:focus')).toHaveAccessibleName(/Peter Dunn/);
    await page.keyboard.press('Delete');
    await expect(page.locator('[data-seat]:focus')).toHaveAccessibleName(/free/);
    await page.keyboard.press('Control+z');
    await expect(page.locator('[data-seat]:focus')).toHaveAccessibleName(/Peter Dunn/);
    await page.keyboard.press('Control+Shift+z');
    await expect(page.locator('[data-seat]:focus')).toHaveAccessibleName(/free/);
  });

  await test.step('all other parties are seated with reasons, and the saved plan is there after a reload', async () => {
    await page.getByText('Seat everyone', { exact: true }).click();
    await page.getByRole('button', { name: 'Front and centre first' }).click();
    // The result is shown once, next to the button that was pressed, and not a second time over the plan
    const why = page.getByRole('status').filter({ hasText: 'been seated.' });
    await expect(why).toBeVisible();
    await why.getByText('Why these seats').click();
    await expect(page.getByRole('listitem').filter({ hasText: 'as the booking asks (aisle)' })).toBeVisible();
    const orders = page.getByRole('complementary', { name: 'Orders' });
    await expect(orders.getByText('Everyone is seated.')).toBeVisible();
    await readsWell();
    await bar.getByRole('button', { name: 'Save plan' }).click();
    await expect(page.getByText('Plan saved.')).toBeVisible();
    await page.reload();
    await expect(page.getByText('10 / 96 seats filled.')).toBeVisible();
  });

  await test.step('unsaved changes are restored on the next visit, and nothing that others saved is lost', async () => {
    await pausePlanUpdates(page);
    await page.getByRole('button', { name: 'Add a row' }).click();
    await expect(bar.getByText('One unsaved change.')).toBeVisible();
    const other = await context.newPage();
    await other.goto(page.url());
    await expect(other.getByText('Your unsaved changes have been restored.')).toBeVisible();
    await other.getByRole('button', { name: 'Discard my changes' }).click();
    await other.getByRole('button', { name: 'Unseat Rhys Bowen' }).click();
    await other.getByRole('button', { name: 'Save plan' }).click();
    await expect(other.getByText('Plan saved.')).toBeVisible();
    await other.close();
    await bar.getByRole('button', { name: 'Save plan' }).click();
    await expect(page.getByText('Something went wrong.')).toBeVisible();
    await readsWell();
    // On a phone, the message takes several lines, and the list of orders stays above it
    await page.setViewportSize(narrow);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    const orders = page.getByRole('complementary', { name: 'Orders' });
    const between = async () => {
      const [above, below] = [await orders.boundingBox(), await bar.boundingBox()];
      return (below?.y ?? 0) - ((above?.y ?? 0) + (above?.height ?? 0));
    };
    await expect.poll(between).toBeGreaterThanOrEqual(0);
    await page.setViewportSize(wide);
    await page.getByRole('button', { name: 'Merge the two versions' }).click();
    await expect(page.getByText('9 / 108 seats filled.')).toBeVisible();
    await bar.getByRole('button', { name: 'Save plan' }).click();
    await expect(page.getByText('Plan saved.')).toBeVisible();
  });
});

// Phone only, because a finger drags orders and seated parties, and scrolls everywhere else
test('a finger on a phone drags an order, a block’s edge and a seat, and seats a party with two taps', {
  tag: '@phone-only',
}, async ({ page, context, open, readsWell, site }) => {
  const { seater, performance } = await createHouse(site, {
    title: 'The Small House',
    parties: [['Nell Pocket', 2]],
  });
  await signIn(site, context, seater);
  await open(`/members/bookings/seating/${performance}`);
  const finger = await createFinger(page, context);
  // The plan is on the first screen, and the orders are folded at the bottom, within reach of the thumb
  await expect(seat(page, 'A2')).toBeInViewport();
  await expect(order(page, 'Nell Pocket')).toBeHidden();
  // The button is pressed, not tapped, because on a busy machine a tap may become a long press
  const { x, y } = await findMiddle(page.getByRole('button', { name: /^1 to seat/ }));
  await page.mouse.click(x, y);
  await expect(order(page, 'Nell Pocket')).toBeInViewport();
  await readsWell();
  await page.evaluate(() => scrollTo({ top: 350, behavior: 'instant' }));
  await finger(handle(page, 'Nell Pocket'), seat(page, 'A2'));
  await expect(seat(page, 'A3')).toHaveAccessibleName('Row A seat 3, Nell Pocket, 2 of 2');
  await seat(page, 'A3').evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await finger(await findEdge(seat(page, 'A3')), seat(page, 'A2'));
  await expect(seat(page, 'A3')).toHaveAccessibleName('Row A seat 3, free');
  await finger(await findEdge(seat(page, 'A2')), seat(page, 'A4'));
  await expect(seat(page, 'A3')).toHaveAccessibleName('Row A seat 3, Nell Pocket, 2 of 2');
  await expect(seat(page, 'A4')).toHaveAccessibleName('Row A seat 4, free');
  const alert = page.getByRole('alert').filter({ hasText: 'No Seats Remaining' });
  await alert.getByRole('button', { name: /^Dismiss/ }).click();
  await expect(alert).toBeHidden();
  await finger(seat(page, 'A3'), seat(page, 'B5'));
  await expect(seat(page, 'B5')).toHaveAccessibleName('Row B seat 5, Nell Pocket, 2 of 2');
  await seat(page, 'B5').click();
  const menu = page.getByRole('region', { name: 'Seat B5', exact: true });
  await readsWell();
  await menu.getByRole('button', { name: 'Clear this seat' }).click();
  await expect(seat(page, 'B5')).toHaveAccessibleName('Row B seat 5, free');
  await expect(menu).toBeHidden();
  // The seat's menu has hidden the list of orders
  await expect(order(page, 'Nell Pocket')).toBeHidden();
  await page.getByRole('button', { name: /^1 to seat/ }).click();
  // Two taps have the same effect as a drag. After the first tap, the list of orders is hidden so that the plan fits on
  // the screen
  await order(page, 'Nell Pocket').getByRole('button', { name: 'Seat Nell Pocket' }).click();
  await expect(page.getByRole('button', { name: 'Put back' })).toBeInViewport();
  await expect(order(page, 'Nell Pocket')).toBeHidden();
  await seat(page, 'B2').click();
  await expect(seat(page, 'B2')).toHaveAccessibleName('Row B seat 2, Nell Pocket, 2 of 2');
  await expect(page.getByRole('button', { name: /^Everyone is seated/ })).toBeVisible();
  // The pressed button disappears when its menu closes, and the plan doesn't move under the finger
  await page.getByRole('button', { name: /^Everyone is seated/ }).click();
  await seat(page, 'B2').click();
  const clear = page
    .getByRole('region', { name: 'Seat B2', exact: true })
    .getByRole('button', { name: 'Clear this seat' });
  await clear.hover();
  await page.evaluate(() => scrollTo({ top: 120, behavior: 'instant' }));
  const at = await findMiddle(clear);
  await page.mouse.click(at.x, at.y);
  await expect(page.getByRole('button', { name: /^1 to seat/ })).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(120);
});

test('two planners seat one house at once, one of them with a pen, learn of a new order, and merge their plans', async ({
  page,
  context,
  open,
  browser,
  site,
}) => {
  const house = await createHouse(site, {
    title: 'The Shared House',
    parties: [
      ['Dora Quayle', 2],
      ['Colin Marsh', 2],
    ],
  });
  const { seater, performance } = house;
  const address = `/members/bookings/seating/${performance}`;
  const colleague = await createUserWith(site, { firstname: 'Liz', lastname: 'Dunn' }, { bookings: true });
  const hers = await browser.newContext({ baseURL: site.url });
  await signIn(site, hers, colleague);
  const other = await hers.newPage();
  await other.goto(address);
  await waitForHydration(other);
  await signIn(site, context, seater);
  await open(address);

  await test.step('a pen works like a mouse on the plan', async () => {
    const devtools = await context.newCDPSession(page);
    const pen = (
      type: 'mousePressed' | 'mouseMoved' | 'mouseReleased',
      at: { x: number; y: number },
      buttons: number,
    ) =>
      devtools.send('Input.dispatchMouseEvent', {
        ...{ type, ...at, buttons, button: 'left', clickCount: 1, pointerType: 'pen' },
      });
    const penDrags = async (from: Locator | { x: number; y: number }, to: Locator) => {
      const [start, end] = ['x' in from ? from : await findMiddle(from), await findMiddle(to)];
      await pen('mouseMoved', start, 0);
      await pen('mousePressed', start, 1);
      for (const part of [0.3, 0.6, 1]) {
        await pen('mouseMoved', { x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part }, 1);
      }
      await pen('mouseReleased', end, 0);
    };
    await page.evaluate(() => {
      addEventListener('pointerdown', ({ pointerType }) => document.body.setAttribute('data-pointer', pointerType));
    });
    await penDrags(handle(page, 'Dora Quayle'), seat(page, 'B3'));
    await expect(seat(page, 'B4')).toHaveAccessibleName('Row B seat 4, Dora Quayle, 2 of 2');
    await penDrags(await findEdge(seat(page, 'B4')), seat(page, 'B3'));
    await expect(seat(page, 'B4')).toHaveAccessibleName('Row B seat 4, free');
    await penDrags(await findEdge(seat(page, 'B3')), seat(page, 'B4'));
    await penDrags(seat(page, 'B3'), seat(page, 'C1'));
    await expect(seat(page, 'C1')).toHaveAccessibleName('Row C seat 1, Dora Quayle, 2 of 2');
    await expect(page.locator('body')).toHaveAttribute('data-pointer', 'pen');
  });

  await test.step('a new order is announced, and listed among those to seat', async () => {
    await withSiteData(site, (_, db) => bookTickets(db, house, ['Zoe Late', 3]));
    // When its window gets the focus, the planner looks for changes at once
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expect(
      page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: 'Zoe Late, 3 tickets.' }),
    ).toBeVisible();
    await expect(order(page, 'Zoe Late').getByRole('button', { name: 'Seat Zoe Late' })).toBeVisible();
    await expect(seat(page, 'C1')).toHaveAccessibleName('Row C seat 1, Dora Quayle, 2 of 2');
  });

  await test.step('the second planner to save is told about the first, and merges the two plans', async () => {
    await pausePlanUpdates(page);
    await drag(other, handle(other, 'Colin Marsh'), seat(other, 'A5'));
    await other.getByRole('button', { name: 'Save plan' }).click();
    await expect(other.getByText('Plan saved.')).toBeVisible();
    await page.getByRole('button', { name: 'Save plan' }).click();
    await expect(page.getByText('Liz Dunn has saved this plan since you opened it.')).toBeVisible();
    await page.getByRole('button', { name: 'Merge the two versions' }).click();
    await expect(seat(page, 'A6')).toHaveAccessibleName('Row A seat 6, Colin Marsh, 2 of 2');
    await expect(seat(page, 'C1')).toHaveAccessibleName('Row C seat 1, Dora Quayle, 2 of 2');
    await page.getByRole('button', { name: 'Save plan' }).click();
    await expect(page.getByText('Plan saved.')).toBeVisible();
    await other.reload();
    await waitForHydration(other);
    await expect(other.getByText('4 / 96 seats filled.')).toBeVisible();
    await hers.close();
  });
});

// Another program serves the page with the planner, and the plan's data are as old as the page
test('a planner embedded with an outdated plan loads the current plan and saves it', async ({
  page,
  context,
  readsWell,
  site,
}) => {
  const house = await createHouse(site, { title: 'The Foyer', parties: [['Dora Quayle', 2]], rows: 3 });
  const { show, refs } = house;
  await signIn(site, context, house.seater);
  const attributes = {
    layout: '{"rowCount":3,"hiddenSeats":["A1"],"newSeats":0,"fullWidth":12}',
    assignments: `{"B3":"${refs[0]}","B4":"${refs[0]}"}`,
    showname: show.title,
    authors: 'Nobody',
    date: '2027-03-06T19:30:00+00:00',
  };
  const said = Object.entries(attributes).map(([name, value]) => `data-${name}='${value}'`);
  const body = `<!doctype html><html lang="en"><title>Foyer</title><main><h1>Foyer</h1><div id="seating-plan" ${said.join(' ')}></div></main><script type="module" src="/seating-plan.js"></script></html>`;
  await page.route('**/foyer', (route) => route.fulfill({ body, contentType: 'text/html' }));
  // The plan in the page's attributes is drawn before the current plan has been fetched
  const saving = Promise.withResolvers<void>();
  await page.route('**/members/api/seating/**', async (route) => {
    await saving.promise;
    await route.continue();
  });
  await page.goto('/foyer');
  await expect(seat(page, 'B4')).toHaveAccessibleName(`Row B seat 4, ${refs[0]}, 2 of 2`);
  await expect(seat(page, 'A1')).toHaveCount(0);
  saving.resolve();
  await expect(seat(page, 'B4')).toHaveAccessibleName('Row B seat 4, free');
  await expect(seat(page, 'A1')).toHaveCount(1);
  await readsWell();
  await drag(page, handle(page, 'Dora Quayle'), seat(page, 'B11'));
  await expect(seat(page, 'B12')).toHaveAccessibleName('Row B seat 12, Dora Quayle, 2 of 2');
  await page.getByRole('button', { name: 'Save plan' }).click();
  await expect(page.getByText('Plan saved.')).toBeVisible();
  await page.reload();
  await expect(seat(page, 'B11')).toHaveAccessibleName('Row B seat 11, Dora Quayle, 1 of 2');
});
