import { RetryingImage } from '#platform/web/gallery/retrying-image.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import type { MediaItem } from '../contract.ts';
import styles from './thumbnail.module.css';

/** An item in lists, in a frame of one shape. Its name is next to it, so it has no text itself. */
export function Thumbnail({ item }: { item: Pick<MediaItem, 'kind' | 'thumbnail'> }) {
  return (
    <span className={styles.frame}>
      {item.thumbnail === '' ? (
        <Icon of={item.kind === 'video' ? 'film' : 'music'} className={styles.sign} />
      ) : (
        <RetryingImage src={item.thumbnail} alt="" loading="lazy" decoding="async" />
      )}
    </span>
  );
}
