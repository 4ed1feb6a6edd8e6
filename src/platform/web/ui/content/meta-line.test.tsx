import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MetaLine } from './meta-line.tsx';

test('equal facts are shown once', () => {
  const said = renderToString(<MetaLine of={['May 2026', 'Musician', '', false, 'Musician']} />);
  expect(said.match(/May 2026|Musician/g)).toEqual(['May 2026', 'Musician']);
});

test('a line without facts is not rendered and leaves no gap', () => {
  expect(renderToString(<MetaLine of={['', false, undefined]} />)).toBe('');
});
