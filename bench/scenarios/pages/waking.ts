import type { Browser } from '@playwright/test';
import { listPublicPages } from '#tests/support/routes/public-pages.ts';
import { startSite } from '#tests/support/site/site.ts';
import { openBrowser } from '../../browser.ts';
import { type Figure, median, type Scenario } from '../../figures.ts';

/** The factor by which a phone's processor is slower than that of this machine. */
const slowdown = 4;
/**
 * The duration from which a task counts as blocking the page (milliseconds), as in Lighthouse's total blocking time.
 */
const longTask = 50;

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

async function recordTrace(browser: Browser, address: string, scripts: boolean): Promise<TraceEvent[]> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  if (!scripts) await devtools.send('Network.setBlockedURLs', { urls: ['*.js'] });
  // Simulates the latency and the speed of a network, so that responses don't arrive instantly
  const line = { latency: 40, downloadThroughput: 800_000, uploadThroughput: 400_000 };
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...line });
  const events: TraceEvent[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const includedCategories = ['loading', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];
  await devtools.send('Tracing.start', { traceConfig: { includedCategories } });
  await page.goto(address, { waitUntil: 'load' });
  await page.waitForTimeout(1500);
  const ended = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
  await devtools.send('Tracing.end');
  await ended;
  await context.close();
  return events;
}

/** Sums the blocking time of all tasks that the page's main thread began after its first paint (milliseconds). */
function sumBlockingTime(events: readonly TraceEvent[]): number {
  const paint = events.findLast(({ name }) => name === 'firstContentfulPaint');
  if (!paint) throw new Error('The page was never painted.');
  return events
    .filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && pid === paint.pid && tid === paint.tid)
    .filter(({ ts }) => ts > paint.ts)
    .map(({ tdur = 0 }) => (tdur / 1000) * slowdown - longTask)
    .reduce((sum, over) => sum + Math.max(0, over), 0);
}

/** Measures by how much scripts lengthen the time in which a public page can't respond to a touch. */
export const scriptBlockingScenario: Scenario = {
  title: 'Blocking time that scripts add to a public page, on a slow phone',
  async measure() {
    const site = await startSite();
    const browser = await openBrowser();
    try {
      const figures: Figure[] = [];
      for (const [name, path] of await listPublicPages(site.url)) {
        const [added, alone]: [number[], number[]] = [[], []];
        for (let run = 0; run < 5; run += 1) {
          const without = sumBlockingTime(await recordTrace(browser, site.url + path, false));
          alone.push(without);
          added.push(sumBlockingTime(await recordTrace(browser, site.url + path, true)) - without);
        }
        figures.push({ name: `${name}: by its scripts`, value: median(added), unit: 'ms', atMost: 100 });
        figures.push({ name: `${name}: scripts blocked`, value: median(alone), unit: 'ms' });
      }
      return figures;
    } finally {
      await browser.close();
      await site.stop();
    }
  },
};
