import { useId, useRef } from 'react';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { handleCallResponse } from '#platform/web/calls/use-call.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import type { MediaLibraryItem, ShowPhotoSummary } from '../contract.ts';
import { albumHref, showPhotosHref } from '../paths.ts';
import { formatMediaCounts, formatPhotoAndVideoCounts } from '../photo-counts.ts';
import { MediaUploader } from './media-parts.tsx';
import styles from './show-photographs.module.css';

/** The photographs of the show that is being edited, and a way to add more in one go. */
export function ShowPhotosSection({
  show,
  summary: { count, videos, seen, album },
}: {
  show: string;
  summary: ShowPhotoSummary;
}) {
  const { admin } = useSite().memberNavItemsToShow;
  const at = useId();
  const added = useRef<MediaLibraryItem[]>([]);
  const end = () => {
    const items = added.current;
    added.current = [];
    if (items.length > 0)
      void handleCallResponse(at, { code: 200, msg: `Added ${formatMediaCounts(items)} to this show.` });
  };
  const present =
    count === 0
      ? 'This show has no photographs yet.'
      : `This show has ${formatPhotoAndVideoCounts(count - videos, videos)}.`;
  if (show === '') return <p className="muted">Save the show first. Then you can add its photographs here.</p>;
  if (!admin) {
    return <p className="muted">{present} Photographs are added by your admins: send yours to one of them.</p>;
  }
  return (
    <div className="stack">
      <p>{present}</p>
      {seen.length > 0 && (
        <ul className={styles.seen} aria-hidden="true">
          {seen.map((address) => (
            <li key={address}>
              <img src={address} alt="" loading="lazy" />
            </li>
          ))}
        </ul>
      )}
      {count > 0 && (
        <ul className={styles.ways}>
          <li>
            <a href={showPhotosHref(show)}>Arrange the photographs, tag who is in them, or remove one</a>
          </li>
          {album !== '' && (
            <li>
              <a href={albumHref(album)}>Open the show’s album</a>
            </li>
          )}
        </ul>
      )}
      <MediaUploader
        kind="image"
        label="Add photographs"
        fields={{ show }}
        onDone={(item) => {
          added.current.push(item);
        }}
        onEnd={end}
      />
      <p className="meta">
        New photographs appear on the show’s page as soon as they’re uploaded, and are added to the show’s album.
      </p>
      <CallStatus slot={at}>
        Not what you meant? <a href={showPhotosHref(show)}>Remove a photograph, or put them in order</a>
      </CallStatus>
    </div>
  );
}
