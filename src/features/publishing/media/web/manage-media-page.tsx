import { formatLocalDate } from '#platform/shared/dates/dates.ts';
import type { Head } from '#platform/shared/head.ts';
import { getRestorableUntil } from '#platform/shared/lifecycle.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { RetryingImage } from '#platform/web/gallery/retrying-image.tsx';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { InputField } from '#platform/web/ui/fields/field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { Pagination } from '#platform/web/ui/navigation/pagination.tsx';
import { TabLinks } from '#platform/web/ui/navigation/tabs.tsx';
import { type AlbumEntry, createAlbum, restoreAlbum, restoreMedia } from '../contract.ts';
import { albumHref, manageMediaHref, manageMediaPath } from '../paths.ts';
import { AlbumEditor } from './album-editor.tsx';
import styles from './manage-media-page.module.css';
import libraryStyles from './media-library.module.css';
import { MediaLibrary } from './media-library.tsx';
import { Thumbnail, useUndoableCalls } from './media-parts.tsx';

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

/** Every album, and a form to create an album. */
function AlbumList({ albums }: { albums: readonly AlbumEntry[] }) {
  return (
    <div className={styles.albums}>
      <div className={styles.make}>
        <CallForm call={createAlbum} submitLabel="Create album" pendingLabel="Creating…">
          {(errors) => (
            <InputField
              label="New album"
              hint="For example “Dress rehearsal, November 2026”."
              error={errors.name}
              name="name"
              maxLength={120}
              required
            />
          )}
        </CallForm>
      </div>
      {albums.length === 0 && (
        <EmptyState title="No albums yet">
          An album groups photographs, so you can add them to a show in one go.
        </EmptyState>
      )}
      <ul className={styles.list}>
        {albums.map((album) => (
          <li key={album.id} className={`linked ${styles.album}`}>
            <span className={styles.cover}>
              {album.thumbnail === '' ? (
                <Icon of="images" />
              ) : (
                <RetryingImage src={album.thumbnail} alt="" loading="lazy" />
              )}
            </span>
            <h2 className={styles.name}>
              <a href={albumHref(album.id)}>{album.name}</a>
            </h2>
            <span className="meta">{album.count === 1 ? '1 item' : `${album.count} items`}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The trash: deleted albums and items, each with a button to restore it. */
function DeletedMedia({ page }: { page: Page<'manage_media'> }) {
  const calls = useUndoableCalls();
  const { items, albums } = page;
  return (
    <div className={libraryStyles.library}>
      {items.length + albums.length === 0 && (
        <EmptyState title="Nothing deleted recently">Anything you delete can be restored here for 30 days.</EmptyState>
      )}
      {albums.length > 0 && (
        <section className="stack">
          <h2>Albums</h2>
          <ul className={libraryStyles.grid}>
            {albums.map((album) => (
              <li key={album.id} className={libraryStyles.card}>
                <Restorable
                  name={album.name}
                  deleted={album.deleted}
                  busy={calls.busy}
                  restore={() => void calls.run(restoreAlbum, { id: album.id })}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {items.length > 0 && (
        <section className="stack">
          <h2>Pictures, videos and recordings</h2>
          <ul className={libraryStyles.grid}>
            {items.map((item) => (
              <li key={item.id} className={libraryStyles.card}>
                <Thumbnail item={item} />
                <Restorable
                  name={item.filename}
                  deleted={item.deleted}
                  busy={calls.busy}
                  restore={() => void calls.run(restoreMedia, { id: item.id })}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Pagination
        page={page.page}
        pages={page.pages}
        href={(turned) => manageMediaHref({ view: 'deleted', page: turned })}
      />
    </div>
  );
}

/** The name of a deleted album or item, the last day on which it can be restored, and a button to restore it. */
const Restorable = ({
  name,
  deleted,
  busy,
  restore,
}: {
  name: string;
  deleted: string;
  busy: boolean;
  restore: () => void;
}) => (
  <>
    <p className={libraryStyles.name}>{name}</p>
    <p className="meta">Can be restored until {formatLocalDate(getRestorableUntil(deleted))}</p>
    <Button small look="line" pending={busy} onClick={restore}>
      <Icon of="rotate-ccw" /> Restore<span className="vh"> {name}</span>
    </Button>
  </>
);
