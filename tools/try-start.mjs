// `node tools/try-start.mjs`: starts the site with `npm start` in an empty data folder, waits until it is healthy,
// requests the front page, and stops the site. It is for systems on which nobody runs the tests, and uses only Node's
// built-in modules.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const isWindows = process.platform === 'win32';
const limit = Date.now() + 15 * 60_000;

const socket = createServer().listen(0, '127.0.0.1');
await once(socket, 'listening');
const { port } = socket.address();
socket.close();

const data = mkdtempSync(join(tmpdir(), 'callboard-start-'));
const child = spawn('npm', ['start'], {
  cwd: dirname(dirname(fileURLToPath(import.meta.url))),
  env: { ...process.env, DATA_DIR: data, DEMO: '0', HOST: '127.0.0.1', PORT: String(port) },
  stdio: 'inherit',
  shell: isWindows,
  detached: !isWindows,
});
const ended = once(child, 'exit');

function stop() {
  if (isWindows) spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f']);
  else process.kill(-child.pid, 'SIGTERM');
}

/** Returns the status of a path; undefined while nothing responds. */
const statusOf = (path) =>
  fetch(`http://127.0.0.1:${port}${path}`).then(
    ({ status }) => status,
    () => undefined,
  );

try {
  while ((await statusOf('/healthz')) !== 200) {
    if (child.exitCode !== null) throw new Error('The site ended before it was healthy.');
    if (Date.now() > limit) throw new Error('The site wasn’t healthy within fifteen minutes.');
    await setTimeout(200);
  }
  const status = await statusOf('/');
  if (status !== 200) throw new Error(`The front page responds with ${status}.`);
  console.log('The site starts, and serves its front page.');
} finally {
  if (child.exitCode === null) stop();
  await ended;
  rmSync(data, { recursive: true, force: true, maxRetries: 10 });
}
