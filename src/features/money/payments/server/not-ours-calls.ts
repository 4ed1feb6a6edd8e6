import { mayUse } from '#features/society/accounts/server/index.ts';
import { doneBy, recordAudit } from '#platform/server/audit/index.ts';
import { write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { ok } from '#platform/server/http/routes/call.ts';
import { formatMoney } from '#platform/shared/money.ts';
import * as contract from '../contract.ts';
import { setDismissed } from './not-ours.ts';

/** The audit action; the list of dismissed differences has its reason. */
export const dismissedAction = 'square_payment.dismissed';

const access = mayUse('get_subs');

/**
 * Registers the calls that dismiss payments on Square's list that aren't the society's, such as a card reader's, and
 * undo that.
 */
export function notOursCalls({ call, db }: Platform, { environment }: Pick<Services, 'environment'>): void {
  call(contract.dismissAtSquare, { access }, async ({ body: { reason }, ...request }) => {
    const { now: at, params } = request;
    const audit = { ...doneBy(request, dismissedAction), subject: params.id };
    const amount = await write(db, async (tx) => {
      const found = await setDismissed(tx, { id: params.id, environment }, at);
      if (!found) return refuse(409, 'This is dismissed already, or has disappeared by itself. Reload the page.');
      await recordAudit(tx, { ...audit, detail: `${formatMoney(found.pence)}, ${found.provider_id}. ${reason}` });
      return formatMoney(found.pence);
    });
    return ok(`Dismissed: ${amount}. You find it under “Dismissed”, where you can undo this.`);
  });

  call(contract.restoreAtSquare, { access }, async (request) => {
    const { params } = request;
    const audit = { ...doneBy(request, 'square_payment.listed_again'), subject: params.id };
    const amount = await write(db, async (tx) => {
      const found = await setDismissed(tx, { id: params.id, environment }, null);
      if (!found) return refuse(409, 'This isn’t dismissed any more. Reload the page.');
      await recordAudit(tx, { ...audit, detail: `${formatMoney(found.pence)}, ${found.provider_id}` });
      return formatMoney(found.pence);
    });
    return ok(`${amount} needs attention again.`);
  });
}
