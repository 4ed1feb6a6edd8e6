import type { HandbookSection } from '../contract.ts';
import { getScreenshotSize } from '../screenshots.ts';
import styles from './handbook.module.css';

const folder = '../../../../../docs/handbook/pictures/';
const urls: Readonly<Record<string, string>> = import.meta.glob('../../../../../docs/handbook/pictures/*.webp', {
  eager: true,
  import: 'default',
  query: '?url',
});

/** Shows the screenshot of a section. */
export function Screenshot({ of: { file, alt } }: { of: NonNullable<HandbookSection['picture']> }) {
  return (
    <img
      className={styles.screenshot}
      data-narrow={getScreenshotSize(file).width < 600 || undefined}
      src={urls[folder + file]}
      alt={alt}
      {...getScreenshotSize(file)}
      loading="lazy"
      decoding="async"
    />
  );
}
