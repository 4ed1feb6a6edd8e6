import { sourceNames } from '#features/money/ledger/entry.ts';
import { formatCard } from '#features/money/payments/format-card.ts';
import { formatDateOfInstant } from '#platform/shared/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { Receipt } from '../contract.ts';
import { receiptPath } from '../paths.ts';
import styles from './manage-membership.module.css';

/** Payments and refunds, newest first. */
export const Receipts = ({ receipts }: { receipts: readonly Receipt[] }) => (
  <div className={styles.part}>
    <h3>Receipts</h3>
    <ul className={`ruled ${styles.receipts}`}>
      {receipts.map((receipt) => (
        <li key={receipt.id} className="spread">
          <div>
            {receipt.for_name ? `${receipt.plan_name} for ${receipt.for_name}` : receipt.plan_name}
            <p className={styles.meta}>
              <time dateTime={receipt.date}>{formatDateOfInstant(receipt.date)}</time>
              {`, ${formatCard(receipt) || sourceNames[receipt.source]}`}
            </p>
          </div>
          <div className={styles.receipt}>
            <span className="num">
              {receipt.amount < 0 ? `Refunded ${formatMoney(-receipt.amount)}` : formatMoney(receipt.amount)}
            </span>
            {receipt.refunded > 0 && <span className={styles.meta}>{formatMoney(receipt.refunded)} refunded</span>}
            <a href={receiptPath(receipt.id)}>
              Open receipt<span className="vh"> of {formatDateOfInstant(receipt.date)}</span>
            </a>
          </div>
        </li>
      ))}
    </ul>
  </div>
);
