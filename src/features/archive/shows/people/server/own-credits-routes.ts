import { mayUse } from '#features/society/accounts/server/index.ts';
import { doneBy, recordAudit } from '#platform/server/audit/index.ts';
import { write } from '#platform/server/database/index.ts';
import { notFound } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { ok } from '#platform/server/http/routes/call.ts';
import { setOwnCreditStyle } from '../contract.ts';
import { listCurrentPersonIdsOfUser, setCreditStyle } from './own-credits.ts';
import { findPerson } from './store.ts';

export function registerOwnCreditsRoutes({ call, db }: Platform): void {
  call(setOwnCreditStyle, { access: mayUse('account_settings') }, async (request) => {
    const { person: id, credit_style } = request.body;
    // The response doesn't reveal that others exist
    if (!(await listCurrentPersonIdsOfUser(request.db, request.visitor.id)).includes(id)) notFound();
    const person = (await findPerson(request.db, id)) ?? notFound();
    const note = { ...doneBy(request, 'person.own_credit_style_changed'), subject: id };
    await write(db, async (tx) => {
      await setCreditStyle(tx, id, credit_style, 'owner');
      await recordAudit(tx, { ...note, detail: `${person.name}: ${credit_style}` });
    });
    return ok('Saved. Your credits now show your name this way.');
  });
}
