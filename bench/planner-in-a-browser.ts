import { rmSync } from 'node:fs';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { seatingPath } from '#features/box-office/seating/paths.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { createTemporaryDataDir, startSite } from '#tests/support/site/site.ts';
import { createAudience } from '#tests/support/society/audience.ts';
import { createFactories } from '#tests/support/society/factories.ts';
import { openBrowser } from './browser.ts';
import { type Figure, median } from './figures.ts';
import { openSocietyDatabase } from './large-society.ts';
import { createAdminCookie } from './signed-in.ts';

/** The factor by which the processor of a slow laptop is slower than that of this machine. */
const slowdown = 4;
/** Milliseconds per frame on a screen with sixty frames a second. */
const frame = 1000 / 60;

const [rows, parties, seated] = [40, 150, 120];

/** Formats a row number as letters. */
const formatRowLetters = (row: number) => (row < 26 ? '' : 'A') + String.fromCharCode(65 + (row % 26));

/** Seats most parties: three people to a party, four parties to a row. */
const buildSeatAssignments = (refs: readonly string[]) =>
  Object.fromEntries(
    refs
      .slice(0, seated)
      .flatMap((ref, at) =>
        [1, 2, 3].map((one) => [`${formatRowLetters(Math.floor(at / 4) + 5)}${(at % 4) * 3 + one}`, ref]),
      ),
  );

/** Records the times of all frames that the page draws from now on. */
function watchFrames() {
  const frames: number[] = [];
  const next = (at: number) => {
    frames.push(at);
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
  Object.assign(globalThis, { frames });
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** The time at which the event began, in microseconds. */
  ts: number;
  /** The processor time of the thread during the event, in microseconds; the machine's other work doesn't count. */
  tdur?: number;
}

/**
 * Measures the cost of a drag: the frame times on a slow processor, and the work of the page's thread for each frame.
 */
async function measureDrag(page: Page, from: { x: number; y: number }, path: readonly { x: number; y: number }[]) {
  const devtools = await page.context().newCDPSession(page);
  const mouse = (type: string, { x, y }: { x: number; y: number }, buttons: number) =>
    devtools.send('Input.dispatchMouseEvent', {
      type: type as 'mouseMoved',
      x,
      y,
      buttons,
      button: 'left',
      clickCount: 1,
    });
  const drag = async () => {
    await mouse('mouseMoved', from, 0);
    await mouse('mousePressed', from, 1);
    await page.evaluate(watchFrames);
    // Moves the pointer at the pace of a hand, even if the page falls behind
    const sent: Promise<unknown>[] = [];
    for (const point of path) {
      sent.push(mouse('mouseMoved', point, 1));
      await new Promise((later) => setTimeout(later, frame));
    }
    await Promise.all(sent);
    const frames = await page.evaluate(() => (globalThis as unknown as { frames: number[] }).frames);
    await page.keyboard.press('Escape');
    await mouse('mouseReleased', from, 0);
    return frames.slice(1).map((at, index) => at - (frames[index] ?? at));
  };
  await drag();
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const times = await drag();
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const tasks = await measureTasks(devtools, drag);
  await devtools.detach();
  return {
    median: median(times),
    dropped: times.reduce((sum, time) => sum + Math.max(0, Math.round(time / frame) - 1), 0) / times.length,
    work: (tasks.reduce((sum, time) => sum + time, 0) / path.length) * slowdown,
  };
}

/** Measures each task of the page's main thread during `work`, in milliseconds. */
async function measureTasks(devtools: CDPSession, work: () => Promise<unknown>): Promise<number[]> {
  const events: TraceEvent[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const includedCategories = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];
  await devtools.send('Tracing.start', { traceConfig: { includedCategories } });
  await work();
  const ended = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
  await devtools.send('Tracing.end');
  await ended;
  const fired = events.find(({ name }) => name === 'FireAnimationFrame');
  return events
    .filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && pid === fired?.pid && tid === fired.tid)
    .map(({ tdur = 0 }) => tdur / 1000);
}

/**
 * Measures the planner's first paint for a user who comes from the list of performances. Both times start at the last
 * byte of the page's data: one ends at the frame that fills the window, the other at the frame with every seat.
 */
