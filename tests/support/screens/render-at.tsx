import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { createInitialSnapshot, NavigationContext } from '#platform/web/navigation/index.ts';

/**
 * Renders part of a screen as the server does, at a path. `site` and `page` need only the data that this part of the
 * screen reads.
 */
export function renderElementAt(
  path: string,
  element: ReactNode,
  { site = {}, page = {}, query = '' }: { site?: object; page?: object; query?: string } = {},
): string {
  const start = { path, query, page, site, screen: { default: () => null } };
  const first = createInitialSnapshot(start as unknown as Parameters<typeof createInitialSnapshot>[0], {
    visit: 'first',
    entry: 'first',
  });
  return renderToString(
    <NavigationContext value={{ first, snapshot: () => first, subscribe: () => () => {} }}>
      {element}
    </NavigationContext>,
  );
}
