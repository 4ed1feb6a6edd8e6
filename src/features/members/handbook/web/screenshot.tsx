import type { HandbookSection } from '../contract.ts';
import { getScreenshotSize } from '../screenshots.ts';
import styles from './handbook.module.css';

const folder = '../../../../../docs/handbook/pictures/';
const addresses: Readonly<Record<string, string>> = import.meta.glob('../../../../docs/handbook/pictures/*.webp', {
  eager: true,
  import: 'default',
  query: '?url',
});

/** A picture of the screen that a section is about. */
export function Screenshot({ of: { file, alt } }: { of: NonNullable<HandbookSection['picture']> }) {
  return (
    <img
      className={styles.screenshot}
      data-narrow={getScreenshotSize(file).width < 600 || undefined}
      src={addresses[folder + file]}
      alt={alt}
      {...getScreenshotSize(file)}
      loading="lazy"
      decoding="async"
    />
  );
}
