import { mayUse } from '#features/society/accounts/server/index.ts';
import { auditContextFrom, recordAudit } from '#platform/server/audit/index.ts';
import { type Database, type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import { refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { type OwnCreditName, setOwnCreditStyle } from '../contract.ts';
import type { CreditStyle } from '../credit-name.ts';
import { listMergedPeople, listPersonCredits } from './edit.ts';
import { findPerson, resolveCurrentIds } from './store.ts';
import { listLinkedPersonIds } from './user-persons.ts';

/** Sets the style of a person's name in credits, and who chose it: the person, or an admin for them. */
export const setCreditStyle = (tx: DbTransaction, id: string, credit_style: CreditStyle, by: 'owner' | 'admin') =>
  tx.updateTable('person').set({ credit_style, credit_style_by: by }).where('id', '=', id).execute();

/** Finds another name on a person's credits, or the name of somebody merged into them; "" for none. */
export async function findOtherPrintedName(db: DbReader, { id, name }: { id: string; name: string }): Promise<string> {
  const credits = await listPersonCredits(db, id);
  const printed = credits.find(({ printed_as }) => printed_as !== '' && printed_as !== name)?.printed_as;
  return printed ?? (await listMergedPeople(db, id))[0]?.name ?? '';
}

/** Lists a user's persons that have another printed name, so that the user can choose how credits show it. */
export async function listOwnCreditNames({
  db,
  visitor,
}: Pick<PageRequest, 'db' | 'visitor'>): Promise<OwnCreditName[]> {
  const names: OwnCreditName[] = [];
  for (const id of await listCurrentPersonIdsOfUser(db, visitor.id)) {
    const person = await findPerson(db, id);
    const old = person ? await findOtherPrintedName(db, person) : '';
    if (person && old !== '') names.push({ id, name: person.name, old, credit_style: person.credit_style });
  }
  return names;
}

/** Lists the ids of a user's persons; a merged person is replaced by the remaining person. */
export const listCurrentPersonIdsOfUser = async (db: DbReader, userId: string) => [
  ...new Set((await resolveCurrentIds(db, await listLinkedPersonIds(db, userId))).values()),
];

export function registerOwnCreditsRoutes({ call, db }: Platform): void {
  call(setOwnCreditStyle, { access: mayUse('account_settings') }, changeOwnCreditStyle(db));
}

const changeOwnCreditStyle =
  (db: Database): CallHandler<typeof setOwnCreditStyle> =>
  async (request) => {
    const { person: id, credit_style } = request.body;
    // The response doesn't reveal if somebody else's person exists
    if (!(await listCurrentPersonIdsOfUser(request.db, request.visitor.id)).includes(id)) refuseNotFound();
    const person = (await findPerson(request.db, id)) ?? refuseNotFound();
    const note = { ...auditContextFrom(request, 'person.own_credit_style_changed'), subject: id };
    await write(db, async (tx) => {
      await setCreditStyle(tx, id, credit_style, 'owner');
      await recordAudit(tx, { ...note, detail: `${person.name}: ${credit_style}` });
    });
    return ok('Saved. Your credits now show your name this way.');
  };
