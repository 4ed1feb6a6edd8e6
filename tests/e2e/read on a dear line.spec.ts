import { expect, test } from '../support/browser.ts';
import { publicPages } from '../support/public-pages.ts';
import { mostScript, scriptOf } from '../support/script-weight.ts';

test('whoever pays for each megabyte opens a page of ours, and it brings no more script than was promised', async ({
  browser,
  site,
}) => {
  for (const [name, path] of await publicPages(site.url)) {
    const script = await scriptOf(browser, site.url + path);
    expect.soft(script, `script of ${name}, in kB`).toBeLessThanOrEqual(mostScript);
  }
});
