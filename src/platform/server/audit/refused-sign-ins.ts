import { hour } from '#platform/shared/dates/durations.ts';
import type { Loop } from '../background/loops.ts';
import { newId } from '../crypto/ids.ts';
import { type Database, write } from '../database/index.ts';
import { HttpError } from '../http/errors/http-error.ts';
import type { RefusalCounter, RefusalKind } from '../http/handlers/route-registry-options.ts';
import { listNetworks } from '../http/request/client-address.ts';
import { recordAudit } from './record.ts';

/**
 * The maximum number of networks, and of accounts, that are counted separately for each kind within an hour. It
 * prevents a flood from filling the memory.
 */
const maxCounted = 2000;
/** The maximum number of networks or accounts that get their own row in the log, for each kind of refusal and hour. */
const maxNamedRows = 20;

/**
 * The action of log rows that count the refused sign-ins, passwords and codes of an account, or of all accounts without
 * a row of their own.
 */
export const accountSignInFailuresAction = 'sign_in.account_refused';

interface Count {
  times: number;
  /** The networks that all counted requests share, narrowest first. For an account, the account's id. */
  shared: readonly string[];
}

/**
 * The counts of each kind of refusal. A key is the widest network of the requests, or an account's id. Once a kind has
 * `maxCounted` keys, all further networks or accounts are counted together under "".
 */
type Counts = Map<RefusalKind | typeof accountSignInFailuresAction, Map<string, Count>>;

export function createRefusalCounter(): RefusalCounter {
  let counts: Counts = new Map();

  const add = (kind: RefusalKind | typeof accountSignInFailuresAction, { times, shared }: Count) => {
    const ofKind = counts.get(kind) ?? new Map<string, Count>();
    counts.set(kind, ofKind);
    const widest = shared.at(-1) ?? '';
    const key = ofKind.has(widest) || ofKind.size < maxCounted ? widest : '';
    const before = ofKind.get(key) ?? { times: 0, shared: key === '' ? [] : shared };
    ofKind.set(key, {
      times: before.times + times,
      shared: before.shared.filter((network) => shared.includes(network)),
    });
  };
  const count: RefusalCounter['count'] = (kind, address, account = '') => {
    add(kind, { times: 1, shared: listNetworks(address).map(({ name }) => name) });
    if (account !== '') add(accountSignInFailuresAction, { times: 1, shared: [account] });
  };

  return {
    count,
    countIfRefused: async (kind, address, work) => {
      let account = '';
      try {
        return await work((tried) => {
          account = tried;
        });
      } catch (error) {
        if (error instanceof HttpError) count(kind, address, account);
        throw error;
      }
    },
    flush: async (db, now) => {
      const counted = counts;
      if (counted.size === 0) return;
      counts = new Map();
      const rows = buildRows(counted).map((row) => ({ id: newId(), at: now, ...row }));
      try {
        await write(db, async (tx) => {
          for (const row of rows) await recordAudit(tx, row);
        });
      } catch (error) {
        // The counts are kept, and the next flush writes them
        for (const [kind, ofKind] of counted) for (const count of ofKind.values()) add(kind, count);
        throw error;
      }
    },
  };
}

/** Builds a row for each of the most refused networks and accounts, and one row of each kind for all others. */
function buildRows(counts: Counts) {
  return [...counts].flatMap(([action, ofKind]) => {
    const named = [...ofKind.values()].filter(({ shared }) => shared.length > 0).sort((a, b) => b.times - a.times);
    const rows = named.slice(0, maxNamedRows).map(({ times, shared: [narrowest = ''] }) => ({
      action,
      detail: `${formatTimes(times)} within an hour`,
      // Addresses and account ids are stored only in columns that are emptied: addresses after ninety days, ids by an
      // erasure. They are never in `detail`, which is retained
      ...(action === accountSignInFailuresAction ? { subject: narrowest } : { address: narrowest }),
    }));
    const others = named.slice(maxNamedRows).reduce((sum, { times }) => sum + times, ofKind.get('')?.times ?? 0);
    if (others === 0) return rows;
    const from = action === accountSignInFailuresAction ? ', to other accounts' : ', from other addresses';
    // On a public demo, no address is stored, so the only row of its kind doesn't say "other addresses"
    return [...rows, { action, detail: `${formatTimes(others)} within an hour${rows.length > 0 ? from : ''}` }];
  });
}

const formatTimes = (times: number) => (times === 1 ? 'Once' : `${times.toLocaleString('en-GB')} times`);

/** Creates the loop that writes the counts of refusals to the audit log. Each process writes its own counts. */
export const createRefusalRecordingLoop = ({
  db,
  refusals,
  clock,
}: {
  db: Database;
  refusals: RefusalCounter;
  clock: () => Date;
}): Loop => ({
  name: 'recording refused requests',
  everyMs: hour,
  run: () => refusals.flush(db, clock().toISOString()),
});
