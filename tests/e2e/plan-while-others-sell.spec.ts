import type { Page } from '@playwright/test';
import { write } from '#platform/server/database/index.ts';
import { expect, test, waitForHydration } from '../support/screens/browser.ts';
import { bookSeats, bookTickets, createHouse } from '../support/society/audience.ts';
import { createUserWith, signIn, withSiteData } from '../support/society/members.ts';
import { order, pausePlanUpdates, resumePlanUpdates, seat } from '../support/society/planner.ts';

// Saving a plan is refused with 409 if somebody has saved or sold in the meantime, and with 400 if a promised seat is
// missing
test.use({ expectedErrors: [/status of 4(09|00)/] });
test.slow();

const bar = (page: Page) => page.getByRole('region', { name: 'Save changes' });
const theirs = (page: Page, name: string) => page.getByRole('region', { name });
const news = (page: Page) => page.getByRole('status').or(page.getByRole('alert'));

/**
 * Lets other users' changes reach the planner again, and focuses its window, which then reports the changes at once.
 */
async function returnToPlanner(page: Page): Promise<void> {
  await resumePlanUpdates(page);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
}

/** Seats a party by pressing its button and then a seat. */
async function seatParty(page: Page, name: string, label: string): Promise<void> {
  await order(page, name)
    .getByRole('button', { name: `Seat ${name}` })
    .click();
  await seat(page, label).click();
  await expect(seat(page, label)).toHaveAccessibleName(new RegExp(name));
}

