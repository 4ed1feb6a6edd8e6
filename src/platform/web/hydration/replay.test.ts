import { afterEach, expect, test, vi } from 'vitest';
import { replayInput } from './replay.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Replays these presses, which were made at `/contact`. Returns the successful ones and the reported errors. */
async function pressAgain(steps: Record<string, () => void>, location = { pathname: '/contact' }) {
  const reported: unknown[] = [];
  const body = {};
  vi.stubGlobal('document', { body, activeElement: body });
  vi.stubGlobal('location', location);
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
  const done: string[] = [];
  const pressed = new Map(
    Object.entries(steps).map(([name, step]) => [
      { isConnected: true } as Element,
      () => {
        step();
        done.push(name);
      },
    ]),
  );
  await replayInput({ changed: new Map(), pressed, hydrated: new AbortController() }, '/contact');
  return { done, reported };
}

test('an event that can’t be replayed is reported, and the others are replayed', async () => {
  const lost = new Error('That button has left its form.');
  const refuses = () => {
    throw lost;
  };
  expect(await pressAgain({ refuses, menu: () => {} })).toEqual({ done: ['menu'], reported: [lost] });
});

test('a press on one page isn’t replayed on the next, even if both have the same button', async () => {
  expect((await pressAgain({ menu: () => {} }, { pathname: '/past-shows' })).done).toEqual([]);
  const location = { pathname: '/contact' };
  const leads = () => {
    location.pathname = '/past-shows';
  };
  expect((await pressAgain({ leads, menu: () => {} }, location)).done).toEqual(['leads']);
});
