import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { auditContextFrom, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type Database, write } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type CallHandler, type FormPost, ok } from '#platform/server/http/routes/call.ts';
import * as contract from '../contract.ts';
import { wordingVersion } from '../wording.ts';
import { createDeclaration, endDeclaration } from './store.ts';

const access = mayUse('account_settings');

/** Makes or withdraws a member's own declaration. `form` is the page with the form. */
export function registerGiftAidCalls({ call, db }: Platform, form: FormPost): void {
  call(contract.declareGiftAid, { access, form }, declare(db));
  call(contract.withdrawGiftAid, { access, form }, withdraw(db));
}

const declare =
  (db: Database): CallHandler<typeof contract.declareGiftAid> =>
  async ({ body, ...request }) => {
    const { visitor, now } = request;
    if (body.wording !== wordingVersion) {
      refuse(409, 'The wording of the declaration has just changed. Reload the page and read it again.');
    }
    const id = newId();
    const entry = { ...auditContextFrom(request, 'gift_aid.declared'), subject: visitor.id };
    const again = await write(db, async (tx) => {
      const { giftAid, siteName } = await readSettings(tx);
      if (giftAid !== '1') refuse(409, 'The society isn’t taking Gift Aid declarations at the moment.');
      const replaced = await endDeclaration(tx, visitor.id, now);
      await createDeclaration(tx, {
        ...body,
        ...{ id, user_id: visitor.id, society: siteName, declared_at: now, ended_at: null },
      });
      await recordAudit(tx, { ...entry, detail: `HMRC’s wording of ${body.wording}` });
      return replaced;
    });
    return ok(
      again
        ? 'You’ve made a new declaration with the details you entered.'
        : 'Thank you for making a declaration. You can withdraw it at any time.',
    );
  };

const withdraw =
  (db: Database): CallHandler<typeof contract.withdrawGiftAid> =>
  async (request) => {
    const { visitor, now } = request;
    const entry = { ...auditContextFrom(request, 'gift_aid.withdrawn'), subject: visitor.id };
    await write(db, async (tx) => {
      if (!(await endDeclaration(tx, visitor.id, now))) refuse(409, 'You have no Gift Aid declaration to withdraw.');
      await recordAudit(tx, entry);
    });
    return ok('Declaration withdrawn. Nothing will be claimed on what you pay from today.');
  };
