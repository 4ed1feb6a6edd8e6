import { RetryingImage } from '#platform/web/gallery/retrying-image.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import type { MediaItem } from '../contract.ts';
import styles from './thumbnail.module.css';

/** An item in a list, in a frame of one shape. It has no text, because its name is next to it. */
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
