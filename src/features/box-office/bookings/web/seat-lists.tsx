import { orderPath } from '#features/box-office/orders/order.ts';
import { useIsEmailOn } from '#features/box-office/orders/web/index.ts';
import { formatSeats } from '#features/box-office/performances/seat-labels.ts';
import { houseSeatReleaseLabels } from '#features/box-office/performances/seat-marks.ts';
import {
  dismissSeatChangeEmail,
  sendSeatChangeEmail,
  updateHouseSeats,
} from '#features/box-office/seating/contract.ts';
import { HouseSeatFields } from '#features/box-office/seating/web/index.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatDateTime, formatTime } from '#platform/shared/dates/dates.ts';
import type { Page } from '#platform/shared/pages.ts';
import { formatCannotEmailMessage } from '#platform/shared/text/cannot-email.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useCall } from '#platform/web/calls/use-call.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import styles from './seat-lists.module.css';

/**
 * Lists people whose seats have changed and who haven't been notified yet. Those with an email address are emailed
 * after a delay, unless somebody cancels the email, that kind of email is switched off, or the site can't send any.
 */
export function MovedSeatsList({ page: { moved_seats, orders, performances } }: { page: Page<'bookings'> }) {
  const { busy, slot: at, send: make } = useCall('moved seats');
  const { sends_mail } = useSite();
  const isEmailOn = useIsEmailOn()('seats');
  const orderOf = (id: string) => orders.find((order) => order.id === id);
  const dates = new Map(performances.map(({ id, date }) => [id, formatDateTime(date)]));
  return (
    <section className={`stack no-print ${styles.section}`} aria-labelledby="moved-seats">
      <h2 id="moved-seats">Moved seats</h2>
      <p>These people’s seats have changed, and they haven’t been told yet.</p>
      <CallStatus slot={at} />
      <ul className={styles.moved}>
        {moved_seats.map(({ performance_id, order_id, before, now, leaves_at }) => {
          const { name = '', email = '', phone = '', ref = '' } = orderOf(order_id) ?? {};
          const call = { id: performance_id };
          return (
            <li key={`${performance_id} ${order_id}`}>
              <div>
                <p>
                  <a href={orderPath(order_id)}>{name}</a>, {dates.get(performance_id)}
                </p>
                <p>
                  {before.length === 0 ? 'No seats yet' : formatSeats(before)} →{' '}
                  <strong>{now.length === 0 ? 'to be seated' : formatSeats(now)}</strong>
                </p>
                <p className="meta">{formatEmailStatus({ name, email, phone, leaves_at, sends_mail, isEmailOn })}</p>
              </div>
              <div className="row">
                {sends_mail && isEmailOn && email !== '' && (
                  <Button
                    small
                    look="line"
                    pending={busy !== ''}
                    onClick={() => void make(withParams(sendSeatChangeEmail, call), { order_id })}
                  >
                    Send email now
                    <span className="vh">
                      {' '}
                      to {name}, order {ref}
                    </span>
                  </Button>
                )}
                <Button
                  small
                  look="quiet"
                  pending={busy !== ''}
                  onClick={() => void make(withParams(dismissSeatChangeEmail, call), { order_id })}
                >
                  {sends_mail && leaves_at && email ? 'Cancel email' : 'Mark as told'}
                  <span className="vh">
                    : {name}, order {ref}
                  </span>
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Formats "The email goes out at 7.40pm unless you cancel it." or "No email address: ring 07700 900555." */
function formatEmailStatus({
  name,
  email,
  phone,
  leaves_at,
  sends_mail,
  isEmailOn,
}: Record<'name' | 'email' | 'phone' | 'leaves_at', string> & { sends_mail: boolean; isEmailOn: boolean }): string {
  if (email !== '' && !sends_mail) return formatCannotEmailMessage({ name, phone });
  if (email !== '' && !isEmailOn) return formatCannotEmailMessage({ name, phone, isSwitchedOff: true });
  if (email !== '' && leaves_at !== '') return `The email goes out at ${formatTime(leaves_at)} unless you cancel it.`;
  if (email !== '') return `No email has been sent to ${email}.`;
  return phone === '' ? 'No email address: tell them at the door.' : `No email address: ring ${phone}.`;
}

/** The house seats of a performance, and a form to withhold several more at once. */
export function HouseSeatList({
  performance: { id, date },
  houseSeats,
}: {
  performance: Page<'bookings'>['performances'][number];
  houseSeats: Page<'bookings'>['house_seats'];
}) {
  const { busy, slot: at, send: make } = useCall(`house seats ${id}`);
  const call = withParams(updateHouseSeats, { id });
  return (
    <section className={`stack ${styles.section}`} aria-labelledby={`house-seats-${id}`}>
      <h3 id={`house-seats-${id}`}>House seats on {formatDateTime(date)}</h3>
      <CallStatus slot={at} />
      {houseSeats.length > 0 && (
        <ul className={styles.moved}>
          {houseSeats.map(({ seats, reason, release }) => (
            <li key={seats.join()}>
              <p>
                <strong>{formatSeats(seats)}</strong>, {reason}
                <br />
                <span className="meta">{formatRelease(release)}</span>
              </p>
              <Button
                small
                look="line"
                pending={busy !== ''}
                onClick={() => void make(call, { seats: seats.join(','), sell: '1' })}
              >
                Release seats<span className="vh">: {formatSeats(seats)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <CallForm call={call} which={id} submitLabel="Withhold these seats" pendingLabel="Withholding seats…" look="line">
        {(errors) => <HouseSeatFields errors={errors} />}
      </CallForm>
    </section>
  );
}

const formatRelease = (release: number): string => {
  const releaseLabel = houseSeatReleaseLabels[release];
  return release === 0 || releaseLabel === undefined
    ? 'Withheld until you release them.'
    : `Released to visitors ${releaseLabel.toLowerCase()} the performance.`;
};
