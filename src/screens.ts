import type { PageType } from './platform/shared/pages.ts';
import type { AnyScreen } from './platform/web/navigation/index.ts';

/** The screen that shows each type of page, by its source file: a page type without one does not compile. */
const sources: Record<PageType, `./features/${string}/web/${string}Page.tsx`> = {
  error: './features/site/web/ErrorPage.tsx',
  redirect: './features/site/web/RedirectPage.tsx',
  tickets: './features/site/web/TicketsPage.tsx',
  post: './features/posts/web/PostPage.tsx',
  list_shows: './features/shows/web/ListShowsPage.tsx',
  past_show: './features/shows/web/PastShowPage.tsx',
};

const files = import.meta.glob<AnyScreen>('./features/*/web/*Page.tsx');

/** The screen's source as Vite's manifest names it. */
export const sourceOf = (type: PageType): string => sources[type].replace('./', 'src/');

/** Fetches the screen for a page type. Rejects when its file can't be had, for instance after a new deployment. */
export async function loadScreen(type: PageType): Promise<AnyScreen> {
  const load = files[sources[type]];
  if (load === undefined) throw new Error(`There is no screen for pages of type ${type}.`);
  return load();
}
