import { expect, it } from 'vitest';
import { formatPlayingTime } from './audio-player.tsx';

it('a recording’s length is formatted in minutes and seconds, with hours if needed', () => {
  expect([0, 9.9, 522, 4122].map(formatPlayingTime)).toEqual(['0:00', '0:09', '8:42', '1:08:42']);
});

it('an unknown length is formatted as 0:00', () => {
  expect([Number.NaN, Number.POSITIVE_INFINITY, -1].map(formatPlayingTime)).toEqual(['0:00', '0:00', '0:00']);
});
