import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Button } from './button.tsx';

test('a button that can’t be used just now says so, and so does one that is at work', () => {
  expect(renderToString(<Button aria-disabled>Undo</Button>)).toContain('aria-disabled="true"');
  expect(renderToString(<Button pending>Undo</Button>)).toContain('aria-disabled="true"');
  expect(renderToString(<Button>Undo</Button>)).not.toContain('aria-disabled');
});
