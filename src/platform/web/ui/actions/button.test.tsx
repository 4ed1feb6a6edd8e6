import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Button } from './button.tsx';

test('a disabled button and a pending button are both marked as disabled', () => {
  expect(renderToString(<Button aria-disabled>Undo</Button>)).toContain('aria-disabled="true"');
  expect(renderToString(<Button pending>Undo</Button>)).toContain('aria-disabled="true"');
  expect(renderToString(<Button>Undo</Button>)).not.toContain('aria-disabled');
});
