import { setTimeout } from 'node:timers/promises';
import { formatSeatLabel, maxPlanRows, seatsPerRow } from '#features/box-office/performances/seats.ts';
import { createPlan } from '#features/money/subscriptions/server/index.ts';
import { scheduleErasure } from '#features/society/accounts/server/index.ts';
import { type Database, runInBatches, write } from '#platform/server/database/index.ts';
import { measureMaxBlockingTime } from '#tests/support/measures/processor-time.ts';
import { createTemporaryDataDir } from '#tests/support/site/site.ts';
import { createAudience } from '#tests/support/society/audience.ts';
import { contributions, eraseDueAccounts } from '#tests/support/society/contributions.ts';
import { createFactories, type Factories } from '#tests/support/society/factories.ts';
import { makeAndRotateNightlyBackups } from '../../../src/nightly-backup.ts';
import { buildCsvArchive } from '../../csv-archive.ts';
import { type Figure, median, type Scenario } from '../../figures.ts';
import { createAdminCookie } from '../../signed-in.ts';
import { buildLedgerEntry } from '../money/books.ts';
import { withSociety } from '../process/hold-ups.ts';

const members = 1000;
const entries = 50_000;
const shows = 5000;

const inThousands = (count: number) => count.toLocaleString('en-GB');

const pad = (prefix: string, n: number) => `${prefix}${String(n).padStart(16 - prefix.length, '0')}`;

/** Fills a society with many members on paper, payments, audit log entries and emails. */
async function fillLargeSociety(db: Database): Promise<void> {
  const at = '2026-11-21T12:00:00.000Z';
  const plan = { amount: 2500, period: 'yearly', renewal_month: '09', desc: '', levelName: 'Full member' } as const;
  const numbers = Array.from({ length: entries }, (_, n) => n);
  await write(db, async (tx) => {
    await createPlan(tx, plan, { id: 'fullmember000001', now: at });
    const onPaper = { phone: '', plan_id: 'fullmember000001', amount: 2500, paid_on: null, source: null } as const;
    await runInBatches(numbers.slice(0, members), (some) =>
      tx
        .insertInto('paper_member')
        .values(
          some.map((n) => {
            const email = `member${n}@members.example`;
            const who = { id: pad('paper', n), name: `Ann Lark ${n}`, email, email_key: email };
            return { ...onPaper, ...who, paid_until: '2027-08-31', created_at: at, from_payment: 0 as const };
          }),
        )
        .execute(),
    );
    await runInBatches(numbers, (some) => tx.insertInto('entry').values(some.map(buildLedgerEntry)).execute());
    const act = { at, actor_id: '', actor_name: 'Ann Lark', subject: '', address: '', action: 'account.signed_in' };
    await runInBatches(numbers.slice(0, 10_000), (some) =>
      tx
        .insertInto('audit')
        .values(some.map((n) => ({ ...act, id: pad('audit', n), detail: `Entry ${n}` })))
        .execute(),
    );
    const mail = { from_name: 'Players', reply_to: '', subject: 'Hello', html: '', created_at: at, kept: 0 } as const;
    const open = { secret_until: null, secret: '', attached_kind: '', attached_id: '' };
    await runInBatches(numbers.slice(0, 5000), (some) =>
      tx
        .insertInto('mail')
        .values(
          some.map((n) => {
            const own = { id: pad('mail', n), idempotency_key: `${n}`, to: `member${n}@members.example` };
            return { ...mail, ...open, ...own, text: `Dear Ann Lark ${n}, `.repeat(60) };
          }),
        )
        .execute(),
    );
  });
}

const listed = 2000;

/** Builds the longest list of members that a secretary can import. No two lists share a member. */
const buildMemberList = (list: number) =>
  ['name,email,plan,until']
    .concat(
      Array.from(
        { length: listed },
        (_, n) => `Bob Wren ${list} ${n},bob${n}@list${list}.example,Full member,31/08/2027`,
      ),
    )
    .join('\n');

/** Builds an archive of shows. No two archives share a show. */
const buildShowList = (list: number) => buildCsvArchive(shows).replaceAll('Company ', `Company ${list} `);

/**
 * Creates the largest hall, sold out to parties of four. Returns a function that builds the next save of its plan; each
 * save moves everybody to another seat.
 */
async function createLargestHall(a: Factories, db: Database) {
  const size = 4;
  const parties = Array.from(
    { length: (maxPlanRows * seatsPerRow) / size },
    (_, n) => [`Ann Lark ${n}`, size] as const,
  );
  const { performance, refs } = await createAudience(a, db, { title: 'The Tempest', parties, rows: maxPlanRows });
  let saves = 0;
  return () => {
    saves += 1;
    const seats = refs.flatMap((_, party) =>
      Array.from({ length: size }, (__, nth) => [party * size + nth, refs[(party + saves) % refs.length]] as const),
    );
    const assignments = Object.fromEntries(
      seats.map(([at, ref]) => [
        formatSeatLabel({ row: Math.floor(at / seatsPerRow), number: (at % seatsPerRow) + 1 }),
        ref,
      ]),
    );
    return {
      url: `/members/bookings/seating/${performance}`,
      payload: { layout: { rowCount: maxPlanRows, hiddenSeats: [] }, assignments },
    };
  };
}

