import { once } from 'node:events';
import { get } from 'node:http';
import { listPublicPages } from '../support/routes/public-pages.ts';
import { expect, test } from '../support/screens/browser.ts';
import { maxScriptKilobytes, measureScript } from '../support/screens/script-weight.ts';

test('the main public pages load no more script than the budget allows', async ({ browser, site }) => {
  for (const [name, path] of await listPublicPages(site.url)) {
    const script = await measureScript(browser, site.url + path);
    expect.soft(script, `script of ${name}, in kB`).toBeLessThanOrEqual(maxScriptKilobytes);
  }
});

/**
 * The number of bytes that a server may send on a new connection before any are acknowledged: ten segments (RFC 6928).
 * In production, the site's headers are about 20 bytes longer, because https adds one, and a proxy removes those about
 * the connection.
 */
const firstFlight = 10 * 1460 - 20;

test('the documents of the blog, the search and About us arrive in one round trip after the request', async ({
  site,
}) => {
  for (const path of ['/blog', '/search', '/about-us']) {
    // After the second request, the site compresses the response once more, at the best ratio
    await expect
      .poll(() => countResponseBytes(site.url + path), { message: `bytes of ${path}` })
      .toBeLessThanOrEqual(firstFlight);
  }
});

/** Counts all bytes of a response, including those before its body. */
async function countResponseBytes(address: string): Promise<number> {
  const request = get(address, { agent: false, headers: { 'accept-encoding': 'br' } });
  const [response] = await once(request, 'response');
  await once(response.resume(), 'end');
  return request.socket?.bytesRead ?? Number.NaN;
}
