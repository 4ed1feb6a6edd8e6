import { listPublicPages } from '#tests/support/routes/public-pages.ts';
import { maxScriptKilobytes, measureScript } from '#tests/support/screens/script-weight.ts';
import { startSite } from '#tests/support/site/site.ts';
import { openBrowser } from '../../browser.ts';
import type { Figure, Scenario } from '../../figures.ts';

/** Measures the total transfer size of the scripts that a page loads before anyone touches it. */
export const scriptWeightScenario: Scenario = {
  title: 'Script of a public page',
  async measure() {
    const site = await startSite();
    const browser = await openBrowser();
    try {
      const figures: Figure[] = [];
      for (const [name, path] of await listPublicPages(site.url)) {
        const value = await measureScript(browser, site.url + path);
        figures.push({ name: `script of ${name}, as sent`, value, unit: 'kB', atMost: maxScriptKilobytes });
      }
      return figures;
    } finally {
      await browser.close();
      await site.stop();
    }
  },
};