/** Prepares the requests before the measurement begins, and returns a function that sends them. */
type Prepare = () => Promise<() => Promise<unknown>> | (() => Promise<unknown>);

/** Measures how long other requests wait while the site handles staff requests in a large society. */
export const largeListsScenario: Scenario = {
  title: `Staff list, export and erase in a society of ${inThousands(members)} members with ${inThousands(entries)} payments: how long the event loop is blocked (median of five)`,
  measure: () =>
    withSociety(async ({ app, db, storage }) => {
      const a = createFactories(db, storage);
      const cookie = await createAdminCookie(a, db);
      await fillLargeSociety(db);
      const headers = { host: 'players.example', cookie };
      const site = `http://127.0.0.1:${(app.fastify.server.address() as { port: number }).port}`;
      const gets = {
        'the membership list': '/members/membership',
        'the membership list as CSV': '/members/membership.csv',
        'the accounting of a year as CSV': '/members/get_sums.csv?startyear=2025',
        'audit.csv': '/members/admin/audit.csv',
        'a member’s personal data': '/members/api/account_settings/my_data',
      };
      const work: Record<string, Prepare> = {};
      for (const [name, url] of Object.entries(gets)) {
        work[name] = () => async () => {
          const response = await app.fastify.inject({ method: 'GET', url, headers });
          if (response.statusCode !== 200) throw new Error(`${url} responded with ${response.statusCode}.`);
        };
      }
      let files = 0;
      const importing = (path: string, dryRun: '0' | '1', contentOf: (file: number) => string) => async () => {
        files += 1;
        // Removes the added members, so that the society's size stays the same
        await write(db, (tx) => tx.deleteFrom('paper_member').where('name', 'like', 'Bob Wren %').execute());
        const body = new FormData();
        body.append('dry_run', dryRun);
        body.append('file', new Blob([contentOf(files)]), 'list.csv');
        return async () => {
          const response = await fetch(site + path, { method: 'POST', headers: { cookie }, body });
          if (response.status !== 200) throw new Error(`${path} responded with ${response.status}.`);
        };
      };
      const membersImport = '/members/api/membership/import';
      work[`a list of ${inThousands(listed)} members: what an import would do`] = importing(
        membersImport,
        '1',
        buildMemberList,
      );
      work[`the import of a list of ${inThousands(listed)} members`] = importing(membersImport, '0', buildMemberList);
      const showsImport = '/members/api/manage_shows_import';
      work[`${inThousands(shows)} shows: what an import would do`] = importing(showsImport, '1', buildShowList);
      work[`${inThousands(shows)} shows: the import`] = importing(showsImport, '0', buildShowList);
      const nextPlan = await createLargestHall(a, db);
      work['the planner’s save in the largest hall'] = () => {
        const plan = nextPlan();
        return async () => {
          const response = await app.fastify.inject({ method: 'POST', headers, ...plan });
          if (response.statusCode !== 200) throw new Error(`The plan responded with ${response.payload}`);
        };
      };
      work['the start of a backup'] = () => async () => {
        const stopped = new AbortController();
        const backup = makeAndRotateNightlyBackups(createTemporaryDataDir(), {
          night: '2026-11-21',
          signal: stopped.signal,
        });
        await setTimeout(100);
        stopped.abort();
        await backup.catch(() => undefined);
      };
      const figures: Figure[] = [];
      const measured = async (name: string, prepare: Prepare) => {
        const times: number[] = [];
        await (await prepare())();
        for (let time = 0; time < 5; time += 1) times.push(await measureMaxBlockingTime(await prepare()));
        figures.push({ name, value: median(times), unit: 'ms', atMost: 50 });
      };
      for (const [name, prepare] of Object.entries(work)) await measured(name, prepare);
      const due = new Date().toISOString();
      const leaving = await Promise.all(Array.from({ length: 6 }, () => a.user()));
      await measured('an erasure', () => async () => {
        const user = leaving.pop();
        if (!user) throw new Error('Nobody is left to erase.');
        const erasure = { user_id: user.id, shown_as: 'member', asked_at: due, due_at: due, kept_shut: 0 } as const;
        await write(db, (tx) => scheduleErasure(tx, erasure));
        await eraseDueAccounts(db, contributions('personalData'), due);
      });
      return figures;
    }),
};
