import type { Locator } from '@playwright/test';
import { expect, test } from '../support/screens/browser.ts';
import { createHouse } from '../support/society/audience.ts';
import { signIn } from '../support/society/members.ts';
import { createFinger, findEdge, findMiddle, seat } from '../support/society/planner.ts';

test.slow();

/**
 * Scrolls a seat to the middle of the window, and waits until the page stays still, because an earlier swipe may still
 * be moving it.
 */
const scrollToMiddle = (one: Locator) =>
  one.evaluate(async (it) => {
    for (let still = 0, last = Number.NaN; still < 5; ) {
      it.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      await new Promise(requestAnimationFrame);
      still = scrollY === last ? still + 1 : 0;
      last = scrollY;
    }
  });

const rows = 14;
/**
 * Seats parties of three side by side without gaps, four parties to a row, so that a finger always touches somebody's
 * seat.
 */
const fullHouse = (refs: readonly string[]) =>
  Object.fromEntries(
    refs.flatMap((ref, at) =>
      [1, 2, 3].map((one) => [`${'ABCDEFGHIJKLMN'[Math.floor(at / 4)]}${(at % 4) * 3 + one}`, ref]),
    ),
  );

// Phone only, because a finger both scrolls the plan and moves people, and each gesture must do only one of the two
test('a swipe on a full plan scrolls it and moves nobody; a long-pressed or tapped party can be dragged', {
  tag: '@phone-only',
}, async ({ page, context, open, readsWell, site }) => {
  const { seater, performance } = await createHouse(site, {
    title: 'The Full House',
    parties: Array.from({ length: rows * 4 }, (_, at) => [`Ann Party${at}`, 3] as const),
    rows,
    seats: fullHouse,
  });
  await signIn(site, context, seater);
  await open(`/members/bookings/seating/${performance}`);
  const finger = await createFinger(page, context);
  const isUnchanged = () => expect(page.getByRole('region', { name: 'Save changes' })).toBeHidden();
  const names = () =>
    page.locator('[data-seat]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  const top = () => page.evaluate(() => scrollY);
  const left = () =>
    seat(page, 'A1').evaluate((one) => one.closest('[role="grid"]')?.getBoundingClientRect().left ?? 0);
  const begun = await names();

  await test.step('a swipe that starts on a seat scrolls the plan up and sideways', async () => {
    const from = await findMiddle(seat(page, 'C2'));
    await finger.swipe(from, { x: from.x, y: from.y - 150 });
    await expect.poll(top).toBeGreaterThan(80);
    await scrollToMiddle(seat(page, 'F5'));
    const over = await findMiddle(seat(page, 'F5'));
    const before = await left();
    await finger.swipe(over, { x: over.x - 150, y: over.y });
    await expect.poll(left).toBeLessThan(before - 80);
    expect(await names()).toEqual(begun);
    await isUnchanged();
  });

  await test.step('a swipe from a party’s edge doesn’t resize the party', async () => {
    await scrollToMiddle(seat(page, 'E3'));
    const end = await findEdge(seat(page, 'E3'));
    await finger.swipe(end, { x: end.x - 100, y: end.y });
    await finger.swipe(end, { x: end.x, y: end.y + 100 });
    expect(await names()).toEqual(begun);
    await isUnchanged();
  });

  await test.step('a resting finger picks up the party visibly, and the page doesn’t scroll', async () => {
    await scrollToMiddle(seat(page, 'D2'));
    const before = await top();
    await finger(seat(page, 'D2'), seat(page, 'F4'), async () => {
      await expect(page.locator('[data-by="touch"]')).toHaveText('Ann Party12, D2');
      await expect(page.locator('[data-by="touch"]')).toBeInViewport();
    });
    await expect(seat(page, 'F4')).toHaveAccessibleName(/Ann Party12/);
    await expect(seat(page, 'D2')).toHaveAccessibleName(/Ann Party21/);
    expect(await top()).toBe(before);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    expect(await names()).toEqual(begun);
  });

  await test.step('a finger lifted in place only selects the seat, whose party can then be dragged at once', async () => {
    await scrollToMiddle(seat(page, 'D2'));
    await finger.rest(seat(page, 'D2'));
    await expect(page.getByRole('region', { name: 'Seat D2', exact: true })).toBeVisible();
    expect(await names()).toEqual(begun);
    await readsWell();
    const before = await top();
    await finger.swipe(seat(page, 'D2'), seat(page, 'E5'));
    await expect(seat(page, 'E5')).toHaveAccessibleName(/Ann Party12/);
    expect(await top()).toBe(before);
    // After the drop, the party is no longer selected, so a swipe scrolls the plan
    await scrollToMiddle(seat(page, 'E5'));
    const now = await top();
    const at = await findMiddle(seat(page, 'E5'));
    await finger.swipe(at, { x: at.x, y: at.y - 120 });
    await expect.poll(top).toBeGreaterThan(now + 50);
    await expect(seat(page, 'E5')).toHaveAccessibleName(/Ann Party12/);
  });

  await test.step('the edge of a tapped party can be dragged at once', async () => {
    await scrollToMiddle(seat(page, 'C3'));
    const end = await findEdge(seat(page, 'C3'));
    await seat(page, 'C2').tap();
    await expect(page.getByRole('region', { name: 'Seat C2', exact: true })).toBeVisible();
    await finger.swipe(end, seat(page, 'C2'));
    await expect(seat(page, 'C3')).toHaveAccessibleName('Row C seat 3, free, a single seat');
    await expect(page.getByText('This leaves C3 as a single seat.').first()).toBeVisible();
  });
});