async function measureFirstPaint(
  browser: Browser,
  url: string,
  { cookie, show, path }: Record<'cookie' | 'show' | 'path', string>,
) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url }]);
  const page = await context.newPage();
  await page.goto(`${url}/members/bookings?show=${show}`);
  await page.waitForFunction(() => window.early === undefined);
  await page.evaluate(() => {
    const shows = (isThere: (rows: Element[]) => boolean) =>
      new Promise<number>((done) => {
        const look = () => {
          if (!isThere([...document.querySelectorAll('[role="row"]')])) return;
          watching.disconnect();
          requestAnimationFrame(() => setTimeout(() => done(performance.now())));
        };
        const watching = new MutationObserver(look);
        watching.observe(document, { subtree: true, childList: true });
      });
    // The first rows fill the window once the last drawn row ends below the window's lower edge
    const first = shows((rows) => (rows.at(-1)?.getBoundingClientRect().bottom ?? 0) >= innerHeight);
    const all = shows(() => document.querySelectorAll('[data-seat]').length === 480);
    Object.assign(globalThis, { painted: Promise.all([first, all]) });
  });
  await page.locator(`a[href="${path}"]`).click();
  const took = await page.evaluate(async (address) => {
    const [first, all] = await (globalThis as unknown as { painted: Promise<[number, number]> }).painted;
    const data = performance.getEntriesByType('resource').findLast(({ name }) => name.includes(`${address}?react`));
    const since = (data as PerformanceResourceTiming).responseEnd;
    return { first: first - since, all: all - since };
  }, path);
  return { context, page, ...took };
}

/** Measures the planner's speed in a large house: the time until it appears, and how closely it follows a drag. */
export async function measurePlannerInBrowser(): Promise<Figure[]> {
  const dataDir = createTemporaryDataDir();
  const db = await openSocietyDatabase(dataDir);
  const a = createFactories(db, createDiskStorage(dataDir));
  const booked = Array.from(
    { length: parties },
    (_, at) => [`Ann Party${at}`, 3, at % 9 === 4 ? 'Aisle, please' : ''] as const,
  );
  const { performance, show } = await createAudience(a, db, {
    title: 'A Full House',
    parties: booked,
    rows,
    seats: buildSeatAssignments,
  });
  const cookie = await createAdminCookie(a, db);
  await db.close();
  const site = await startSite({ dataDir, env: { DEMO: '0' } });
  const browser = await openBrowser();
  try {
    const path = seatingPath(performance);
    const [paints, whole]: [number[], number[]] = [[], []];
    let shown: Page | undefined;
    for (let run = 0; run < 7; run += 1) {
      const { context, page, first, all } = await measureFirstPaint(browser, site.url, { cookie, show: show.id, path });
      paints.push(first);
      whole.push(all);
      if (run < 6) await context.close();
      else shown = page;
    }
    if (!shown) throw new Error('There is no page.');
    const page = shown;
    const at = async (label: string) => {
      const box = await page.locator(`[data-seat="${label}"]`).boundingBox();
      if (!box) throw new Error(`There is no seat ${label}.`);
      return { x: box.x + box.width / 2, y: box.y + box.height / 2, right: box.x + box.width };
    };
    await page.locator('[data-seat="H1"]').evaluate((seat) => seat.scrollIntoView({ block: 'center' }));
    const [from, corner] = [await at('H2'), await at('E12')];
    const across = Array.from({ length: 120 }, (_, step) => ({
      x: from.x + ((corner.x - from.x) * (step % 60)) / 60,
      y: from.y + (corner.y - from.y) * Math.abs(Math.sin(step / 20)),
    }));
    const moved = await measureDrag(page, from, across);
    const edge = await at('H12');
    const start = { x: edge.right - 4, y: edge.y };
    const wide = (edge.x - from.x) * 0.3;
    const inwards = Array.from({ length: 120 }, (_, step) => ({
      x: start.x - wide * Math.abs(Math.sin(step / 12)),
      y: start.y,
    }));
    const drawn = await measureDrag(page, start, inwards);
    const slow = `${slowdown} times slower`;
    return [
      {
        name: `${parties} orders in ${rows} rows, the visible ones painted`,
        value: median(paints),
        unit: 'ms',
        atMost: 100,
      },
      { name: 'all orders painted', value: median(whole), unit: 'ms' },
      { name: `a frame while a seat is dragged, ${slow}`, value: moved.median, unit: 'ms', atMost: 17 },
      { name: 'frames dropped', value: moved.dropped * 100, unit: '%' },
      { name: `the page’s work for each frame, ${slow}`, value: moved.work, unit: 'ms', atMost: frame },
      { name: `a frame while an edge is dragged, ${slow}`, value: drawn.median, unit: 'ms', atMost: 17 },
      { name: 'frames dropped', value: drawn.dropped * 100, unit: '%' },
      { name: `the page’s work for each frame, ${slow}`, value: drawn.work, unit: 'ms', atMost: frame },
    ];
  } finally {
    await browser.close();
    await site.stop();
    rmSync(dataDir, { recursive: true });
  }
}
