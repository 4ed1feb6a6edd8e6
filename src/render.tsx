import '#platform/web/ui/styles/index.css';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import type { Page, SiteData } from '#platform/shared/pages.ts';
import { type AnyScreen, buildHead, createInitialSnapshot, NavigationContext } from '#platform/web/navigation/index.ts';
import { App } from './root.tsx';
import { loadScreen } from './screens.ts';

/**
 * Renders a page to the HTML inside `<div id="root">`. `query` is the URL's query without the question mark; `sources`
 * are the source files of the chunks that the page needs, as named in Vite's manifest.
 */
export async function render({ page, site, path, query }: { page: Page; site: SiteData; path: string; query: string }) {
  const screen = await loadScreen(page, path);
  const first = createInitialSnapshot({ page, site, path, query, screen }, { visit: 'first', entry: 'first' });
  const store = { first, snapshot: () => first, subscribe: () => () => {} };
  const body = renderToString(
    <StrictMode>
      <NavigationContext value={store}>
        <App places={null} />
      </NavigationContext>
    </StrictMode>,
  );
  return { body, head: buildHead(first.view, site), sources: findScreenSources(screen) };
}

/** The modules of all screens, and of the parts that surround some of them. Only the server loads them all. */
const modules = import.meta.glob<object>(['./features/**/web/**/{*-page,contact-form}.tsx', './members-side.ts'], {
  eager: true,
});

const sources = new Map(
  Object.entries(modules).flatMap(([file, exported]) =>
    Object.values(exported).map((part): [unknown, string] => [part, file.replace('./', 'src/')]),
  ),
);

/** Returns the source files that render a screen, as named in Vite's manifest. */
export const findScreenSources = ({ default: page, frame, contact }: AnyScreen): string[] =>
  [page, frame, contact].flatMap((part) => sources.get(part) ?? []);
