import { RetryingImage } from '#platform/web/gallery/RetryingImage.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import type { MediaItem } from '../contract.ts';
import styles from './Thumbnail.module.css';

/** An item as lists show it, in a frame of one shape. The name stands beside it, so it says nothing itself. */
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
