import { createMessage, listMessages } from '#features/administration/messages/server/index.ts';
import { recordPracticeReview } from '#features/archive/reviews/server/index.ts';
import { findOrCreatePeople, linkPerson } from '#features/archive/shows/people/server/index.ts';
import { createShows, showsView } from '#features/archive/shows/server/index.ts';
import { findValidPerformanceTickets, recordPastOrders } from '#features/box-office/orders/server/index.ts';
import {
  createPerformance,
  listSeatAssignments,
  upsertPromisedSeats,
} from '#features/box-office/performances/server/index.ts';
import { saveSeatAssignments } from '#features/box-office/seating/server/index.ts';
import { recordWaitingParty } from '#features/box-office/waiting-list/server/index.ts';
import { importPastEntries } from '#features/money/ledger/server/index.ts';
import { importPaymentHistory } from '#features/money/payments/server/index.ts';
import { createPlan, createSubscription, createSubscriptionYear } from '#features/money/subscriptions/server/index.ts';
import { createBlogPost } from '#features/publishing/blog/server/index.ts';
import { recordCorrection } from '#features/publishing/corrections/server/index.ts';
import { createPost } from '#features/publishing/posts/server/index.ts';
import {
  createArgon2Hashing,
  createUser,
  hasAnyAccountOrRequest,
  isActiveAccountSql,
  usersView,
} from '#features/society/accounts/server/index.ts';
import { hasSavedSettings, isPublicDemo, saveSettings } from '#features/society/settings/server/index.ts';
import { listAuditPage } from '#platform/server/audit/index.ts';
import {
  type Database,
  DatabaseBusyError,
  type DbReader,
  type DbTransaction,
  emptyTablesExcept,
  write,
} from '#platform/server/database/index.ts';
import { toCalendarDate } from '#platform/shared/dates/dates.ts';
import { markMediaPending } from './media/seed-media.ts';
import { markPublicDemo } from './public-demo.ts';
import { buildDemoOrders, buildDemoWaitingList, buildPastSales } from './sales/orders.ts';
import { buildCashTakings } from './sales/payments.ts';
import { buildDemoPerformances, buildDemoSeatAssignments, hasNumberedSeats } from './sales/performances.ts';
import { listBookedParties, seedDemoTicketSales } from './sales/place-orders.ts';
import { buildDemoSubscriptions } from './sales/subscriptions.ts';
import {
  buildDemoAccounts,
  demoPassword,
  demoSignInAccountIds,
  demoSignInAddresses,
  pendingUser,
} from './society/accounts.ts';
import { buildPlansAndMessages, buildSampleCorrection } from './society/plans-and-messages.ts';
import { demoSettings } from './society/settings.ts';

/**
 * The maximum number of times that a start waits for other writers. Another process that started at the same time may
 * be creating the demo, which takes a long time.
 */
const maxWaits = 12;

/**
 * Creates the demo society in an empty database, with all its texts; `seedDemoMedia` adds pictures, files and sound
 * later, because they take longer. Does nothing in a database that has ever been used, so that it can run at every start.
 * Returns true if it created the demo.
 */
export async function seedDemo(
  db: Database,
  now: Date,
  { isPublic = false }: { isPublic?: boolean } = {},
): Promise<boolean> {
  if (!(await isEmpty(db.read))) return false;
  const fill = await prepareDemo(now);
  for (let waits = 0; ; waits += 1) {
    try {
      return await write(db, async (tx) => {
        // Checked again under the lock, because another process may have started at the same moment.
        if (!(await isEmpty(tx))) return false;
        await fill(tx);
        if (isPublic) await markPublicDemo(tx);
        return true;
      });
    } catch (error) {
      if (!(error instanceof DatabaseBusyError) || waits === maxWaits) throw error;
    }
  }
}

/**
 * Deletes everything in a public demo and creates the demo again, in one write, so that nobody finds it empty. Returns
 * false, with nothing changed, if this isn't a public demo.
 */
export async function resetPublicDemo(db: Database, now: Date): Promise<boolean> {
  const isOurs = async (tx: DbReader) => (await isPublicDemo(tx)) && (await isDemo(tx));
  if (!(await isOurs(db.read))) return false;
  const fill = await prepareDemo(now);
  return write(db, async (tx) => {
    if (!(await isOurs(tx))) return false;
    await emptyTablesExcept(tx, { engine: db.engine, keep: [] });
    await fill(tx);
    await markPublicDemo(tx);
    return true;
  });
}