test('seats sold during planning appear in the plan, and no save removes them', async ({
  page,
  context,
  open,
  readsWell,
  site,
}) => {
  const house = await createHouse(site, {
    title: 'The Rush',
    parties: [
      ['Dora Quayle', 2],
      ['Colin Marsh', 2],
      ['Peter Dunn', 3],
    ],
    numbered: true,
  });
  const { seater, performance, refs } = house;
  await signIn(site, context, seater);
  await open(`/members/bookings/seating/${performance}`);
  const sell = (name: string, ...seats: string[]) =>
    withSiteData(site, (_, db) => bookSeats(db, house, { party: [name, seats.length], seats }));

  await test.step('a save that doesn’t know of a new sale succeeds, and the sale keeps its seats', async () => {
    await pausePlanUpdates(page);
    await page.getByRole('button', { name: 'Add a row' }).click();
    await sell('Zoe Late', 'G5', 'G6');
    await bar(page).getByRole('button', { name: 'Save plan' }).click();
    await expect(page.getByText('Plan saved.')).toBeVisible();
    await expect(seat(page, 'G6')).toHaveAccessibleName('Row G seat 6, Zoe Late, 2 of 2');
    await page.reload();
    await waitForHydration(page);
    await expect(seat(page, 'G5')).toHaveAccessibleName('Row G seat 5, Zoe Late, 1 of 2');
    await expect(page.getByText('2 / 108 seats filled.')).toBeVisible();
  });

  await test.step('new sales appear next to unsaved changes, and are announced with their seats', async () => {
    await seatParty(page, 'Dora Quayle', 'B3');
    await sell('Yan Early', 'C1', 'C2');
    await returnToPlanner(page);
    await expect(news(page).filter({ hasText: 'Yan Early, 2 tickets: C1, C2.' })).toBeVisible();
    await expect(seat(page, 'C2')).toHaveAccessibleName('Row C seat 2, Yan Early, 2 of 2');
    await expect(seat(page, 'B4')).toHaveAccessibleName('Row B seat 4, Dora Quayle, 2 of 2');
    await page.keyboard.press('Control+z');
    await expect(seat(page, 'B4')).toHaveAccessibleName('Row B seat 4, free');
    await expect(seat(page, 'C2')).toHaveAccessibleName(/Yan Early/);
    await page.keyboard.press('Control+Shift+z');
    await bar(page).getByRole('button', { name: 'Save plan' }).click();
    await expect(page.getByText('Plan saved.')).toBeVisible();
  });

  await test.step('a visitor’s held seats appear, and parties that become smaller or cancel are announced', async () => {
    await withSiteData(site, (_, db) =>
      write(db, async (tx) => {
        await tx
          .insertInto('seat_assignment')
          .values(
            ['E5', ...Array.from({ length: 12 }, (_none, at) => `A${at + 1}`)].map((label) => ({
              ...{ performance_id: performance, seat: label, ticket_id: `visitor of ${label}` },
              held_until: '2099-01-01T00:00:00.000Z',
            })),
          )
          .execute();
        const of = async (ref: string | undefined) =>
          (
            await tx
              .selectFrom('ticket')
              .innerJoin('ticket_order', 'ticket_order.id', 'ticket.order_id')
              .select('ticket.id')
              .where('ticket_order.ref', '=', Number(ref))
              .execute()
          ).map(({ id }) => id);
        const [[one = ''], all] = [await of(refs[2]), await of(refs[1])];
        await tx
          .updateTable('ticket')
          .set({ given_back_at: '2026-11-20T12:00:00.000Z' })
          .where('id', 'in', [one, ...all])
          .execute();
      }),
    );
    await returnToPlanner(page);
    const said = news(page).filter({ hasText: 'Several things have changed' });
    await expect(said).toContainText('Changed: Peter Dunn, 2 tickets instead of 3.');
    await expect(said).toContainText('No longer coming: Colin Marsh, 2 tickets.');
    await expect(seat(page, 'E5')).toHaveAccessibleName('Row E seat 5, a visitor is buying it');
    // Nobody else gets a seat that a visitor is buying, because no save would accept that
    await page.getByText('Seat everyone', { exact: true }).click();
    await page.getByRole('button', { name: 'Front and centre first' }).click();
    await expect(order(page, 'Peter Dunn')).toContainText(/B\d/);
    await expect(seat(page, 'A6')).toHaveAccessibleName('Row A seat 6, a visitor is buying it');
    await page.getByRole('button', { name: 'Undo seating everyone' }).click();
  });

  await test.step('a seat sold while it was being assigned is a conflict, and is given to nobody else', async () => {
    await pausePlanUpdates(page);
    await seatParty(page, 'Peter Dunn', 'F5');
    await sell('Una Quick', 'F5');
    await bar(page).getByRole('button', { name: 'Save plan' }).click();
    await expect(page.getByText('Something went wrong.')).toBeVisible();
    await expect(page.getByText('Seats have been sold or returned since you opened this plan.')).toBeVisible();
    await readsWell();
    await page.reload();
    await waitForHydration(page);
    await expect(page.getByText('Your unsaved changes have been restored.')).toBeVisible();
    await expect(seat(page, 'F5')).toHaveAccessibleName(/Peter Dunn/);
    const other = theirs(page, 'The other version');
    await other.getByRole('button', { name: 'Use my version instead…' }).click();
    // A seat that has been bought still belongs to its buyer
    await expect(page.getByRole('dialog')).toContainText('except for seats that have been bought.');
    await page.getByRole('button', { name: 'Keep the other version' }).click();
    await bar(page).getByRole('button', { name: 'Merge the two versions' }).click();
    await expect(other).toBeHidden();
    await expect(seat(page, 'F5')).toHaveAccessibleName('Row F seat 5, Una Quick, 1 of 1');
    await expect(seat(page, 'F6')).toHaveAccessibleName(/Peter Dunn, 1 of 2/);
    await bar(page).getByRole('button', { name: 'Save plan' }).click();
    await expect(page.getByText('Plan saved.')).toBeVisible();
    await page.reload();
    await expect(seat(page, 'F5')).toHaveAccessibleName('Row F seat 5, Una Quick, 1 of 1');
  });

  await test.step('removing a row with a promised seat is refused, and the message says whose seat it is', async () => {
    await sell('Ivy Last', 'I12');
    await returnToPlanner(page);
    await expect(seat(page, 'I12')).toHaveAccessibleName(/Ivy Last/);
    await page.getByRole('button', { name: 'Remove row I' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'These seats can’t be removed yet' });
    await expect(alert).toContainText('I12: promised to Ivy Last.');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(seat(page, 'I12')).toHaveAccessibleName(/Ivy Last/);
    await readsWell();
  });
});

