import type { CDPSession, Page } from '@playwright/test';

/**
 * Loses successful responses to requests whose URL matches `urlPattern`: the server has done the work, but the browser
 * gets no response. `isLost` gets the number of each response, from 1. Playwright's routes can't do this, because they
 * can't send files. A lost response never arrives before `end` is called, as on a slow connection. If
 * `isConnectionLost` is true, the request fails at once instead.
 */
export async function loseResponses(
  page: Page,
  urlPattern: string,
  { isLost, isConnectionLost = false }: { isLost: (count: number) => boolean; isConnectionLost?: boolean },
): Promise<{ lost: Promise<void>; end: () => Promise<void> }> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  const lost = Promise.withResolvers<void>();
  let count = 0;
  devtools.on('Fetch.requestPaused', async ({ requestId, responseStatusCode }) => {
    if (responseStatusCode === 200) count += 1;
    if (responseStatusCode !== 200 || !isLost(count)) {
      await devtools.send('Fetch.continueResponse', { requestId });
      return;
    }
    if (isConnectionLost) await devtools.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' });
    lost.resolve();
  });
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern, requestStage: 'Response' }] });
  return { lost: lost.promise, end: () => devtools.detach() };
}