/** Builds the demo society and returns a function that stores it in an empty database. */
async function prepareDemo(now: Date): Promise<(tx: DbTransaction) => Promise<void>> {
  // Imported here, because only the first start and a reset need fifty years of shows in memory.
  const { buildDemoSociety: demo } = await import('./society/demo.ts');
  const day = toCalendarDate(now, demoSettings.timeZone);
  const society = demo(day);
  const at = { now: now.toISOString() };
  const accounts = buildDemoAccounts(society, day);
  const { plans, messages } = buildPlansAndMessages(day);
  const subscribed = buildDemoSubscriptions({ accounts, plans }, day);
  const past = buildPastSales(society.shows, day);
  const entries = [...buildCashTakings(society.shows, day, past.shows), ...past.entries, ...subscribed.entries];
  const password_hash = await createArgon2Hashing().hash(demoPassword);
  return async (tx) => {
    await saveSettings(tx, society.settings);
    await createShows(tx, society.shows, at);
    for (const performance of buildDemoPerformances(day)) await createPerformance(tx, { ...performance, ...at });
    for (const performance of past.performances) await createPerformance(tx, { ...performance, ...at });
    await recordPastOrders(tx, past.orders);
    await seedDemoTicketSales(tx, buildDemoOrders(day, society.shows), day);
    for (const { party, at: since } of buildDemoWaitingList(day)) await recordWaitingParty(tx, party, since);
    for (const [performance, assignments] of buildDemoSeatAssignments(await listBookedParties(tx, day), day)) {
      await saveSeatAssignments(tx, performance, {
        ...{ assignments, tickets: await findValidPerformanceTickets(tx, [performance]), now: at.now },
      });
      if (!hasNumberedSeats(performance, day)) continue;
      const known = (await listSeatAssignments(tx, [performance])).map(({ held_until: _, ...seat }) => seat);
      await upsertPromisedSeats(tx, known);
    }
    for (const post of society.posts) await createPost(tx, post, at);
    for (const post of society.blog) await createBlogPost(tx, post, at);
    for (const { url, page } of society.reviews) await recordPracticeReview(tx, { url, page, ...at });
    const people = await findOrCreatePeople(
      tx,
      accounts.map(({ person }) => person),
      at.now,
    );
    for (const { user, person } of accounts) {
      const hash = demoSignInAddresses.includes(user.email) ? { password_hash } : {};
      await createUser(tx, { ...user, ...hash }, at);
      await linkPerson(tx, { user_id: user.id, person_id: people.creditedTo(person).person_id });
    }
    await createUser(tx, pendingUser, at);
    for (const { id, ...plan } of plans) await createPlan(tx, plan, { id, ...at });
    await importPastEntries(tx, entries, demoSettings.timeZone);
    await importPaymentHistory(tx, subscribed);
    for (const held of subscribed.subscriptions) await createSubscription(tx, held);
    for (const year of subscribed.years) await createSubscriptionYear(tx, year);
    for (const message of messages) await createMessage(tx, message);
    await recordCorrection(tx, buildSampleCorrection(society.shows, day));
    await markMediaPending(tx, day);
  };
}

/** Returns false if there is any sign of somebody's work, because the database then belongs to a society. */
async function isEmpty(db: DbReader): Promise<boolean> {
  if (await hasAnyAccountOrRequest(db)) return false;
  if (await showsView(db).limit(1).executeTakeFirst()) return false;
  if ((await listMessages(db, { count: 1 })).length > 0) return false;
  if ((await listAuditPage(db, {}, { towards: 'older', count: 1 })).length > 0) return false;
  return !(await hasSavedSettings(db));
}

/** Returns true if the open database is the demo society, which means that at least one of the four demo accounts is enabled. */
export const isDemo = async (db: DbReader): Promise<boolean> =>
  (await usersView(db)
    .where('id', 'in', demoSignInAccountIds)
    .where(isActiveAccountSql)
    .limit(1)
    .executeTakeFirst()) !== undefined;
