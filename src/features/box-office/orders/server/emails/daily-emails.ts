import { listPerformancesBetween } from '#features/box-office/performances/server/index.ts';
import type { TicketEmailKind } from '#features/box-office/ticket-emails/ticket-email-kinds.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { defineScheduledJob, type JobHandler } from '#platform/server/jobs/job-handler.ts';
import { addDays, type CalendarDate, toCalendarDate } from '#platform/shared/dates/dates.ts';
import { toInstant } from '#platform/shared/dates/local-time.ts';
import { findPerformanceOrders } from '../store/find-orders.ts';
import { notifyBuyers } from './order-emails.ts';

type EmailServices = Pick<Services, 'db' | 'clock' | 'home' | 'encryption'>;

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
  services: EmailServices,
  { kind, on, signal }: { kind: TicketEmailKind; on: CalendarDate; signal: AbortSignal },
): Promise<void> {
  const db = services.db.read;
  const { timeZone } = await readSettings(db);
  const midnight = (day: CalendarDate) => toInstant(`${day}T00:00`, timeZone);
  for (const { id, starts_at } of await listPerformancesBetween(db, midnight(on), midnight(addDays(on, 1)))) {
    const letter = { kind, performance: id, about: `${id} ${starts_at}` };
    await notifyBuyers(services, await findPerformanceOrders(db, id), letter, signal);
  }
}