test('after a refused save of the plan, a choice is required, and accepting or merging the other plan can be undone', async ({
  page,
  context,
  open,
  browser,
  site,
}) => {
  const house = await createHouse(site, {
    title: 'The Two Planners',
    parties: [
      ['Dora Quayle', 2],
      ['Colin Marsh', 4],
    ],
  });
  const address = `/members/bookings/seating/${house.performance}`;
  const colleague = await createUserWith(site, { firstname: 'Liz', lastname: 'Dunn' }, { bookings: true });
  await signIn(site, context, house.seater);
  await open(address);
  const hers = await browser.newContext({ baseURL: site.url });
  await signIn(site, hers, colleague);
  const other = await hers.newPage();
  await other.goto(address);
  await waitForHydration(other);
  const lizzes = theirs(page, 'Liz Dunn’s version');

  await test.step('a refused save needs a choice even after a reload, so nothing overwrites a colleague’s plan unseen', async () => {
    await pausePlanUpdates(page);
    await seatParty(page, 'Dora Quayle', 'B5');
    await seatParty(other, 'Colin Marsh', 'B4');
    await other.getByRole('button', { name: 'Save plan' }).click();
    await expect(other.getByText('Plan saved.')).toBeVisible();
    await bar(page).getByRole('button', { name: 'Save plan' }).click();
    await expect(page.getByText('Liz Dunn has saved this plan since you opened it.')).toBeVisible();
    const together = bar(page).getByRole('button', { name: 'Merge the two versions' });
    await expect(together).toBeInViewport();
    await expect(bar(page).getByRole('button', { name: 'Save plan' })).toHaveCount(0);
    await page.reload();
    await waitForHydration(page);
    await expect(lizzes).toBeVisible();
    await expect(together).toBeVisible();
    await expect(seat(page, 'B4')).toHaveAccessibleName('Row B seat 4, free');
  });

  await test.step('saving over the colleague’s plan is possible only after seeing who loses their seats', async () => {
    await lizzes.getByRole('button', { name: 'Use my version instead…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Replace Liz Dunn’s version with yours?' });
    await expect(dialog).toContainText('These people would lose their seats: B4–B7 (Colin Marsh).');
    await dialog.getByRole('button', { name: 'Keep Liz Dunn’s version' }).click();
    await expect(lizzes).toBeVisible();
  });

  await test.step('accepting or merging the colleague’s plan can be undone, and then the choice is offered again', async () => {
    await lizzes.getByRole('button', { name: 'Use Liz Dunn’s version' }).click();
    await expect(seat(page, 'B4')).toHaveAccessibleName(/Colin Marsh, 1 of 4/);
    await expect(lizzes).toBeHidden();
    await page.locator('summary', { hasText: 'Seat everyone' }).focus();
    await page.keyboard.press('Control+z');
    await expect(lizzes).toBeVisible();
    await expect(seat(page, 'B5')).toHaveAccessibleName(/Dora Quayle, 1 of 2/);
    await bar(page).getByRole('button', { name: 'Merge the two versions' }).click();
    await expect(seat(page, 'B5')).toHaveAccessibleName(/Colin Marsh, 2 of 4/);
    await page.getByLabel('Edit hidden seats').first().focus();
    await page.keyboard.press('Control+z');
    await expect(seat(page, 'B5')).toHaveAccessibleName(/Dora Quayle, 1 of 2/);
    await page.keyboard.press('Control+y');
    await seatParty(page, 'Dora Quayle', 'C1');
    await bar(page).getByRole('button', { name: 'Save plan' }).click();
    await expect(page.getByText('Plan saved.')).toBeVisible();
  });

  await test.step('discarded changes can be restored', async () => {
    await page.getByRole('button', { name: 'Unseat Colin Marsh' }).click();
    await bar(page).getByRole('button', { name: 'Discard…' }).click();
    await page.getByRole('button', { name: 'Discard my changes' }).click();
    await expect(seat(page, 'B4')).toHaveAccessibleName(/Colin Marsh/);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(seat(page, 'B4')).toHaveAccessibleName('Row B seat 4, free');
    await page.getByRole('button', { name: 'Redo' }).click();
  });

  await test.step('a colleague’s change without a conflict is merged automatically, as are new orders', async () => {
    await other.reload();
    await waitForHydration(other);
    await withSiteData(site, (_, db) => bookTickets(db, house, ['Zoe Late', 1]));
    await returnToPlanner(other);
    await seatParty(other, 'Zoe Late', 'A1');
    await other.getByRole('button', { name: 'Save plan' }).click();
    await expect(other.getByText('Plan saved.')).toBeVisible();
    await page.getByRole('button', { name: 'Add a row' }).click();
    await returnToPlanner(page);
    await expect(seat(page, 'A1')).toHaveAccessibleName('Row A seat 1, Zoe Late, 1 of 1');
    await bar(page).getByRole('button', { name: 'Save plan' }).click();
    await expect(page.getByText('Plan saved.')).toBeVisible();
  });
  await hers.close();
});
