import { recordErasure } from '#features/accounts/server/index.ts';
import { recordPlan } from '#features/membership/server/index.ts';
import { type Database, inBatches, writeQuietly } from '#platform/server/database/index.ts';
import { handedIn } from '#tests/support/contributions.ts';
import { eraseDue } from '#tests/support/erase-due.ts';
import { factories } from '#tests/support/factories.ts';
import { heldUp } from '#tests/support/processor-time.ts';
import { type Figure, median, type Scenario } from '../figures.ts';
import { adminCookie } from '../signed-in.ts';
import { entry } from './books.ts';
import { inSociety } from './hold-ups.ts';

const members = 1000;
const entries = 50_000;

const pad = (prefix: string, n: number) => `${prefix}${String(n).padStart(16 - prefix.length, '0')}`;

/** A society with many members on paper, a long audit log and many payments. */
async function fill(db: Database): Promise<void> {
  const at = '2026-11-21T12:00:00.000Z';
  const plan = { amount: 2500, period: 'yearly', renewal_month: '09', desc: '', levelName: 'Full member' } as const;
  const numbers = Array.from({ length: entries }, (_, n) => n);
  await writeQuietly(db, async (tx) => {
    await recordPlan(tx, plan, { id: 'fullmember000001', now: at });
    const onPaper = { phone: '', plan_id: 'fullmember000001', amount: 2500, paid_on: null, source: null } as const;
    await inBatches(numbers.slice(0, members), (some) =>
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
    await inBatches(numbers, (some) => tx.insertInto('entry').values(some.map(entry)).execute());
    const act = { at, actor_id: '', actor_name: 'Ann Lark', subject: '', address: '', action: 'signed in' };
    await inBatches(numbers.slice(0, 10_000), (some) =>
      tx
        .insertInto('audit')
        .values(some.map((n) => ({ ...act, id: pad('audit', n), detail: `Entry ${n}` })))
        .execute(),
    );
    const mail = { from_name: 'Players', reply_to: '', subject: 'Hello', html: '', created_at: at, kept: 0 } as const;
    const open = { secret_until: null, secret: '', attached_kind: '', attached_id: '' };
    await inBatches(numbers.slice(0, 5000), (some) =>
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

/** A list of the society's members, as a secretary imports it. */
const listOfMembers = () =>
  ['name,email,plan,until']
    .concat(Array.from({ length: members }, (_, n) => `Bob Wren ${n},bob${n}@members.example,Full member,31/08/2027`))
    .join('\n');

/** What staff ask for in a large society: how long others wait. */
export const largeLists: Scenario = {
  title: `Staff list, export and erase in a society of ${members.toLocaleString('en-GB')} members with ${entries.toLocaleString('en-GB')} payments: how long the site works without looking up (median of five)`,
  measure: () =>
    inSociety(async ({ app, db, storage }) => {
      const a = factories(db, storage);
      const cookie = await adminCookie(a, db);
      await fill(db);
      const headers = { host: 'players.example', cookie };
      const site = `http://127.0.0.1:${(app.fastify.server.address() as { port: number }).port}`;
      const gets = {
        'the membership list': '/members/membership',
        'the membership list as CSV': '/members/membership.csv',
        'the accounting of a year as CSV': '/members/get_sums.csv?startyear=2025',
        'audit.csv': '/members/admin/audit.csv',
        'a member’s personal data': '/members/api/account_settings/my_data',
      };
      const work: Record<string, () => Promise<unknown>> = {};
      for (const [name, url] of Object.entries(gets)) {
        work[name] = async () => {
          const answer = await app.fastify.inject({ method: 'GET', url, headers });
          if (answer.statusCode !== 200) throw new Error(`${url} was answered ${answer.statusCode}.`);
        };
      }
      for (const dry_run of ['1', '0']) {
        work[dry_run === '1' ? 'a list of members: what an import would do' : 'the import of a list of members'] =
          async () => {
            const body = new FormData();
            body.append('dry_run', dry_run);
            body.append('file', new Blob([listOfMembers()]), 'members.csv');
            const answer = await fetch(`${site}/members/api/membership/import`, {
              method: 'POST',
              headers: { cookie },
              body,
            });
            if (answer.status !== 200) throw new Error(`The import was answered ${answer.status}.`);
          };
      }
      const figures: Figure[] = [];
      const measured = async (name: string, run: () => Promise<unknown>) => {
        const times: number[] = [];
        await run();
        for (let time = 0; time < 5; time += 1) times.push(await heldUp(run));
        figures.push({ name, value: median(times), unit: 'ms', atMost: 50 });
      };
      for (const [name, run] of Object.entries(work)) await measured(name, run);
      const due = new Date().toISOString();
      const leaving = await Promise.all(Array.from({ length: 6 }, () => a.user()));
      await measured('an erasure', async () => {
        const user = leaving.pop();
        if (!user) throw new Error('Nobody is left to erase.');
        const erasure = { user_id: user.id, shown_as: 'member', asked_at: due, due_at: due, kept_shut: 0 } as const;
        await writeQuietly(db, (tx) => recordErasure(tx, erasure));
        await eraseDue(db, handedIn('personalData'), due);
      });
      return figures;
    }),
};
