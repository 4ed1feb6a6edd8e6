import { publicPages } from '#tests/support/routes/public-pages.ts';
import { maxScriptBytes, measureScript } from '#tests/support/screens/script-weight.ts';
import { startSite } from '#tests/support/site/site.ts';
import { openBrowser } from '../../browser.ts';
import type { Figure, Scenario } from '../../figures.ts';

/** The total transfer size of the scripts that a page loads before anyone touches it. */
export const scriptWeight: Scenario = {
  title: 'Script of a public page',
  async measure() {
    const site = await startSite();
    const browser = await openBrowser();
    try {
      const figures: Figure[] = [];
      for (const [name, path] of await publicPages(site.url)) {
        const value = await measureScript(browser, site.url + path);
        figures.push({ name: `script of ${name}, as sent`, value, unit: 'kB', atMost: maxScriptBytes });
      }
      return figures;
    } finally {
      await browser.close();
      await site.stop();
    }
  },
};
