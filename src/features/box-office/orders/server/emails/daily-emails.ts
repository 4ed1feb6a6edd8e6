import { listPerformancesBetween } from '#features/box-office/performances/server/index.ts';
import type { TicketEmailKind } from '#features/box-office/ticket-emails/ticket-email-kinds.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { defineScheduledJob, type JobHandler } from '#platform/server/jobs/job-handler.ts';
import { addDays, type CalendarDate, toCalendarDate } from '#platform/shared/dates/dates.ts';
import { toInstant } from '#platform/shared/dates/local-time.ts';
import { findPerformanceOrders } from '../store/find-orders.ts';
import { notifyBuyer } from './order-emails.ts';

type EmailServices = Pick<Services, 'db' | 'clock' | 'home' | 'encryption'>;

/** The maximum number of orders in one transaction. It is small, so that other writes needn't wait long. */
const ordersPerWrite = 50;

/** Reminds tomorrow's audience and thanks yesterday's, with one email for each order and performance. */
export const defineDailyEmailsJob = (services: EmailServices): JobHandler =>
  defineScheduledJob(
    {
      kind: 'ticket-letters',
      name: 'Emailing tomorrow’s and yesterday’s audiences',
      clock: { every: 'day', at: '10:00' },
    },
    async (signal) => {
      const { timeZone } = await readSettings(services.db.read);
      const day = toCalendarDate(services.clock(), timeZone);
      await queueEmails(services, { kind: 'reminder', on: addDays(day, 1), signal });
      await queueEmails(services, { kind: 'thanks', on: addDays(day, -1), signal });
    },
  );

async function queueEmails(
  { db, clock, home, encryption }: EmailServices,
  { kind, on, signal }: { kind: TicketEmailKind; on: CalendarDate; signal: AbortSignal },
): Promise<void> {
  const { timeZone } = await readSettings(db.read);
  const midnight = (day: CalendarDate) => toInstant(`${day}T00:00`, timeZone);
  for (const { id, starts_at } of await listPerformancesBetween(db.read, midnight(on), midnight(addDays(on, 1)))) {
    const orders = await findPerformanceOrders(db.read, id);
    for (let from = 0; from < orders.length; from += ordersPerWrite) {
      signal.throwIfAborted();
      const at = clock().toISOString();
      await write(db, async (tx) => {
        for (const { id: order } of orders.slice(from, from + ordersPerWrite)) {
          await notifyBuyer(tx, {
            kind,
            order,
            performance: id,
            about: `${id} ${starts_at}`,
            home: home(),
            encryption,
            at,
          });
        }
      });
    }
  }
}
