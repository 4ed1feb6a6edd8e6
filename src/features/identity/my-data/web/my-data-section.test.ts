import { afterEach, expect, test, vi } from 'vitest';
import { onErasureRequested } from './my-data-section.tsx';

const stored: Record<string, string> = {};
const methods = {
  setItem: () => {},
  removeItem: (name: string) => void delete stored[name],
};

afterEach(() => void vi.unstubAllGlobals());

test('whoever shuts their account leaves nothing they typed in the browser', () => {
  vi.stubGlobal(
    'localStorage',
    new Proxy(methods, {
      ownKeys: () => Object.keys(stored),
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  );
  stored['draft of ann: post'] = '{}';
  expect(onErasureRequested({ code: 400, msg: 'Say that you are sure.' })).toBe(false);
  expect(stored).toEqual({ 'draft of ann: post': '{}' });
  expect(onErasureRequested({ code: 200, msg: 'Your account has been disabled.' })).toBe(true);
  expect(stored).toEqual({});
});
