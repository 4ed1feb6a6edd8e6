import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetDrafts } from '#platform/web/drafts/forget-drafts.ts';
import {
  deletePendingCheckIns,
  isPendingElsewhere,
  loadPendingCheckIns,
  storePendingCheckIns,
} from './device-storage.ts';

let stored: Record<string, string>;

beforeEach(() => {
  stored = {};
  const methods = {
    getItem: (name: string) => stored[name] ?? null,
    setItem: (name: string, value: string) => {
      stored[name] = value;
    },
    removeItem: (name: string) => void delete stored[name],
  };
  vi.stubGlobal('document', {});
  vi.stubGlobal(
    'localStorage',
    new Proxy(methods, {
      ownKeys: () => Object.keys(stored),
      getOwnPropertyDescriptor: (_, name) => ({ value: stored[String(name)], enumerable: true, configurable: true }),
    }),
  );
});
afterEach(() => void vi.unstubAllGlobals());

const mark = (id: string, at: number) => ({ id, ticket: 't', came: true, at });

test('what one window has sent it forgets, and not what waits in another', () => {
  storePendingCheckIns('bea', 'macbeth', [mark('mine', 20)]);
  storePendingCheckIns('bea', 'macbeth', [mark('theirs', 10)]);
  expect(loadPendingCheckIns('bea', 'macbeth', 30)).toEqual([mark('theirs', 10), mark('mine', 20)]);
  deletePendingCheckIns('bea', 'macbeth', [mark('mine', 20)]);
  expect(loadPendingCheckIns('bea', 'macbeth', 30)).toEqual([mark('theirs', 10)]);
});

test('what waits is nobody else’s, of no other evening, and no longer than a day', () => {
  storePendingCheckIns('bea', 'macbeth', [mark('one', 0)]);
  expect(loadPendingCheckIns('ann', 'macbeth', 1)).toEqual([]);
  expect(loadPendingCheckIns('bea', 'hamlet', 1)).toEqual([]);
  expect(loadPendingCheckIns('bea', 'macbeth', 24 * 3_600_000)).toEqual([]);
  for (const name of Object.keys(stored)) stored[name] = '{"id":1}';
  expect(loadPendingCheckIns('bea', 'macbeth', 1)).toEqual([]);
});

test('signing out forgets it', () => {
  storePendingCheckIns('bea', 'macbeth', [mark('one', 0)]);
  forgetDrafts();
  expect(Object.keys(stored)).toEqual([]);
});

test('a window hears of what another keeps, and of nothing else', () => {
  storePendingCheckIns('bea', 'macbeth', [mark('one', 0)]);
  const [key = ''] = Object.keys(stored);
  const event = (some: object) => ({ key, newValue: '{}', ...some }) as StorageEvent;
  expect(isPendingElsewhere(event({}), 'bea', 'macbeth')).toBe(true);
  expect(isPendingElsewhere(event({ newValue: null }), 'bea', 'macbeth')).toBe(false);
  expect(isPendingElsewhere(event({}), 'bea', 'hamlet')).toBe(false);
  expect(isPendingElsewhere(event({ key: null }), 'bea', 'macbeth')).toBe(false);
});
