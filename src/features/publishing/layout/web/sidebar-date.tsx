import { formatDate, type Precision } from '#platform/shared/dates/dates.ts';

/** A date in the sidebar. For an instant, its day is shown. */
export function SidebarDate({ date, precision = 'day' }: { date: string; precision?: Precision }) {
  return <p className="meta">{formatDate(date.slice(0, 10), precision)}</p>;
}
