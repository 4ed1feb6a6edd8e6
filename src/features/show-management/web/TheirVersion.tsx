import { dateInWords } from '#platform/shared/dates.ts';
import type { Theirs } from '../contract.ts';
import styles from './PostEditor.module.css';
import { typeInWords } from './PostRows.tsx';

/** Somebody else's newer version of the post, to compare with and copy from. */
export function TheirVersion({ theirs }: { theirs: Theirs }) {
  return (
    <section className={styles.theirs} aria-labelledby="theirs">
      <h2 id="theirs">{theirs.changed_by === '' ? 'The other version' : `${theirs.changed_by}’s version`}</h2>
      <p className="meta">
        {typeInWords[theirs.type]}, {dateInWords(theirs.date.slice(0, 10), 'day')}
      </p>
      <p>
        <strong>{theirs.title}</strong>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has to by keyboard too */}
      <pre tabIndex={0}>{theirs.content}</pre>
    </section>
  );
}
