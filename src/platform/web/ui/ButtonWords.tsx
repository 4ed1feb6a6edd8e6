import styles from './ButtonWords.module.css';

/** A button's words, which change while it is busy. The longer ones have their room from the start: it stays as wide. */
export function ButtonWords({ atRest, doing, busy }: { atRest: string; doing: string; busy: boolean }) {
  const [said, unsaid] = busy ? [doing, atRest] : [atRest, doing];
  return (
    <span className={styles.words} data-unsaid={unsaid}>
      {said}
    </span>
  );
}
