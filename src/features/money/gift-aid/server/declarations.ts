import { listPlans } from '#features/money/subscriptions/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { type Database, type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, type FormPostPages, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { type Instant, toCalendarDate } from '#platform/shared/dates/dates.ts';
import * as contract from '../contract.ts';
import { declarationWordingVersion } from '../wording.ts';
import type { GiftAidDeclarationTable } from './tables.ts';

/**
 * The number of months for which ended declarations are stored. HMRC can check a claim for six years after the
 * financial year of the last gift.
 */
export const declarationRetentionMonths = 12 * 7;

export const listDeclarations = (db: DbReader): Promise<GiftAidDeclarationTable[]> =>
  db.selectFrom('gift_aid_declaration').selectAll().orderBy('declared_at').orderBy('id').execute();

const listMemberDeclarations = (db: DbReader, userId: Id): Promise<GiftAidDeclarationTable[]> =>
  db
    .selectFrom('gift_aid_declaration')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('declared_at')
    .orderBy('id')
    .execute();

async function createDeclaration(tx: DbTransaction, row: GiftAidDeclarationTable): Promise<void> {
  await tx.insertInto('gift_aid_declaration').values(row).execute();
}

/** Ends the declaration in force. Returns false if there is none. */
async function endGiftAidDeclaration(tx: DbTransaction, userId: Id, at: Instant): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('gift_aid_declaration')
    .set({ ended_at: at })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteDeclarationsEndedBefore(tx: DbTransaction, before: Instant): Promise<void> {
  await tx.deleteFrom('gift_aid_declaration').where('ended_at', '<', before).execute();
}

/**
 * A member's declarations. The society must be able to show HMRC the declaration behind each claim, with name and
 * address. Erasing the account therefore only ends the declaration; it is deleted `declarationRetentionMonths` later.
 */
export const declarationPersonalData: PersonalData = {
  name: 'gift aid declarations',
  tables: ['gift_aid_declaration'],
  about: async (db, { id }) =>
    (await listMemberDeclarations(db, id)).map(({ id: _, user_id: __, ...declaration }) => declaration),
  erase: async (tx, { id }, { at }) => {
    await endGiftAidDeclaration(tx, id, at);
  },
};

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
