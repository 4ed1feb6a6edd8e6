import { formatAmountDue, formatOrderAccount } from '#features/box-office/orders/order-account.ts';
import { formatDateTime, formatTime, formatWeekdayDate } from '#platform/shared/dates/dates.ts';
import type { Head } from '#platform/shared/head.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { Page } from '#platform/shared/pages.ts';
import { lowercaseInitial } from '#platform/shared/text/join-labels.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { Button, ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { MetaLine } from '#platform/web/ui/content/meta-line.tsx';
import { QrCode } from '#platform/web/ui/content/qr-code.tsx';
import { CopyLinkField } from '#platform/web/ui/fields/copy-link-field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { basketPath, shopPath } from '../../paths.ts';
import styles from './booked-page.module.css';
import { PendingConfirmation } from './pending-confirmation.tsx';

/** `/tickets/order/:id/:key`: a booking, with a code for the door on each ticket. */
export default function BookedPage({ page }: { page: Page<'booked'> }) {
  return (
    <div className={`wrap section stack ${styles.page}`}>
      <h1>{page.title}</h1>
      {page.state === 'booked' ? <BookedOrder page={page} /> : <UnbookedOrder page={page} />}
    </div>
  );
}

function BookedOrder({ page }: { page: Page<'booked'> }) {
  const { ref, name, emailed, show, performances, needs, note, total, discount, url } = page;
  const { today, sends_mail } = useSite();
  const days = performances
    .filter(({ starts_at, cancelled }) => !cancelled && starts_at.slice(0, 10) >= today)
    .map(({ starts_at }) => formatWeekdayDate(starts_at.slice(0, 10)));
  const isToCome = days.length > 0;
  return (
    <>
      {isToCome && (
        <p className={styles.done}>
          <Icon of="circle-check" />
          <span>
            <strong>Booked.</strong> See you on {[...new Set(days)].join(' and ')}.
          </span>
        </p>
      )}
      <p className={styles.ref}>
        Reference <strong>{ref}</strong>
      </p>
      <p>
        Booked for {name}
        {(total > 0 || page.account) && <PaymentSummary page={page} />}.
        {discount > 0 && <span className="num"> These tickets are {formatMoney(discount)} off.</span>}
        {sends_mail && emailed
          ? ` ${emailed.sent ? 'We’ve emailed' : 'We’re emailing'} all of this to ${emailed.to} too.`
          : isToCome &&
            ` ${sends_mail ? 'Keep' : 'This site can’t send email, so keep'} the link to this page, or print it.`}
      </p>
      {performances.map((performance) => (
        <section key={performance.id} className={styles.performance} aria-label={formatDateTime(performance.starts_at)}>
          <div>
            {show && <h2>{show.title}</h2>}
            <p className={styles.when}>
              <time dateTime={performance.starts_at}>{formatDateTime(performance.starts_at)}</time>
            </p>
            {performance.cancelled && <p className={styles.cancelled}>This performance has been cancelled.</p>}
            <MetaLine
              className=""
              of={[
                show?.venue,
                performance.doors_at && `Doors open at ${formatTime(performance.doors_at)}`,
                performance.notes,
              ]}
            />
          </div>
          <ul className={styles.tickets}>
            {performance.tickets.map(({ id, type, pence, seat, qr, code }) => (
              <li key={id}>
                <div className={styles.words}>
                  {show && <p className={styles.show}>{show.title}</p>}
                  <p>{formatDateTime(performance.starts_at)}</p>
                  {seat !== '' && <p className={styles.seat}>Seat {seat}</p>}
                  <p>
                    {type}, <span className="num">{pence === 0 ? 'free' : formatMoney(pence)}</span>
                  </p>
                </div>
                <div className={styles.admit}>
                  <QrCode rows={qr} name={`Code for this ticket: ${code}`} />
                  <p className={`num ${styles.code}`}>{code}</p>
                </div>
              </li>
            ))}
          </ul>
          <p className={`no-print ${styles.actions}`}>
            {!performance.cancelled && (
              <ButtonLink look="line" href={performance.calendar} download>
                <Icon of="calendar-plus" /> Add to my calendar
              </ButtonLink>
            )}
            <Button look="line" className={styles.print} onClick={() => window.print()}>
              <Icon of="printer" /> Print
            </Button>
          </p>
        </section>
      ))}
      <section className="stack" aria-labelledby="expect">
        <h2 id="expect">{isToCome ? 'On the day' : 'Any questions?'}</h2>
        {isToCome && (
          <p>Show these codes at the door, on your phone or on paper; your name and reference work just as well.</p>
        )}
        {isToCome && url && (
          <div className={`no-print stack ${styles.link}`}>
            <CopyLinkField
              label="Link to your tickets"
              hint="Send it only to people you’re coming with: anyone who has it can use your tickets."
              url={url}
              look="line"
            />
          </div>
        )}
        {isToCome && needs.length > 0 && (
          <p>You asked for: {needs.map(lowercaseInitial).join(', ')}. Our front of house team knows.</p>
        )}
        {note !== '' && <p>Your note: {note}</p>}
        <p>
          {isToCome
            ? 'Can’t come after all? Write to us as soon as you can, giving your reference.'
            : 'Write to us, giving your reference.'}
        </p>
        <p className="no-print">
          <ButtonLink look="line" href="/contact">
            Contact us
          </ButtonLink>
        </p>
      </section>
    </>
  );
}

