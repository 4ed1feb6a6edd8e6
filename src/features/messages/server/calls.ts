import { doneBy, recordAudit } from '../../../platform/server/audit/index.ts';
import { type Database, write } from '../../../platform/server/database/index.ts';
import { ok } from '../../../platform/server/http/call.ts';
import type { Platform } from '../../../platform/server/http/platform.ts';
import { notFound } from '../../../platform/server/http/refusal.ts';
import type { Job } from '../../../platform/server/jobs.ts';
import { restorableSince } from '../../../platform/shared/restorable.ts';
import { mayUse } from '../../accounts/server/index.ts';
import { abouts } from '../../feedback/abouts.ts';
import { DoToMessage } from '../contract.ts';
import { deeds } from '../deeds.ts';
import { doTo, findMessage, forgetDeleted } from './store.ts';

const quietly = { revision: 'none' } as const;

/** What an admin does to a message: all of it can be taken back. */
export function messagesCalls({ call, db }: Platform): void {
  call(
    'POST',
    '/members/api/messages/:kind/:id',
    {
      access: mayUse('admin'),
      on: ({ db: reading, params }) => findMessage(reading, params.kind ?? '', params.id ?? ''),
      accepts: DoToMessage,
    },
    async (act) => {
      const { thing, body, now } = act;
      const { kind, id } = thing;
      const { said, action } = deeds[body.deed];
      // Who wrote isn't said: the log is kept for longer than messages are
      const about = (kind === 'feedback' && (abouts as Record<string, string>)[thing.about]) || thing.about;
      const entry = { ...doneBy(act), action, subject: id, detail: about };
      await write(
        db,
        async (tx) => {
          if (!(await doTo(tx, { kind, id, deed: body.deed, now }))) notFound();
          await recordAudit(tx, entry);
        },
        quietly,
      );
      return ok(said);
    },
  );
}

/** Forgets for good what was deleted more than 30 days ago. */
export const forgettingDeletedMessages = ({ db, clock }: { db: Database; clock: () => Date }): Job => ({
  name: 'forgetting deleted messages',
  everyMs: 3_600_000,
  run: () => write(db, (tx) => forgetDeleted(tx, restorableSince(clock().toISOString())), quietly),
});
