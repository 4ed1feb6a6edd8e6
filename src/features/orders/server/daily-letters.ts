import { performancesBetween } from '#features/performances/server/index.ts';
import { readSettings } from '#features/society/server/index.ts';
import type { LetterKind } from '#features/ticket-letters/letter-kinds.ts';
import { writeQuietly } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { type Work, workByClock } from '#platform/server/jobs/work.ts';
import { addDays, type CalendarDate, today } from '#platform/shared/dates.ts';
import { momentOf } from '#platform/shared/local-time.ts';
import { tellBuyer } from './order-letters.ts';
import { ordersFor } from './store.ts';

type Writer = Pick<Services, 'db' | 'clock' | 'home' | 'encryption'>;

/** The most orders in one write: others want to write too. */
const atOnce = 50;

/** Reminds tomorrow's visitors, and thanks yesterday's: each order once for each performance. */
export const dailyLetters = (services: Writer): Work =>
  workByClock(
    {
      kind: 'ticket-letters',
      name: 'Writing to whoever comes tomorrow or came yesterday',
      clock: { every: 'day', at: '10:00' },
    },
    async (signal) => {
      const { timeZone } = await readSettings(services.db.read);
      const day = today(services.clock(), timeZone);
      await writeOf(services, { kind: 'reminder', on: addDays(day, 1), signal });
      await writeOf(services, { kind: 'thanks', on: addDays(day, -1), signal });
    },
  );

async function writeOf(
  { db, clock, home, encryption }: Writer,
  { kind, on, signal }: { kind: LetterKind; on: CalendarDate; signal: AbortSignal },
): Promise<void> {
  const { timeZone } = await readSettings(db.read);
  const midnight = (day: CalendarDate) => momentOf(`${day}T00:00`, timeZone);
  for (const { id, starts_at } of await performancesBetween(db.read, midnight(on), midnight(addDays(on, 1)))) {
    const orders = await ordersFor(db.read, id);
    for (let from = 0; from < orders.length; from += atOnce) {
      signal.throwIfAborted();
      const at = clock().toISOString();
      await writeQuietly(db, async (tx) => {
        for (const { id: order } of orders.slice(from, from + atOnce)) {
          await tellBuyer(tx, {
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
