import type { BrowserContext, Locator, Page } from '@playwright/test';

const seatingCalls = '**/members/api/seating/**';

/**
 * Keeps other users' changes from an open planner, except in the responses to its saves, until `resumePlanUpdates`.
 * Otherwise timing would decide whether the planner asks a question before it saves.
 */
export const pausePlanUpdates = (page: Page) =>
  page.route(seatingCalls, (route) => route.fulfill({ contentType: 'application/json', body: '{}' }));

/** Lets the planner receive other users' changes again. */
export const resumePlanUpdates = (page: Page) => page.unroute(seatingCalls);

/** Finds a seat of the open plan. */
export const seat = (page: Page, label: string) => page.locator(`[data-seat="${label}"]`);

/** Finds an order in the lists next to the plan. */
export const order = (page: Page, name: string) =>
  page.getByRole('complementary', { name: 'Orders' }).getByRole('listitem').filter({ hasText: name });

/** Finds the handle of an order. */
export const handle = (page: Page, name: string) => order(page, name).locator('[data-handle]');

export interface Point {
  x: number;
  y: number;
}

export async function findMiddle(thing: Locator): Promise<Point> {
  const { x, y, width, height } = (await thing.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: x + width / 2, y: y + height / 2 };
}

/** Returns the middle of the handle at an end of a block; `end` is the seat at that end. */
export async function findEdge(end: Locator, side: 'left' | 'right' = 'right'): Promise<Point> {
  const { x, y, width, height } = (await end.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: side === 'left' ? x + 4 : x + width - 4, y: y + height / 2 };
}

const toPoint = async (of: Locator | Point): Promise<Point> => ('x' in of ? of : findMiddle(of));

/** Drags with the mouse from one element or point to another. */
export async function drag(page: Page, from: Locator | Point, to: Locator | Point): Promise<void> {
  const [start, end] = [await toPoint(from), await toPoint(to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 6 });
  await page.mouse.up();
}

/**
 * Simulates a finger through the browser. The returned function drags: on a seat, the finger first rests for as long as
 * a long press takes. Its `swipe` moves at once, and its `rest` doesn't move.
 */
export async function createFinger(page: Page, context: BrowserContext) {
  const touch = await context.newCDPSession(page);
  // A touch finds what is under it on the last drawn frame. Right after a scroll, that frame still shows the former
  // scroll position
  const waitForDrawing = () =>
    page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints });
  const isHeld = () => page.locator('[data-for="moving"], [data-for="resizing"]').waitFor({ state: 'attached' });
  const go = async (start: Point, end: Point, begun?: Promise<unknown>) => {
    for (const part of [0.25, 0.5, 0.75, 1]) {
      const at = { x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part };
      await Promise.all([begun, send('touchMove', [at])]);
    }
    await send('touchEnd', []);
  };
  const swipe = async (from: Locator | Point, to: Locator | Point): Promise<void> => {
    await waitForDrawing();
    const [start, end] = [await toPoint(from), await toPoint(to)];
    // Starts moving before the page has reacted. Otherwise a busy machine would treat this as a long press
    await go(start, end, send('touchStart', [start]));
  };
  /**
   * Drags with a finger.
   * @param held runs once the finger holds the item under it
   */
  const drags = async (from: Locator | Point, to: Locator | Point, held = async () => {}): Promise<void> => {
    await waitForDrawing();
    const [start, end] = [await toPoint(from), await toPoint(to)];
    const isSeat = await page.evaluate(
      ({ x, y }) => document.elementFromPoint(x, y)?.closest('[data-seat]:not([data-opened])') !== null,
      start,
    );
    await send('touchStart', [start]);
    if (isSeat) await isHeld();
    await held();
    await go(start, end);
  };
  const rest = async (on: Locator | Point): Promise<void> => {
    await waitForDrawing();
    await send('touchStart', [await toPoint(on)]);
    await isHeld();
    await send('touchEnd', []);
  };
  return Object.assign(drags, { swipe, rest });
}
