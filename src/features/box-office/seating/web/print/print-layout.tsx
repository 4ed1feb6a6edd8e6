import { Fragment, type Key, type ReactNode } from 'react';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { BackLink } from '#platform/web/ui/navigation/page-links.tsx';
import { seatingPath } from '../../paths.ts';
import styles from './print-layout.module.css';

/** The heading of a printable page: its performance, what will be printed, and the Print button. */
export function PrintPageHead({
  page: { id, title, show, date, cancelled },
  says,
  onPaper,
  children,
}: {
  page: { id: string; title: string; show: { title: string }; date: string; cancelled: boolean };
  /** A sentence about the printed content; "" if nothing is printed. */
  says: string;
  /** True if the heading is printed too. */
  onPaper?: boolean;
  children?: ReactNode;
}) {
  return (
    <header className={onPaper ? 'page-head' : 'page-head no-print'}>
      <div className="no-print">
        <BackLink href={seatingPath(id)}>Seating plan</BackLink>
      </div>
      <h1>{title}</h1>
      <p>
        {show.title}, {formatDateTime(date)} {cancelled && <Badge tone="warning">Cancelled</Badge>}
      </p>
      {says !== '' && (
        <div className={`no-print ${styles.print}`}>
          <Button onClick={() => window.print()}>
            <Icon of="printer" /> Print
          </Button>
          <span className="meta">{says}</span>
        </div>
      )}
      {children}
    </header>
  );
}

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
 * Lays out items to cut out, nine to a sheet of A4 landscape. On screen, the items of each sheet follow the sheet's
 * name, which isn't printed.
 */
export function PrintedSheets<Item>({
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
