import { expect, test } from 'vitest';
import { addMs, minute } from '#platform/shared/dates/durations.ts';
import { onEachEngine } from '#tests/support/site/engines.ts';
import { write } from '../database/index.ts';
import { TooManyRequestsError } from '../http/errors/http-error.ts';
import { declareRateLimits, rateLimits } from './index.ts';

const { account, network } = declareRateLimits({
  account: { burst: 3, everyMs: 10 * minute },
  network: { burst: 5, everyMs: minute },
});
const now = '2026-06-05T18:30:00.000Z';

onEachEngine('a limit refuses attempts beyond its burst, and allows one more after each interval', async ({ db }) => {
  const keys = [rateLimits.key(account, 'ruth@players.example')];
  const attempt = (at: string) => write(db, (tx) => rateLimits.consume(tx, keys, at));
  for (let count = 0; count < 3; count++) await attempt(now);
  const refusal = await attempt(now).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(TooManyRequestsError);
  expect(refusal).toMatchObject({
    code: 429,
    message: 'There have been too many attempts. Wait 10 minutes, then try again.',
    retryAfterSeconds: 600,
  });
  await attempt(addMs(new Date(now), 10 * minute));
  await expect(attempt(addMs(new Date(now), 10 * minute))).rejects.toBeInstanceOf(TooManyRequestsError);
});

onEachEngine('an attempt refused by one limit is not counted by the other limits', async ({ db }) => {
  const own = rateLimits.key(account, 'ruth');
  const others = rateLimits.networkKeys(network, '192.0.2.1');
  const attempt = (keys: typeof others) => write(db, (tx) => rateLimits.tryConsume(tx, keys, now));
  for (let count = 0; count < 3; count++) await attempt([...others, own]);
  expect((await attempt([...others, own])).waitMs).toBe(10 * minute);
  expect([await attempt(others), await attempt(others)]).toEqual([{ waitMs: 0 }, { waitMs: 0 }]);
  expect((await attempt(others)).waitMs).toBe(minute);
});

onEachEngine(
  'a restored attempt can be made again, and concurrent attempts are counted individually',
  async ({ db }) => {
    const keys = [rateLimits.key(account, 'ruth')];
    const attempts = () =>
      Promise.all(Array.from({ length: 6 }, () => write(db, (tx) => rateLimits.tryConsume(tx, keys, now))));
    expect((await attempts()).filter(({ waitMs }) => waitMs === 0)).toHaveLength(3);
    await write(db, (tx) => rateLimits.restore(tx, keys));
    expect((await attempts()).filter(({ waitMs }) => waitMs === 0)).toHaveLength(1);
  },
);

test('an IPv6 address counts under its /64, /56 and /48, with increasing allowances', () => {
  const keys = rateLimits.networkKeys(network, '2001:db8:1:2::3');
  expect(keys.map(({ burst, everyMs }) => ({ burst, everyMs }))).toEqual([
    { burst: 5, everyMs: minute },
    { burst: 10, everyMs: minute / 2 },
    { burst: 20, everyMs: minute / 4 },
  ]);
  expect(new Set(keys.map(({ name }) => name)).size).toBe(3);
  expect(keys[0]).toEqual(rateLimits.key(network, '2001:db8:1:2::/64'));
});
