import type { Loop } from '../background/loops.ts';
import { newId } from '../crypto/ids.ts';
import { type Database, writeQuietly } from '../database/index.ts';
import { networkOf } from '../http/client-address.ts';
import { Refusal } from '../http/refusal.ts';
import type { Refusals, RefusedKind } from '../http/refusal-counts.ts';
import { recordAudit } from './record.ts';

const hour = 60 * 60_000;
/** The most networks that are told apart within an hour: a flood comes from more, and must not fill the memory. */
const mostNetworks = 2000;
/** The most networks with a row of their own in the log. */
const mostRows = 20;

interface Count {
  kind: RefusedKind;
  /** "" for the networks beyond those told apart. */
  network: string;
  times: number;
}

export function countRefusals(): Refusals {
  let counts = new Map<string, Count>();

  const add = ({ kind, network, times }: Count) => {
    const key = `${kind} ${network}`;
    const known = counts.get(key);
    if (known) known.times += times;
    else if (network !== '' && counts.size >= mostNetworks) add({ kind, network: '', times });
    else counts.set(key, { kind, network, times });
  };
  const count: Refusals['count'] = (kind, address) => add({ kind, network: networkOf(address), times: 1 });

  return {
    count,
    counting: async (kind, address, work) => {
      try {
        return await work();
      } catch (error) {
        if (error instanceof Refusal) count(kind, address);
        throw error;
      }
    },
    note: async (db, now) => {
      const counted = [...counts.values()];
      if (counted.length === 0) return;
      counts = new Map();
      const rows = rowsOf(counted).map((row) => ({ id: newId(), at: now, ...row }));
      try {
        await writeQuietly(db, async (tx) => {
          for (const row of rows) await recordAudit(tx, row);
        });
      } catch (error) {
        // They are written the next time
        for (const one of counted) add(one);
        throw error;
      }
    },
  };
}

/** A row for each of the networks that were refused most, and one of each kind for all others. */
function rowsOf(counts: readonly Count[]): { action: string; detail: string; address: string }[] {
  return [...Map.groupBy(counts, ({ kind }) => kind)].flatMap(([action, ofKind]) => {
    const told = ofKind.filter(({ network }) => network !== '').sort((a, b) => b.times - a.times);
    const rows = told.slice(0, mostRows).map(({ network, times }) => ({
      action,
      detail: `${inWords(times)} within an hour`,
      // In the column that is emptied after ninety days, never in words that stay
      address: network.includes(':') ? `${network}::/64` : network,
    }));
    const others = [...told.slice(mostRows), ...ofKind.filter(({ network }) => network === '')];
    const times = others.reduce((sum, one) => sum + one.times, 0);
    if (times === 0) return rows;
    return [...rows, { action, detail: `${inWords(times)} within an hour, from other addresses`, address: '' }];
  });
}

const inWords = (times: number) => (times === 1 ? 'Once' : `${times.toLocaleString('en-GB')} times`);

/** Each process writes down its own counts. */
export const refusalsLoop = ({
  db,
  refusals,
  clock,
}: {
  db: Database;
  refusals: Refusals;
  clock: () => Date;
}): Loop => ({
  name: 'noting what was refused',
  everyMs: hour,
  run: () => refusals.note(db, clock().toISOString()),
});