/** The amounts paid, refunded and due: "£25.00 paid, £12.50 refunded". Nothing if the tickets cost nothing. */
function PaymentSummary({ page: { total, to_pay, account, is_over: isOver = false } }: { page: Page<'booked'> }) {
  const unnamed = total > 0 ? (to_pay ? formatAmountDue(total, { isOver }) : `${formatMoney(total)} paid`) : '';
  const sums = (account && formatOrderAccount(account, { isOver })) || unnamed;
  return sums === '' ? null : <span className="num">, {sums}</span>;
}

function UnbookedOrder({
  page: { state, ref, account, pending, show, can_reopen = false, seller = '' },
}: {
  page: Page<'booked'>;
}) {
  if (pending) {
    return (
      <>
        {show && <h2>{show.title}</h2>}
        <PendingConfirmation pending={pending} canReopen={can_reopen} leadsTo={basketPath} />
      </>
    );
  }
  if (state === 'expired' || state === 'declined') {
    return (
      <>
        {show && <h2>{show.title}</h2>}
        <p>
          {state === 'expired'
            ? 'These tickets weren’t confirmed in time, so they have been released and nothing is booked.'
            : 'The box office couldn’t confirm these tickets, so they have been released and nothing is booked.'}
        </p>
        <p className="row">
          <ButtonLink href={shopPath}>Choose tickets again</ButtonLink>
          <ButtonLink look="line" href="/contact">
            Contact us
          </ButtonLink>
        </p>
      </>
    );
  }
  if (state === 'finding out') {
    return (
      <p>
        We’re checking whether your card was charged. Don’t pay again: reload this page in a few minutes to see the
        result.
      </p>
    );
  }
  if (state === 'not paid') {
    return (
      <>
        <p>You haven’t been charged, and nothing is booked.</p>
        <p>
          <ButtonLink href={basketPath}>Back to your basket</ButtonLink>
        </p>
      </>
    );
  }
  return (
    <>
      <p>
        Reference <strong>{ref}</strong>
      </p>
      <p>
        This booking has been cancelled.{' '}
        {account && formatOrderAccount(account) !== '' && <span className="num">{formatOrderAccount(account)}. </span>}
        {account && account.refund_pending > 0 && 'A refund to your card usually arrives within ten days. '}
        {account && account.owed > account.owed_disputed && 'We’ll get in touch about your refund. '}
        {seller !== '' && `You paid ${seller} for these tickets, so any refund comes from them and not from us.`}
      </p>
      <p>
        <ButtonLink look="line" href={shopPath}>
          See what’s on
        </ButtonLink>
      </p>
    </>
  );
}

export const head = (page: Page<'booked'>): Head => ({
  title: page.title,
  description: 'Your booking with us.',
  indexed: false,
});
