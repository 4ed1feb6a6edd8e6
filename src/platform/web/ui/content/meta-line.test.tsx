import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MetaLine } from './meta-line.tsx';

test('what is known is said once, though two facts are the same', () => {
  const said = renderToString(<MetaLine of={['May 2026', 'Musician', '', false, 'Musician']} />);
  expect(said.match(/May 2026|Musician/g)).toEqual(['May 2026', 'Musician']);
});

test('where nothing is known there is no line, and no gap in its place', () => {
  expect(renderToString(<MetaLine of={['', false, undefined]} />)).toBe('');
});
