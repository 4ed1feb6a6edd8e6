import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { listPublicPages } from '#tests/support/routes/public-pages.ts';
import { makeDemoSociety } from '#tests/support/site/demo-society.ts';
import { findFreePort, startSite } from '#tests/support/site/site.ts';
import { fetchPackages } from '../../../bin/packages.mjs';
import { openBrowser } from '../../browser.ts';
import { type Figure, median, type Scenario } from '../../figures.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/** Pages whose scores must be higher than the 95 points that all other pages need. */
const heldHigher = ['the front page', 'a show', 'the blog', 'the search'];

const promised = (page: string, category: string) =>
  heldHigher.includes(page) ? (category === 'performance' ? 98 : 100) : 95;

/**
 * The part of Lighthouse that is used here. Lighthouse is fetched for this measurement, since nothing else needs it.
 */
type Lighthouse = (
  address: string,
  flags: { port: number; output: 'json'; logLevel: 'error'; onlyCategories: string[] },
) => Promise<
  | { lhr: { audits: Record<string, { numericValue?: number }>; categories: Record<string, { score: number | null }> } }
  | undefined
>;

async function fetchLighthouse(): Promise<Lighthouse> {
  const folder = join(import.meta.dirname, '../..', 'lighthouse');
  fetchPackages(folder, { what: 'Lighthouse' });
  const { default: lighthouse } = await import(
    pathToFileURL(join(folder, 'node_modules', 'lighthouse', 'core', 'index.js')).href
  );
  return lighthouse;
}

/** Scores each page five times with Lighthouse, which simulates a phone on a slow line. */
export const lighthouseScenario: Scenario = {
  title: 'Lighthouse, mobile, median of five',
  async measure() {
    const lighthouse = await fetchLighthouse();
    const dataDir = await makeDemoSociety();
    const site = await startSite({ dataDir });
    const port = await findFreePort();
    const browser = await openBrowser({ debuggingPort: port });
    try {
      const figures: Figure[] = [];
      for (const [name, path] of await listPublicPages(site.url)) {
        const seen: Record<string, number[]> = {};
        const see = (what: string, value: number) => {
          seen[what] = [...(seen[what] ?? []), value];
        };
        for (let run = 0; run < 5; run += 1) {
          const result = await lighthouse(site.url + path, {
            port,
            output: 'json',
            logLevel: 'error',
            onlyCategories: categories,
          });
          const { audits = {}, categories: scores = {} } = result?.lhr ?? {};
          for (const category of categories) see(category, Math.round((scores[category]?.score ?? 0) * 100));
          see('largest paint', audits['largest-contentful-paint']?.numericValue ?? Number.POSITIVE_INFINITY);
          see('layout shift', audits['cumulative-layout-shift']?.numericValue ?? Number.POSITIVE_INFINITY);
        }
        const middle = (what: string) => median(seen[what] ?? []);
        for (const category of categories) {
          const atLeast = promised(name, category);
          figures.push({ name: `${name}: ${category}`, value: middle(category), unit: 'points', atLeast });
        }
        figures.push({ name: `${name}: largest paint`, value: middle('largest paint'), unit: 'ms', atMost: 1200 });
        figures.push({ name: `${name}: layout shift`, value: middle('layout shift'), unit: '', atMost: 0.02 });
      }
      return figures;
    } finally {
      await browser.close();
      await site.stop();
      rmSync(dataDir, { recursive: true });
    }
  },
};
