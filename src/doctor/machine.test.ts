import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '#tests/support/site/engines.ts';
import { checkClock, checkDiskSpace, checkNodeVersion, countFreeBytes } from './machine.ts';

test.each([
  ['20.20.2', 'fault'],
  ['23.11.0', 'fault'],
  ['24.0.0', 'ok'],
  ['26.10.0', 'ok'],
])('Node.js %s is reported as %s', (version, state) => {
  expect(checkNodeVersion(version)).toMatchObject({ state, text: expect.stringContaining(version) });
});

test.each([
  [200_000_000, 'fault', /^0\.2 GB free on the disk of \/d: the site accepts no files\. Delete/],
  [1_000_000_000, 'note', /^1 GB free/],
  [80_000_000_000, 'ok', /^80 GB free/],
])('%d free bytes are reported as %s', (bytes, state, text) => {
  expect(checkDiskSpace('/d', bytes)).toMatchObject({ state, text: expect.stringMatching(text) });
});

test('free disk space can be measured for a folder that doesn’t exist yet', async () => {
  expect(await countFreeBytes(join(createTemporaryFolder(), 'not', 'yet'))).toBeGreaterThan(0);
});

const now = new Date('2026-11-21T12:00:00Z');
const before = new Date('2026-11-20T12:00:00Z');

test('a clock that follows a time server, or whose state is unknown, is fine', () => {
  expect(checkClock({ now, newestAt: before, isSynchronised: true }).state).toBe('ok');
  expect(checkClock({ now, newestAt: before, isSynchronised: undefined }).state).toBe('ok');
});

test('a clock that follows no time server is reported with advice to turn on synchronisation', () => {
  expect(checkClock({ now, newestAt: before, isSynchronised: false })).toMatchObject({
    state: 'fault',
    text: expect.stringContaining('timedatectl set-ntp true'),
  });
});

test('a clock that is behind the newest data is reported with advice to set it', () => {
  expect(checkClock({ now: before, newestAt: now, isSynchronised: true })).toMatchObject({
    state: 'fault',
    text: expect.stringContaining('is before 2026-11-21 12:00 UTC'),
  });
});
