import { Fragment } from 'react';
import { preventTitleWidows } from '#platform/shared/headline.ts';
import styles from './phrases.module.css';

/** Words that break where sense does: before each phrase, and inside one only where it doesn't fit into a line. */
export const Phrases = ({ of: phrases }: { of: readonly string[] }) =>
  phrases.map((phrase, at) => (
    <Fragment key={phrase}>
      {at > 0 && ' '}
      <span className={styles.phrase}>{phrase}</span>
    </Fragment>
  ));

/** A title's phrases: what stands before a colon, and what after it. */
export const titlePhrases = (title: string): string[] => preventTitleWidows(title).split(/(?<=:) /);
