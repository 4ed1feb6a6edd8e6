import { useState } from 'react';
import { findUsualShowType } from '#features/archive/shows/usual-type.ts';
import { ManageActions, ManageTools } from '#features/archive/shows/web/index.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import ListShowsPage from './list-shows-page.tsx';

/**
 * The archive for those who manage it. Their texts come with this screen alone, so that other visitors don't load them.
 */
export default function ManageShowsPage({ page }: { page: Page<'list_shows'> }) {
  const [importing, setImporting] = useState(false);
  const { archived } = page;
  return (
    <ListShowsPage
      page={page}
      intro="Choose a past or upcoming show to edit."
      usualType={findUsualShowType(page.shows)}
      actions={archived && <ManageActions importing={importing} onImport={() => setImporting(!importing)} />}
      tools={archived && <ManageTools importing={importing} archived={archived} />}
    />
  );
}

export const head = ({ title }: Page<'list_shows'>): Head => ({ title, description: '', indexed: false });
