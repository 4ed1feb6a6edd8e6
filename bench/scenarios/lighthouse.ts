import lighthouse from 'lighthouse';
import { freePort, startSite } from '../../tests/support/site.ts';
import { openBrowser } from '../browser.ts';
import { type Figure, median, type Scenario } from '../figures.ts';
import { publicPages } from '../public-pages.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/** Lighthouse's phone on a slow line, five times a page. */
export const lighthouseScores: Scenario = {
  title: 'Lighthouse, mobile, median of five',
  async measure() {
    const site = await startSite();
    const port = await freePort();
    const browser = await openBrowser({ debuggingPort: port });
    try {
      const figures: Figure[] = [];
      for (const [name, path] of await publicPages(site.url)) {
        const scores: Record<string, number[]> = {};
        for (let run = 0; run < 5; run += 1) {
          const result = await lighthouse(site.url + path, {
            port,
            output: 'json',
            logLevel: 'error',
            onlyCategories: categories,
          });
          for (const category of categories) {
            const score = result?.lhr.categories[category]?.score ?? 0;
            scores[category] = [...(scores[category] ?? []), Math.round(score * 100)];
          }
        }
        for (const category of categories) {
          figures.push({
            name: `${name}: ${category}`,
            value: median(scores[category] ?? []),
            unit: 'points',
            atLeast: 95,
          });
        }
      }
      return figures;
    } finally {
      await browser.close();
      await site.stop();
    }
  },
};
