import { listPlans } from '#features/money/subscriptions/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type Database, write } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, type FormPostPages, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { toCalendarDate } from '#platform/shared/dates/dates.ts';
import * as contract from '../contract.ts';
import { declarationWordingVersion } from '../wording.ts';
import { createDeclaration, endGiftAidDeclaration, listMemberDeclarations } from './store.ts';

const access = mayUse('account_settings');

/**
 * Registers the calls that make and withdraw a member's declaration. `form` responds to browsers without JavaScript.
 */
export function registerGiftAidCalls({ call, db }: RouteRegistry, form: FormPostPages): void {
  call(contract.declareGiftAid, { access, form }, declare(db));
  call(contract.withdrawGiftAidDeclaration, { access, form }, withdraw(db));
}

const declare =
  (db: Database): CallHandler<typeof contract.declareGiftAid> =>
  async ({ body, ...request }) => {
    const { visitor, now } = request;
    if (body.wording !== declarationWordingVersion) {
      refuse(409, 'The wording of the declaration has just changed. Reload the page and read it again.');
    }
    const id = newId();
    const entry = { ...createAuditContext(request, 'gift_aid.declared'), subject: visitor.id };
    const isReplaced = await write(db, async (tx) => {
      const { giftAid, siteName } = await readSettings(tx);
      if (giftAid !== '1') refuse(409, 'The society isn’t taking Gift Aid declarations at the moment.');
      const hadDeclaration = await endGiftAidDeclaration(tx, visitor.id, now);
      await createDeclaration(tx, {
        ...body,
        ...{ id, user_id: visitor.id, society: siteName, declared_at: now, ended_at: null },
      });
      await recordAudit(tx, { ...entry, detail: `HMRC’s wording of ${body.wording}` });
      return hadDeclaration;
    });
    return ok(
      isReplaced
        ? 'You’ve made a new declaration with the details you entered.'
        : 'Thank you for making a declaration. You can withdraw it at any time.',
    );
  };

const withdraw =
  (db: Database): CallHandler<typeof contract.withdrawGiftAidDeclaration> =>
  async (request) => {
    const { visitor, now } = request;
    const entry = { ...createAuditContext(request, 'gift_aid.withdrawn'), subject: visitor.id };
    await write(db, async (tx) => {
      if (!(await endGiftAidDeclaration(tx, visitor.id, now)))
        refuse(409, 'You have no Gift Aid declaration to withdraw.');
      await recordAudit(tx, entry);
    });
    return ok('Declaration withdrawn. Nothing will be claimed on what you pay from today.');
  };

/**
 * Loads the Gift Aid section of the account settings; null if declarations are off and the member has none in force.
 */
export async function loadMemberGiftAid({
  db,
  visitor,
  today,
}: Pick<PageRequest, 'db' | 'visitor' | 'today'>): Promise<contract.MemberGiftAid | null> {
  const settings = await readSettings(db);
  const open = settings.giftAid === '1';
  const declared = (await listMemberDeclarations(db, visitor.id)).find(({ ended_at }) => ended_at === null);
  if (!open && !declared) return null;
  const plans = await listPlans(db, today);
  return {
    open,
    society: settings.siteName,
    wording: declarationWordingVersion,
    plans: plans.filter((plan) => plan.gift_aid).map(({ name }) => name),
    declaration: declared
      ? {
          ...{ title: declared.title, firstname: declared.firstname, lastname: declared.lastname },
          ...{ house: declared.house, address: declared.address, postcode: declared.postcode },
          declared_on: toCalendarDate(declared.declared_at, settings.timeZone),
        }
      : null,
  };
}
