import { mayUse } from '#features/accounts/server/index.ts';
import { doneBy, recordAudit } from '#platform/server/audit/index.ts';
import { writeQuietly } from '#platform/server/database/index.ts';
import { ok } from '#platform/server/http/call.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { refuse } from '#platform/server/http/refusal.ts';
import { switchLetter } from '../contract.ts';
import { isAlwaysSent, letterNames } from '../letter-kinds.ts';
import { setLetter } from './store.ts';

export function letterCalls({ call, db }: Platform): void {
  call(switchLetter, { access: mayUse('bookings') }, async (request) => {
    const { kind, on } = request.body;
    const { name } = letterNames[kind];
    if (!on && isAlwaysSent(kind)) {
      refuse(409, `“${name}” is always sent: the places are held, and nothing else tells of them.`);
    }
    const entry = { ...doneBy(request), action: on ? 'switched a letter on' : 'switched a letter off', detail: name };
    await writeQuietly(db, async (tx) => {
      await setLetter(tx, kind, on);
      await recordAudit(tx, entry);
    });
    return ok(on ? `“${name}” is sent from now on.` : `“${name}” isn’t sent any more.`);
  });
}
