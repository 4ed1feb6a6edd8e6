// Sends requests to a site at an even pace from a separate thread, even if the site falls behind. Each response is
// timed from the moment at which its request was due. Posts the times, in milliseconds, the number of failures and the
// message of the first one.
import { Agent, get, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

export interface Load {
  url: string;
  /** Pages that are cached for everybody. */
  pages: string[];
  cookie: string;
  /** Requests per second. */
  pace: number;
  seconds: number;
}

export interface LoadResult {
  /** The response times, in milliseconds. */
  times: Float64Array;
  errors: number;
  /** The message of the first failure. */
  fault: string;
}

const { url, pages, cookie, pace, seconds } = workerData as Load;
const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const times = new Float64Array(pace * seconds);
let [responseCount, errors, fault] = [0, 0, ''];

const recordFailure = (why: string) => {
  errors += 1;
  fault ||= why;
};

/**
 * Sends one of the requests. Of a hundred requests, three are a member's, five are new searches, one is a change, and
 * the rest are pages that everybody reads.
 */
function sendRequest(n: number, due: number): Promise<void> {
  const address = `198.18.${(n >> 8) % 256}.${n % 256}`;
  const headers: Record<string, string> = { 'accept-encoding': 'br', 'x-forwarded-for': address };
  const kind = n % 100;
  let path = pages[n % pages.length] ?? '/';
  if (kind < 3) {
    path = '/members/dashboard';
    headers.cookie = cookie;
  } else if (kind < 8) path = `/search?q=lantern%20${n}`;
  const change = kind === 8;
  return new Promise((resolve) => {
    const message = JSON.stringify({
      ...{ name: 'Ann Hale', contact: 'ann@bench.example', subject: 'Other', website: '' },
      message: `A question about seat ${n}.`,
    });
    const made = change
      ? request(`${url}/api/contact`, {
          ...{ method: 'POST', agent },
          headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
        })
      : get(`${url}${path}`, { agent, headers });
    made.on('response', (response) => {
      response.resume();
      response.on('end', () => {
        if (response.statusCode !== 200)
          recordFailure(`${change ? 'a message' : path} responded with ${response.statusCode}`);
        times[responseCount] = performance.now() - due;
        responseCount += 1;
        resolve();
      });
    });
    made.on('error', (error: NodeJS.ErrnoException) => {
      // The site has closed a connection that was idle for a long time. A browser would open another one (RFC 9112,
      // 9.3.1)
      if (made.reusedSocket && error.code === 'ECONNRESET' && !change) return resolve(sendRequest(n, due));
      recordFailure(`${path}: ${error.message}`);
      resolve();
    });
    if (change) made.end(message);
  });
}

const begun = performance.now();
const open = new Set<Promise<void>>();
for (let n = 0; n < pace * seconds; n += 1) {
  const due = begun + (1000 * n) / pace;
  const early = due - performance.now();
  if (early > 1) await pause(early);
  const sent = sendRequest(n, due).finally(() => open.delete(sent));
  open.add(sent);
}
await Promise.all(open);
agent.destroy();
parentPort?.postMessage({ times: times.subarray(0, responseCount), errors, fault } satisfies LoadResult);
