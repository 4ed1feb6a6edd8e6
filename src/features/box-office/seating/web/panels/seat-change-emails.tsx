import { useState } from 'react';
import type { PerformanceOrder } from '#features/box-office/orders/contract.ts';
import { formatSeats } from '#features/box-office/performances/seat-labels.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import type { findOrdersToNotify } from '../../plan/moved-orders.ts';
import styles from './seat-change-emails.module.css';

/** Shows how many parties must be notified once the plan is saved, with a dialog that lists them. */
export function SeatChangeEmails({ orders }: { orders: ReturnType<typeof findOrdersToNotify<PerformanceOrder>> }) {
  const [open, setOpen] = useState(false);
  const { sends_mail } = useSite();
  const format = (seats: readonly string[]) => (seats.length === 0 ? 'no seat yet' : formatSeats(seats));
  return (
    <>
      <Button look="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {sends_mail
          ? orders.length === 1
            ? 'One party gets an email…'
            : `${orders.length} parties get an email…`
          : orders.length === 1
            ? 'One party needs telling…'
            : `${orders.length} parties need telling…`}
      </Button>
      {open && (
        <Dialog title={sends_mail ? 'Who will get an email' : 'Who needs telling'} onClose={() => setOpen(false)}>
          {() => (
            <>
              <p>
                This plan gives them different seats from the ones they expect.{' '}
                {sends_mail
                  ? 'They get an email ten minutes after the plan was last saved, unless they have their old seats back by then.'
                  : 'This site can’t send email: tell them yourself once the plan is saved. Manage Bookings lists them.'}
              </p>
              <ul className={styles.orders}>
                {orders.map(({ order: { ref, name, email }, before, now }) => (
                  <li key={ref}>
                    <p>
                      <b>{name}</b> <span className="meta">{ref}</span>
                    </p>
                    <p>
                      {format(before)} → {format(now)}
                    </p>
                    {sends_mail && email === '' && (
                      <p className="meta">No email address: Manage Bookings lists who needs telling.</p>
                    )}
                  </li>
                ))}
              </ul>
            </>
          )}
        </Dialog>
      )}
    </>
  );
}
