import { afterEach, expect, test, vi } from 'vitest';
import { getAlerts } from '#platform/web/alerts/alerts.tsx';
import { renderElementAt } from '#tests/support/screens/render-at.tsx';
import { handleErasureResponse, MyDataSection } from './my-data-section.tsx';

const stored: Record<string, string> = {};
const methods = {
  setItem: () => {},
  removeItem: (name: string) => void delete stored[name],
};

afterEach(() => void vi.unstubAllGlobals());

test('a successful erasure request deletes the drafts in the browser, and a refused one doesn’t', () => {
  vi.stubGlobal(
    'localStorage',
    new Proxy(methods, {
      ownKeys: () => Object.keys(stored),
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  );
  stored['draft of ann: post'] = '{}';
  expect(handleErasureResponse({ code: 400, msg: 'Say that you are sure.' })).toBe(false);
  expect(stored).toEqual({ 'draft of ann: post': '{}' });
  expect(handleErasureResponse({ code: 200, msg: 'Your account has been disabled.' })).toBe(true);
  expect(stored).toEqual({});
});

test('the alert about a requested erasure stays on the screen until it is closed', () => {
  const content = 'Your account has been disabled and will be erased on 21 December 2026.';
  handleErasureResponse({ code: 200, msg: content });
  // The title doesn't repeat what the message says
  expect(getAlerts().at(-1)).toMatchObject({ tone: 'ok', title: 'Erasure scheduled', content, stays: true });
});

test('the section about erasure says that a paid subscription ends and isn’t refunded automatically', () => {
  const html = renderElementAt('/members/account_settings', <MyDataSection />);
  expect(html).toContain(
    'A subscription that you have paid for, for yourself or for somebody else, ends with your account',
  );
  expect(html).toContain('isn’t refunded automatically');
});
