import { membershipPath } from '#features/money/subscriptions/paths.ts';
import { formatDate } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { Page } from '#platform/shared/pages.ts';
import { downloadWithReauthentication } from '#platform/web/calls/download-with-reauthentication.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { Button, ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { Alert } from '#platform/web/ui/content/alert.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { Sections } from '#platform/web/ui/content/layout.tsx';
import { InputField } from '#platform/web/ui/fields/field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { BackLink } from '#platform/web/ui/navigation/page-links.tsx';
import type { GiftAidScheduleRow } from '../contract.ts';
import { exclusionReasonLabels, giftAidPath } from '../schedule.ts';
import styles from './gift-aid.module.css';

type Content = Page<'gift_aid'>;

/** The number of lines in HMRC's form. */
const linesOfForm = 1000;

/** The society's claim for a period, with the payments left out of it and the schedule to download. */
export default function GiftAidPage({ page }: { page: Content }) {
  const { title, open, from, until, days_error, count, lines, total, reclaimed, left_out, declared, plans } = page;
  const { admin } = useSite().memberNavItemsToShow;
  const csv = `${giftAidPath}.csv?from=${from}&until=${until}`;
  return (
    <Sections>
      <header className="page-head">
        <p>
          <BackLink href={membershipPath}>Membership</BackLink>
        </p>
        <h1>{title}</h1>
        <p>
          {days_error === '' && `${formatDate(from, 'day')} to ${formatDate(until, 'day')}. `}
          {declared === 0 && 'No declaration is in force.'}
          {declared === 1 && 'One member’s declaration is in force.'}
          {declared > 1 && `${declared} members’ declarations are in force.`}{' '}
          {plans.length > 0
            ? `These count for Gift Aid: ${plans.join(', ')}, and donations entered in Accounting.`
            : 'Only donations entered in Accounting count for Gift Aid.'}
        </p>
      </header>
      {!open && (
        <p>
          <strong>Gift Aid is switched off.</strong> Members can’t make declarations.{' '}
          {admin ? (
            <a href="/members/admin/admin_settings#gift-aid">Switch it on in Admin Settings</a>
          ) : (
            'An admin can switch it on in Admin Settings.'
          )}
        </p>
      )}
      {open && plans.length === 0 && (
        <p>
          <strong>No subscription counts yet.</strong> An admin can mark the plans that give members nothing in return
          in Admin Settings, under Subscription plans.
        </p>
      )}
      <form className={`${styles.choice} no-print`} method="get" action={giftAidPath} key={`${from} ${until}`}>
        <InputField label="Paid from" type="date" name="from" defaultValue={from} required />
        <InputField label="Paid until" type="date" name="until" defaultValue={until} error={days_error} required />
        <div className="row">
          <Button type="submit" look="line">
            Show
          </Button>
          {count > 0 && (
            <ButtonLink
              look="line"
              href={csv}
              onClick={(event) => {
                event.preventDefault();
                void downloadWithReauthentication(csv);
              }}
            >
              <Icon of="download" /> Schedule (CSV)
            </ButtonLink>
          )}
        </div>
      </form>
      {days_error === '' && (
        <section aria-labelledby="can-be-claimed">
          <h2 id="can-be-claimed">What can be claimed</h2>
          {count === 0 ? (
            <EmptyState title="Nothing to claim">
              In this period, no member paid or donated anything that their declaration covers.
            </EmptyState>
          ) : (
            <div className="stack">
              <dl className={styles.sums}>
                <div>
                  <dt>Paid, less refunds</dt>
                  <dd className="num">{formatMoney(total)}</dd>
                </div>
                <div>
                  <dt>HMRC adds 25%</dt>
                  <dd className="num">{formatMoney(reclaimed)}</dd>
                </div>
              </dl>
              {count > linesOfForm && (
                <Alert tone="bad" title="Too many lines for HMRC’s form">
                  It has room for 1,000 at a time. Choose a shorter period and claim in parts.
                </Alert>
              )}
              <PaymentsTable payments={lines} count={count} caption="Payments that can be claimed" />
            </div>
          )}
        </section>
      )}
      {left_out.length > 0 && (
        <section aria-labelledby="left-out">
          <h2 id="left-out">What can’t be claimed</h2>
          {left_out.map(({ why, count: excluded, total: sum, payments }) => (
            <details key={why} className={styles.reason}>
              <summary>
                <Icon of="chevron-right" />
                <span>
                  {exclusionReasonLabels[why]}:{' '}
                  <span className="num">
                    {excluded.toLocaleString('en-GB')} {excluded === 1 ? 'payment' : 'payments'}
                    {sum > 0 && `, ${formatMoney(sum)}`}
                  </span>
                </span>
              </summary>
              <PaymentsTable payments={payments} count={excluded} caption={exclusionReasonLabels[why]} />
            </details>
          ))}
        </section>
      )}
    </Sections>
  );
}

const PaymentsTable = ({
  payments,
  count,
  caption,
}: {
  payments: readonly GiftAidScheduleRow[];
  count: number;
  caption: string;
}) => (
  <>
    <table className={`table table--stack table--cards ${styles.payments}`}>
      <caption className="vh">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">For</th>
          <th scope="col">Paid on</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {payments.map(({ id, name, plan, date, amount }) => (
          <tr key={id}>
            <td data-label="Name" data-heads>
              {name || '–'}
            </td>
            <td data-label="For">{plan}</td>
            <td data-label="Paid on" className="num">
              {formatDate(date, 'day')}
            </td>
            <td data-label="Amount" data-sum className="num">
              {formatMoney(amount)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    {count > payments.length && (
      <p className="meta">
        The first {payments.length} of {count.toLocaleString('en-GB')}.
      </p>
    )}
  </>
);
