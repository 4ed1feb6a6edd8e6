import { Fragment, type Key, type ReactNode } from 'react';
import styles from './sheets.module.css';

/** The number of tickets or labels on a sheet of A4, three by three. */
const itemsPerPrintedSheet = 9;

/** Formats the paper for a number of printed items: "5 sheets of A4 landscape". */
export function formatPrintedSheets(items: number): string {
  const sheets = Math.ceil(items / itemsPerPrintedSheet);
  return `${sheets === 1 ? 'one sheet' : `${sheets} sheets`} of A4 landscape`;
}

/** Splits printed items into sheets of nine. */
export function splitIntoPrintedSheets<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / itemsPerPrintedSheet) }, (_, at) =>
    items.slice(at * itemsPerPrintedSheet, (at + 1) * itemsPerPrintedSheet),
  );
}

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
