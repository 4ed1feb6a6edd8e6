import { paymentSourceLabels } from '#features/money/ledger/entry.ts';
import { formatCard } from '#features/money/payments/cards.ts';
import { formatDate } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { Page } from '#platform/shared/pages.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { BackLink } from '#platform/web/ui/navigation/page-links.tsx';
import styles from './receipt-page.module.css';

type Receipt = Page<'subscription_receipt'>;

/** A printable receipt for a subscription's payment or refund. */
export default function ReceiptPage({ page }: { page: Receipt }) {
  const { amount, refunded, donation, part_paid } = page;
  const facts = [
    ['Date', formatDate(page.date, 'day')],
    [amount < 0 ? 'Refunded to' : 'Paid by', page.name],
    ['For', page.for_name ? `${page.plan_name} for ${page.for_name}` : page.plan_name],
    ['Payment method', formatCard(page) || paymentSourceLabels[page.source]],
    ['Paid until', page.paid_until && formatDate(page.paid_until, 'day')],
    ['Originally paid on', page.paid_on && formatDate(page.paid_on, 'day')],
    ['Reason', page.reason],
    ['Receipt number', page.id],
  ].filter(([, value]) => value !== '');
  return (
    <div className={styles.receipt}>
      <header className="page-head">
        <p className="no-print">
          {page.is_own ? (
            <BackLink href="/members/account_settings#membership">Account settings</BackLink>
          ) : (
            <BackLink href="/members/get_subs">Get Subs</BackLink>
          )}
        </p>
        <p>{page.site_name}</p>
        <h1>{page.title}</h1>
      </header>
      <p className={styles.amount}>{amount < 0 ? `${formatMoney(-amount)} refunded` : `${formatMoney(amount)} paid`}</p>
      {part_paid > 0 && (
        <p>
          {formatMoney(part_paid)} had already been paid in part: {formatMoney(part_paid + amount)} for the year.
        </p>
      )}
      {donation > 0 && (
        <p>
          {formatMoney(donation)} was donated in addition: {formatMoney(amount + donation)} in all.
        </p>
      )}
      {refunded > 0 && (
        <p>
          {formatMoney(refunded)} of the {formatMoney(amount)} was refunded later.
        </p>
      )}
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>If something isn’t right, tell the treasurer.</p>
      <p className="no-print">
        <Button look="line" onClick={() => window.print()}>
          <Icon of="printer" /> Print receipt
        </Button>
      </p>
    </div>
  );
}
