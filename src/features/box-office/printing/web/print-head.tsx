import type { ReactNode } from 'react';
import { seatingPath } from '#features/box-office/seating/paths.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { BackLink } from '#platform/web/ui/navigation/back-link.tsx';
import styles from './print-head.module.css';

/** The heading of a printable page: its performance, what will be printed, and the Print button. */
export function PrintHead({
  page: { id, title, show, date },
  says,
  onPaper,
  children,
}: {
  page: { id: string; title: string; show: { title: string }; date: string };
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
        {show.title}, {formatDateTime(date)}
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
