import { formatDateOfInstant } from '#platform/shared/dates/dates.ts';
import type { Page } from '#platform/shared/pages.ts';
import { getRestorableUntil } from '#platform/shared/trash.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { Pagination } from '#platform/web/ui/navigation/pagination.tsx';
import { restoreAlbum, restoreMedia } from '../contract.ts';
import { manageMediaHref } from '../paths.ts';
import styles from './media-library.module.css';
import { Thumbnail } from './thumbnail.tsx';
import { useUndoableCalls } from './undo-message.tsx';

/** The trash: deleted albums and items, each with a button to restore it. */
export function DeletedMedia({ page }: { page: Page<'manage_media'> }) {
  const calls = useUndoableCalls();
  const { items, albums } = page;
  return (
    <div className={styles.library}>
      {items.length + albums.length === 0 && (
        <EmptyState title="Nothing deleted recently">Anything you delete can be restored here for 30 days.</EmptyState>
      )}
      {albums.length > 0 && (
        <section className="stack">
          <h2>Albums</h2>
          <ul className={styles.grid}>
            {albums.map((album) => (
              <li key={album.id} className={styles.card}>
                <p className={styles.name}>{album.name}</p>
                <p className="meta">Can be restored until {until(album.deleted)}</p>
                <Button
                  small
                  look="line"
                  pending={calls.busy}
                  onClick={() => void calls.run(restoreAlbum, { id: album.id })}
                >
                  <Icon of="rotate-ccw" /> Restore<span className="vh"> {album.name}</span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {items.length > 0 && (
        <section className="stack">
          <h2>Pictures, videos and recordings</h2>
          <ul className={styles.grid}>
            {items.map((item) => (
              <li key={item.id} className={styles.card}>
                <Thumbnail item={item} />
                <p className={styles.name}>{item.filename}</p>
                <p className="meta">Can be restored until {until(item.deleted)}</p>
                <Button
                  small
                  look="line"
                  pending={calls.busy}
                  onClick={() => void calls.run(restoreMedia, { id: item.id })}
                >
                  <Icon of="rotate-ccw" /> Restore<span className="vh"> {item.filename}</span>
                </Button>
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

const until = (deleted: string) => formatDateOfInstant(getRestorableUntil(deleted));
