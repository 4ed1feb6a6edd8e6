import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MetaLine } from './meta-line.tsx';

test('equal facts in a meta line are shown once', () => {
  const said = renderToString(<MetaLine of={['May 2026', 'Musician', '', false, 'Musician']} />);
  expect(said.match(/May 2026|Musician/g)).toEqual(['May 2026', 'Musician']);
});

test('a meta line without facts is not rendered and leaves no gap', () => {
  expect(renderToString(<MetaLine of={['', false, undefined]} />)).toBe('');
});
