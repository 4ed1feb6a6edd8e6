import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Site } from '#platform/shared/pages.ts';
import { type AnyScreen, firstSnapshot, NavigationContext } from '#platform/web/navigation/index.ts';
import { MyDataSection } from './my-data-section.tsx';

test('erasing an account says that a paid subscription ends and isn’t refunded by itself', () => {
  const screen: AnyScreen = { default: () => null, head: () => ({ title: '', description: '' }) };
  const page = { type: 'logout', title: '' } as const;
  const start = { page, site: {} as Site, path: '/members/account_settings', query: '', screen };
  const first = firstSnapshot(start as unknown as Parameters<typeof firstSnapshot>[0], {
    visit: 'first',
    entry: 'first',
  });
  const html = renderToString(
    <NavigationContext value={{ first, snapshot: () => first, subscribe: () => () => {} }}>
      <MyDataSection />
    </NavigationContext>,
  );
  expect(html).toContain('A subscription that you have paid for, for yourself or for somebody else, ends with it');
  expect(html).toContain('isn’t refunded by itself');
});
