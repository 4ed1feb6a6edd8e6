import { writeQuietly } from '../database/index.ts';
import type { Feature } from '../feature/feature.ts';
import { workByClock } from '../jobs/work.ts';
import { type Faults, forgetFaults } from './faults.ts';

const day = 24 * 60 * 60_000;
const keptDays = 90;

/** Writes down what went wrong. What admins see of it is features/faults. */
export const faultKeeping = (faults: Faults): Feature => ({
  loops: ({ db }) => [{ name: 'noting faults', everyMs: 5000, run: () => faults.write(db) }],
  work: ({ db, clock }) => [
    workByClock(
      { kind: 'forget-faults', name: 'Forgetting old faults', clock: { every: 'day', at: '03:55' } },
      async () => {
        const before = new Date(clock().getTime() - keptDays * day).toISOString();
        await writeQuietly(db, (tx) => forgetFaults(tx, before));
      },
    ),
  ],
  impersonalTables: [{ table: 'fault', because: 'says where in the program something failed, and never with what' }],
});
