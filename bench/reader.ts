// Reads pages one after the other in a separate thread, and reports how long each took. In the main thread, these times
// would include the time that it takes to send files. Any message to this thread ends the reading.

import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { measureTime } from './figures.ts';
import { request } from './requests.ts';

const { url, pages, cookie } = workerData as { url: string; pages: string[]; cookie: string };
let isStopped = false;
parentPort?.once('message', () => {
  isStopped = true;
});
const times: number[] = [];
for (let n = 0; !isStopped; n += 1) {
  const path = pages[n % pages.length] ?? '/';
  times.push(
    await measureTime(async () => {
      const { status } = await request(`${url}${path}`, { 'accept-encoding': 'br', cookie });
      if (status !== 200) throw new Error(`${path} responded with ${status}`);
    }),
  );
  await pause(50);
}
parentPort?.postMessage(times);
