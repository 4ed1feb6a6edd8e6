import type { OrderStatus } from '#features/box-office/orders/order.ts';
import { createEncryption } from '#platform/server/crypto/encryption.ts';
import type { Feature, Services } from '#platform/server/feature/feature.ts';
import { queueScheduledJobs, runDueJobs } from '#platform/server/jobs/runner.ts';
import { dataKey, type SiteTestContext } from '../site/app.ts';

export const bookingCallsPath = '/members/api/bookings';

export interface BookingsContent {
  performances: {
    id: string;
    version: number;
    capacity: number;
    sold: number;
    ticket_types: { id: string; name: string }[];
  }[];
  orders: {
    id: string;
    ref: number;
    status: OrderStatus;
    total: number;
    paid: number;
    back: number;
    refunded: number;
    refund_pending: number;
    name: string;
  }[];
}

/**
 * Creates a show with one performance for this many people, on 14 April 2027 at 7.30pm, and a user who sells its
 * tickets.
 */
export async function createBoxOffice({ a, as, db }: SiteTestContext, places = 96) {
  const show = await a.show({ title: 'Blithe Spirit', first_date: '2027-04-14', date: '2027-04-14' });
  const admin = await as(await a.user({ role: 'admin' }));
  const datetime = '2027-04-14T19:30';
  const { id } = (await admin.post(`${bookingCallsPath}/add_new_performance`, { datetime, show_id: show })).json();
  const details = { datetime, capacity: `${places}`, doors_minutes: '30', version: 1 };
  await admin.post(`${bookingCallsPath}/performances/${id}`, details);
  const page = async () => (await admin.page(`/members/bookings?show=${show}`)).content as unknown as BookingsContent;
  const types = (await page()).performances[0]?.ticket_types ?? [];
  const type = (name: string) => `tickets_${types.find((one) => one.name === name)?.id}`;
  const sell = async (fields: object) =>
    (
      await admin.post(`${bookingCallsPath}/orders`, {
        performance_id: id,
        name: 'Dorothy Hollis',
        how: 'cash',
        ...fields,
      })
    ).json();
  const entries = () =>
    db.read.selectFrom('entry').select(['kind', 'amount', 'source', 'show_id', 'label']).orderBy('at').execute();
  return { ...admin, pageAt: admin.page, show, performance: id as string, page, type, sell, entries };
}

/** Makes a performance without sales sell numbered seats, in this many rows. */
export async function switchToNumberedSeats(
  { post }: Pick<Awaited<ReturnType<typeof createBoxOffice>>, 'post'>,
  performance: string,
  { rows = 2, marks = {}, version = 2, datetime = '2027-04-14T19:30' } = {},
): Promise<void> {
  const change = { datetime, capacity: '', sells_seats: '1', version };
  const changed = (await post(`${bookingCallsPath}/performances/${performance}`, change)).json();
  if (changed.code !== 200) throw new Error(changed.msg);
  const plan = { layout: { rowCount: rows, hiddenSeats: [] }, assignments: {}, marks };
  const saved = (await post(`/members/bookings/seating/${performance}`, plan)).json();
  if (saved.code !== 200) throw new Error(saved.msg);
}

/** Runs those jobs of a feature that are due by a moment. Throws if an attempt fails. */
export async function runFeatureJobs(
  { db, at }: Pick<SiteTestContext, 'db' | 'at'>,
  feature: Feature,
  moment: string,
  some: Partial<Services> = {},
): Promise<void> {
  at(moment);
  const clock = () => new Date(moment);
  const home = () => 'https://players.example';
  const services = { db, clock, home, encryption: createEncryption(dataKey), environment: 'production', ...some };
  const faults: unknown[] = [];
  const onFault = (error: unknown) => void faults.push(error);
  const working = { db, clock, work: feature.work?.(services as Services) ?? [], onFault };
  await queueScheduledJobs(working, 'Europe/London');
  await runDueJobs(working);
  if (faults.length > 0) throw new AggregateError(faults, `A job failed: ${faults}`);
}
