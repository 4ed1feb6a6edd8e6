import { CallForm } from '#platform/web/calls/CallForm.tsx';
import { RetryingImage } from '#platform/web/gallery/RetryingImage.tsx';
import { EmptyState } from '#platform/web/ui/Empty.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { InputField } from '#platform/web/ui/InputField.tsx';
import { albumHref } from '../addresses.ts';
import { type AlbumEntry, createAlbum } from '../contract.ts';
import styles from './AlbumList.module.css';

/** Every album, and a form for a new one. */
export function AlbumList({ albums }: { albums: readonly AlbumEntry[] }) {
  return (
    <div className={styles.albums}>
      <div className={styles.make}>
        <CallForm call={createAlbum} submitLabel="Make album" pendingLabel="Making…">
          {(errors) => (
            <InputField
              label="New album"
              hint="Such as “Dress rehearsal, November 2026”."
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
          An album gathers photographs, and hangs them with a show in one go.
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
