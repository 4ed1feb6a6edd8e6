import { mayUse } from '#features/accounts/server/index.ts';
import { doneBy, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type Writing, writeQuietly } from '#platform/server/database/index.ts';
import { type CallRequest, ok } from '#platform/server/http/call.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { notFound, refuse } from '#platform/server/http/refusal.ts';
import { dismiss, findDelivery, sendAgain, tryNow } from '#platform/server/mail/index.ts';
import { dismissMail, retryMail, sendMailAgain } from '../contract.ts';
import { whyNotAgain, withoutSecrets } from '../secrets.ts';

const access = mayUse('admin');

/** What an admin can do about a mail that hasn't arrived. */
export function mailLogCalls({ call, db }: Platform): void {
  /** Changes a mail and records who did; `work` returns false when it has changed meanwhile. */
  async function change(
    request: CallRequest<unknown>,
    action: string,
    work: (tx: Writing, id: string) => Promise<boolean>,
  ) {
    const id = request.params.id ?? '';
    const mail = (await findDelivery(db.read, id)) ?? notFound();
    const entry = { ...doneBy(request), action, subject: id, detail: withoutSecrets(mail.subject) };
    await writeQuietly(db, async (tx) => {
      if (!(await work(tx, id))) refuse(409, 'Something has become of this mail meanwhile. Look at it again.');
      await recordAudit(tx, entry);
    });
  }

  call(retryMail, { access }, async (request) => {
    await change(request, 'had a mail tried at once', (tx, id) => tryNow(tx, id, request.now));
    return ok('It is being tried now.');
  });

  call(sendMailAgain, { access }, async (request) => {
    const copy = newId();
    await change(request, 'sent a mail again', async (tx, id) => {
      const mail = (await findDelivery(tx, id)) ?? notFound();
      const why = whyNotAgain(mail, request.now);
      if (why !== '') refuse(409, why);
      return sendAgain(tx, id, { copy, now: request.now });
    });
    return ok('It is on its way again.');
  });

  call(dismissMail, { access }, async (request) => {
    await change(request, 'left a mail undelivered', dismiss);
    return ok('Left at that. The overview no longer counts it.');
  });
}
