import { Icon } from '../ui/icons/icon.tsx';
import type { IconName } from '../ui/icons/icon-names.ts';
import styles from './unavailable.module.css';

/** Takes the place of something that failed to load, with a message and a description. */
export function UnavailableMedia({
  sign,
  says,
  alt,
  width,
  height,
}: {
  sign: IconName;
  says: string;
  alt: string;
  width?: number | undefined;
  height?: number | undefined;
}) {
  const shape = width && height ? { aspectRatio: `${width} / ${height}` } : undefined;
  return (
    <span className={styles.unavailable} style={shape}>
      <Icon of={sign} />
      <span>{says}</span>
      {alt !== '' && <span className={styles.alt}>{alt}</span>}
    </span>
  );
}
