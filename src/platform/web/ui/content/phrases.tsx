import { Fragment } from 'react';
import { formatHeadline } from '#platform/shared/text/typography.ts';
import styles from './phrases.module.css';

/** Text that wraps only between phrases. A phrase wraps only if it doesn't fit on one line. */
export const Phrases = ({ of: phrases }: { of: readonly string[] }) =>
  phrases.map((phrase, at) => (
    <Fragment key={phrase}>
      {at > 0 && ' '}
      <span className={styles.phrase}>{phrase}</span>
    </Fragment>
  ));

/** Formats a title as a headline, and splits it into phrases after each colon that is followed by a space. */
export const splitTitlePhrases = (title: string): string[] => formatHeadline(title).split(/(?<=:) /);
