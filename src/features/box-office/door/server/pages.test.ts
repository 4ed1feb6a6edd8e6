import { expect, test } from 'vitest';
import { doorWorkerScript, serveCachedDoorPages, type WorkerScope } from './pages.ts';

const origin = 'https://players.example';
const door = `${origin}/members/bookings/door/aaaaaaaaaaaaaaaa`;
const script = `${origin}/assets/door-abc.js`;

/** Simulates a browser that has these URLs in its cache, and a worker that handles the browser's requests. */
function browser(cached: readonly string[]) {
  const network = { isUp: true };
  const heard = new Map<string, (event: never) => void>();
  const scope: WorkerScope = {
    caches: { match: async (url) => (cached.includes(`${url}`) ? new Response('kept') : undefined) },
    location: { origin },
    fetch: async () => {
      if (!network.isUp) throw new TypeError('Failed to fetch');
      return new Response('site');
    },
    skipWaiting: async () => {},
    clients: { claim: async () => {} },
    addEventListener: (type: string, listen: (event: never) => void) => void heard.set(type, listen),
  };
  serveCachedDoorPages(scope);
  const ask = async (url: string, { method = 'GET', mode = 'navigate' } = {}) => {
    const asked: Promise<Response>[] = [];
    const event = { request: { method, mode, url }, respondWith: (answer: Promise<Response>) => asked.push(answer) };
    heard.get('fetch')?.(event as never);
    const [answer] = asked;
    return answer === undefined ? 'not its own' : (await answer).text();
  };
  return { network, ask };
}

test('the door page is loaded from the site if possible, else from the cache; its scripts come from the cache', async () => {
  const { network, ask } = browser([door, script]);
  expect(await ask(door)).toBe('site');
  expect(await ask(script, { mode: 'no-cors' })).toBe('kept');
  network.isUp = false;
  expect(await ask(door)).toBe('kept');
  await expect(ask(`${door}/list`)).rejects.toThrow();
});

test('the door’s service worker ignores calls, other sites and requests that change data', async () => {
  const { ask } = browser([door]);
  expect(await ask(`${origin}/members/api/bookings/door/aaaaaaaaaaaaaaaa`, { mode: 'cors' })).toBe('not its own');
  expect(await ask(door, { method: 'POST' })).toBe('not its own');
  expect(await ask('https://elsewhere.example/assets/a.js', { mode: 'no-cors' })).toBe('not its own');
});

test('the door’s service worker script runs without importing anything', () => {
  expect(() => new Function('self', doorWorkerScript)).not.toThrow();
  expect(doorWorkerScript).not.toContain('import');
  const heard: string[] = [];
  new Function('self', doorWorkerScript)({ addEventListener: (type: string) => heard.push(type) });
  expect(heard).toEqual(['install', 'activate', 'fetch']);
});
