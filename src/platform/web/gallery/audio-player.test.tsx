import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AudioPlayer } from './audio-player.tsx';

test('the position slider of a recording is hidden from screen readers and the Tab key until something plays', () => {
  const html = renderToString(<AudioPlayer src="/radio.mp3" label="Radio" what="the radio interview" />);
  const [track = ''] = /<input[^>]*type="range"[^>]*>/.exec(html) ?? [];
  expect(track).toContain('aria-hidden="true"');
  expect(track).toMatch(/tabindex="-1"/i);
  expect(html).toMatch(/<label[^>]*aria-hidden="true"[^>]*>Position in/);
});
