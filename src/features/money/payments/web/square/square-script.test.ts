import { afterEach, expect, test, vi } from 'vitest';
import type { CardForm } from '../../contract.ts';
import { loadSquarePayments } from './square-script.ts';

const form: CardForm = {
  ...{ provider: 'Square', environment: 'practice', script: '/practice/square.js' },
  ...{ application_id: 'a', location_id: 'l' },
};

/** Stubs a browser in which loading a script has the given result. */
function browserWhere(comes: (script: { onload: () => void; onerror: () => void }) => void) {
  const urls: string[] = [];
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', {
    createElement: () => ({ remove: () => {} }),
    head: {
      append: (script: { src: string; onload: () => void; onerror: () => void }) => {
        urls.push(script.src);
        comes(script);
      },
    },
  });
  return urls;
}

afterEach(() => vi.unstubAllGlobals());

test('a script that fails to load, or isn’t Square’s, gives the standard error and is fetched again', async () => {
  for (const comes of ['onload', 'onerror'] as const) {
    const loaded = browserWhere((script) => script[comes]());
    for (const _ of [1, 2]) await expect(loadSquarePayments(form)).rejects.toThrow('Square.js failed to load properly');
    expect(loaded).toEqual([form.script, form.script]);
  }
});

test('Square’s script is fetched once, and is called with the society’s ids', async () => {
  const payments = vi.fn((application: string, location: string) => ({ application, location }));
  const loaded = browserWhere((script) => {
    Object.assign(window, { Square: { payments } });
    script.onload();
  });
  await loadSquarePayments(form);
  expect(await loadSquarePayments(form)).toEqual({ application: 'a', location: 'l' });
  expect(loaded).toEqual([form.script]);
});
