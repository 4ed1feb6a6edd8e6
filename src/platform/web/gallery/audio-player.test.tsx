import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AudioPlayer, formatPlayingTime } from './audio-player.tsx';

test('before playing, the position slider of a recording is hidden from screen readers and the Tab key', () => {
  const html = renderToString(<AudioPlayer src="/radio.mp3" label="Radio" what="the radio interview" />);
  const [track = ''] = /<input[^>]*type="range"[^>]*>/.exec(html) ?? [];
  expect(track).toContain('aria-hidden="true"');
  expect(track).toMatch(/tabindex="-1"/i);
  expect(html).toMatch(/<label[^>]*aria-hidden="true"[^>]*>Position in/);
});

test('a recording’s length is formatted in minutes and seconds, with hours if needed', () => {
  expect([0, 9.9, 522, 4122].map(formatPlayingTime)).toEqual(['0:00', '0:09', '8:42', '1:08:42']);
});

test('a recording’s unknown length is formatted as 0:00', () => {
  expect([Number.NaN, Number.POSITIVE_INFINITY, -1].map(formatPlayingTime)).toEqual(['0:00', '0:00', '0:00']);
});
