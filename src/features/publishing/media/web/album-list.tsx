import { CallForm } from '#platform/web/calls/call-form.tsx';
import { RetryingImage } from '#platform/web/gallery/retrying-image.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { type AlbumEntry, createAlbum } from '../contract.ts';
import { albumHref } from '../paths.ts';
import styles from './album-list.module.css';

/** Every album, and a form to create an album. */
export function AlbumList({ albums }: { albums: readonly AlbumEntry[] }) {
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
