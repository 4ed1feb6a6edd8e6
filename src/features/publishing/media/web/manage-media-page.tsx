import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { TabLinks } from '#platform/web/ui/navigation/tab-links.tsx';
import { manageMediaHref, manageMediaPath } from '../paths.ts';
import { AlbumEditor } from './album-editor.tsx';
import { AlbumList } from './album-list.tsx';
import { DeletedMedia } from './deleted-media.tsx';
import { MediaLibrary } from './media-library.tsx';

export const head = ({ title }: Page<'manage_media'>): Head => ({
  title,
  description: 'The society’s photographs, videos and recordings.',
  indexed: false,
});

const views = [
  { view: 'all', text: 'Everything' },
  { view: 'albums', text: 'Albums' },
  { view: 'deleted', text: 'Recently deleted' },
] as const;

/** Manage Media: all items, the albums, and deleted items that can be restored. */
export default function ManageMediaPage({ page }: { page: Page<'manage_media'> }) {
  const { view } = page.query;
  const current = view === 'album' ? 'albums' : view;
  return (
    <>
      <header className="page-head">
        {page.album && (
          <p className="meta">
            <a href={manageMediaHref({ view: 'albums' })}>Albums</a>
          </p>
        )}
        <h1>{page.title}</h1>
      </header>
      {!page.album && (
        <TabLinks
          label="Media"
          links={views.map(({ view: one, text }) => ({
            href: one === 'all' ? manageMediaPath : manageMediaHref({ view: one }),
            text,
            isCurrent: one === current,
          }))}
        />
      )}
      {view === 'all' && <MediaLibrary page={page} />}
      {view === 'albums' && <AlbumList albums={page.albums} />}
      {view === 'deleted' && <DeletedMedia page={page} />}
      {page.album && <AlbumEditor key={page.album.id} album={page.album} />}
    </>
  );
}
