import { ManageTools } from '#features/shows/web/index.ts';
import type { Page } from '#platform/shared/pages.ts';
import ListShowsPage from './ListShowsPage.tsx';

/** The archive for those who manage it. Its tools come with this screen alone: they were weight for all who only look. */
export default function ManageShowsPage({ page }: { page: Page<'list_shows'> }) {
  return <ListShowsPage page={page} tools={page.archived && <ManageTools archived={page.archived} />} />;
}

export { head } from './ListShowsPage.tsx';
