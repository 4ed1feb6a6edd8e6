import { expect, test } from 'vitest';
import { renderElementAt } from '#tests/support/screens/render-at.tsx';
import { SessionList } from './account-settings-page.tsx';

test('a device whose network address the site doesn’t record is listed without one', () => {
  const at = '2026-11-21T12:00:00+00:00';
  const session = { id: 'one', device: 'Firefox on Linux', created_at: at, last_used_at: at, current: true };
  const list = (address: string) =>
    renderElementAt('/members/account_settings', <SessionList sessions={[{ ...session, address }]} />).replaceAll(
      /<[^>]*>/g,
      '',
    );
  expect(list('192.0.2.7')).toContain('Signed in 21 November 2026, from 192.0.2.7.');
  expect(list('')).toContain('Signed in 21 November 2026.');
});
