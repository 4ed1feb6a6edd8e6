import { formatMoney } from '#platform/shared/money.ts';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import type { RefundStatus as Since } from '../contract.ts';
import styles from './accounting.module.css';

/** Badges for the refunds of a payment, next to its subject. */
export const RefundBadges = ({
  of: { refunded, being_refunded, refund_refused },
}: {
  of: Pick<Since, 'refunded' | 'being_refunded' | 'refund_refused'>;
}) => (
  <>
    {refunded > 0 && <Badge>{formatMoney(refunded)} refunded</Badge>}
    {being_refunded > 0 && <Badge tone="accent">{formatMoney(being_refunded)} being refunded</Badge>}
    {refund_refused && <Badge tone="warning">Refund refused</Badge>}
    {refund_refused && <span className={styles.refused}>{refund_refused}</span>}
  </>
);
