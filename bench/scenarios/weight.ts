import { startSite } from '#tests/support/site.ts';
import { openBrowser } from '../browser.ts';
import type { Figure, Scenario } from '../figures.ts';
import { publicPages } from '../public-pages.ts';

/** All script that a page loads before anyone touches it, as it travelled. */
export const scriptWeight: Scenario = {
  title: 'Script that a public page brings',
  async measure() {
    const site = await startSite();
    const browser = await openBrowser();
    try {
      const figures: Figure[] = [];
      for (const [name, path] of await publicPages(site.url)) {
        const page = await browser.newPage();
        const sizes: Promise<number>[] = [];
        page.on('requestfinished', (request) => {
          if (request.resourceType() === 'script') sizes.push(request.sizes().then((size) => size.responseBodySize));
        });
        await page.goto(site.url + path, { waitUntil: 'networkidle' });
        const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
        figures.push({ name: `script of ${name}, as sent`, value: total / 1000, unit: 'kB', atMost: 82 });
        await page.close();
      }
      return figures;
    } finally {
      await browser.close();
      await site.stop();
    }
  },
};
