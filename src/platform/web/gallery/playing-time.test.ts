import { expect, it } from 'vitest';
import { formatPlayingTime } from './playing-time.ts';

it('says how long a recording is as a clock does', () => {
  expect([0, 9.9, 522, 4122].map(formatPlayingTime)).toEqual(['0:00', '0:09', '8:42', '1:08:42']);
});

it('says nothing odd while the length is not known', () => {
  expect([Number.NaN, Number.POSITIVE_INFINITY, -1].map(formatPlayingTime)).toEqual(['0:00', '0:00', '0:00']);
});
