import { type CalendarDate, formatDate } from '#platform/shared/dates/dates.ts';
import { formatShortDay } from '#platform/shared/dates/short-dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import type { RefundStatus } from '../contract.ts';
import styles from './accounting.module.css';

/** Formats the payer and the other person paid for: "Daisy Ferrar for Poppy Ferrar". A dash if the payer is unknown. */
export const formatPayer = ({ name, for_name }: { name: string; for_name: string }): string =>
  [name, for_name].filter(Boolean).join(' for ') || '–';

/** The day of a payment. On a phone it has no year, because the heading has the year. */
export const EntryDate = ({ date }: { date: CalendarDate }) => (
  <>
    <span className="only-wide">{formatDate(date, 'day')}</span>
    <span className="only-narrow">{formatShortDay(date)}</span>
  </>
);

/** Badges for the refunds of a payment. */
export const RefundBadges = ({
  of: { refunded, being_refunded, refund_refused },
}: {
  of: Pick<RefundStatus, 'refunded' | 'being_refunded' | 'refund_refused'>;
}) => (
  <>
    {refunded > 0 && <Badge>{formatMoney(refunded)} refunded</Badge>}
    {being_refunded > 0 && <Badge tone="accent">{formatMoney(being_refunded)} being refunded</Badge>}
    {refund_refused && <Badge tone="warning">Refund refused</Badge>}
    {refund_refused && <span className={styles.refused}>{refund_refused}</span>}
  </>
);
