import { formatSeats } from '#features/box-office/performances/seat-labels.ts';
import { releaseLabels } from '#features/box-office/performances/seat-marks.ts';
import { updateHouseSeats } from '#features/box-office/seating/contract.ts';
import { HouseSeatFields } from '#features/box-office/seating/web/index.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import styles from './moved-seats.module.css';

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
  const releaseLabel = releaseLabels[release];
  return release === 0 || releaseLabel === undefined
    ? 'Withheld until you release them.'
    : `Released to visitors: ${releaseLabel.toLowerCase()}.`;
};
