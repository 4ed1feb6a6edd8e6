import { Fragment, type Key, type ReactNode } from 'react';
import { splitIntoSheets } from '../sheets.ts';
import styles from './sheets.module.css';

/** Things to cut out of A4 landscape, nine to a sheet. On screen they flow. */
export function Sheets<One>({
  things,
  keyOf,
  called,
  children,
}: {
  things: readonly One[];
  keyOf: (thing: One) => Key;
  /** Describes the content of a sheet, after "Sheet 1 of 5, ". */
  called: (first: One, last: One) => string;
  children: (thing: One) => ReactNode;
}) {
  const sheets = splitIntoSheets(things);
  return sheets.map((sheet, at) => {
    const [first, last] = [sheet[0], sheet.at(-1)];
    if (first === undefined || last === undefined) return null;
    const name = `Sheet ${at + 1} of ${sheets.length}, ${called(first, last)}`;
    return (
      <section key={name} className={styles.sheet} aria-label={name} data-sheet="">
        <h2 className={styles.name}>{name}</h2>
        {sheet.map((thing) => (
          <Fragment key={keyOf(thing)}>{children(thing)}</Fragment>
        ))}
      </section>
    );
  });
}
