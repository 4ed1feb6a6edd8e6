import { useState } from 'react';
import { findUsualShowType } from '#features/archive/shows/show-list.ts';
import { ShowManagementActions, ShowManagementPanels } from '#features/archive/shows/web/index.ts';
import type { Page } from '#platform/shared/pages.ts';
import ListShowsPage, { ShowListIntroduction } from './list-shows-page.tsx';

/**
 * The list of shows for those who manage them. It is a separate screen, so that other visitors don't load its tools.
 */
export default function ManageShowsPage({ page }: { page: Page<'list_shows'> }) {
  const [isImporting, setIsImporting] = useState(false);
  const { archived } = page;
  return (
    <ListShowsPage
      page={page}
      intro={<ShowListIntroduction text="Choose a past or upcoming show to edit." />}
      usualType={findUsualShowType(page.shows)}
      actions={
        archived && <ShowManagementActions importing={isImporting} onImport={() => setIsImporting(!isImporting)} />
      }
      tools={archived && <ShowManagementPanels importing={isImporting} archived={archived} />}
    />
  );
}
