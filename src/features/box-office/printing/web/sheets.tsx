import { Fragment, type Key, type ReactNode } from 'react';
import { splitIntoPrintedSheets } from '../sheets.ts';
import styles from './sheets.module.css';

/**
 * Lays out items to cut out, nine to a sheet of A4 landscape. On screen, the items follow each other without sheets.
 */
export function Sheets<Item>({
  things,
  keyOf,
  called,
  children,
}: {
  things: readonly Item[];
  keyOf: (thing: Item) => Key;
  /** Describes the content of a sheet. The text follows "Sheet 1 of 5, ". */
  called: (first: Item, last: Item) => string;
  children: (thing: Item) => ReactNode;
}) {
  const sheets = splitIntoPrintedSheets(things);
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
