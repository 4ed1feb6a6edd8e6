import { type ReactNode, useEffect, useState } from 'react';
import { formatEndDateTime, formatEndTime } from '#platform/shared/dates/short-dates.ts';
import { refreshPage } from '#platform/web/navigation/index.ts';
import { formatTimeLeftAnnouncement } from '../../basket.ts';
import styles from './basket-page.module.css';

/** An hour in seconds. A longer hold is an offer from the waiting list, and may last into another day. */
const hourSeconds = 60 * 60;

/** The time left, in seconds, at which the colour becomes urgent. */
const urgentSeconds = 2 * 60;

/**
 * Shows the time until which the basket is held and, with JavaScript, a countdown in the last hour. Screen readers
 * announce when five minutes and one minute are left. `over` is shown when no time is left.
 */
export function HoldTimeLeft({ until, seconds, over }: { until: string; seconds: number; over?: ReactNode }) {
  const [left, setLeft] = useState<number>();
  useEffect(() => {
    const ends = performance.now() + seconds * 1000;
    const count = () => setLeft(Math.max(0, Math.ceil((ends - performance.now()) / 1000)));
    count();
    const counting = setInterval(count, 1000);
    return () => clearInterval(counting);
  }, [seconds]);
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) void refreshPage();
  }, [isOver]);
  // No time is left, so the message is shown even if the reloaded page still says that the tickets are held, because
  // the server's clock may be a second behind
  if (isOver)
    return (
      over ?? (
        <p className={styles.time} data-urgent>
          Your time has run out.
        </p>
      )
    );
  return (
    <p className={styles.time} data-urgent={(left ?? seconds) <= urgentSeconds || undefined}>
      Held for you until <strong>{seconds > hourSeconds ? formatEndDateTime(until) : formatEndTime(until)}</strong>
      {left !== undefined && left < hourSeconds && (
        <span className="num" aria-hidden="true">
          {' '}
          ({Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')} left)
        </span>
      )}
      <span className="vh" role="status">
        {left !== undefined && formatTimeLeftAnnouncement(left)}
      </span>
    </p>
  );
}
