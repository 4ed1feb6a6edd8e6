import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createBusySociety } from '#tests/fault-injection/society.ts';
import { createTemporaryFolder } from '#tests/support/site/engines.ts';
import { startSite } from '#tests/support/site/site.ts';

/** Starts to send a document, and leaves the request unfinished until `end` is called. */
function beginUpload(url: string, cookie: string) {
  const boundary = 'a-part-begins';
  const sending = request(`${url}/members/api/docs/upload`, {
    method: 'POST',
    headers: { cookie, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  const part = (about: string) => `--${boundary}\r\ncontent-disposition: form-data; ${about}\r\n`;
  sending.write(`${part('name="readers"')}\r\nmembers\r\n`);
  sending.write(`${part('name="files"; filename="minutes.txt"')}content-type: text/plain\r\n\r\n`);
  sending.write('Minutes\n'.repeat(1000));
  const status = new Promise<number>((resolve) => {
    sending.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sending.on('error', () => resolve(0));
  });
  return { status, end: () => void sending.end(`\r\n--${boundary}--\r\n`) };
}

test('a site that is asked to stop, even twice, finishes an upload, abandons one that never ends, and exits cleanly', async () => {
  const society = await createBusySociety(createTemporaryFolder());
  const { dataDir, admin } = society;
  const site = await startSite(society);
  onTestFinished(site.stop);
  const arriving = join(dataDir, 'files', 'arriving');
  const { status, end } = beginUpload(site.url, admin);
  const stuck = beginUpload(site.url, admin);
  while (!existsSync(arriving) || readdirSync(arriving).length < 2)
    await new Promise((resolve) => setTimeout(resolve, 5));
  const agent = new Agent({ keepAlive: true });
  const idle = request(`${site.url}/`, { agent }).end();
  const [response] = await once(idle, 'response');
  response.resume();
  await once(response, 'end');

  // A service manager signals all processes, and the parent process passes its signal on, so the site gets two signals
  for (const _ of [1, 2]) process.kill(site.pid, 'SIGTERM');
  const { hostname, port } = new URL(site.url);
  for (;;) {
    const closed = await new Promise<boolean>((resolve) => {
      const socket = connect(Number(port), hostname, () => resolve(false)).on('error', () => resolve(true));
      socket.on('connect', () => socket.destroy());
    });
    if (closed) break;
  }
  end();
  expect(await status).toBe(200);
  await site.stop();
  expect(site.exitCode()).toBe(0);
  // The site abandoned an upload that never ended
  expect(await stuck.status).toBe(0);
  expect(readdirSync(arriving)).toEqual([]);
  expect(site.printed()).not.toMatch(/error/i);
});
