import type { Reading, Writing } from '#platform/server/database/index.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { OwnCreditName } from '../contract.ts';
import type { CreditStyle } from '../credit-name.ts';
import { listMergedPeople, listPersonCredits } from './edit.ts';
import { findPerson, resolveCurrentIds } from './store.ts';
import { listLinkedPersonIds } from './user-persons.ts';

/** The style of a person's name in credits, and who chose it: the person, or an admin for them. */
export const setCreditStyle = (tx: Writing, id: string, credit_style: CreditStyle, by: 'owner' | 'admin') =>
  tx.updateTable('person').set({ credit_style, credit_style_by: by }).where('id', '=', id).execute();

/** Another name on a person's credits, or of somebody merged into them; "" for none. */
export async function findOtherPrintedName(db: Reading, { id, name }: { id: string; name: string }): Promise<string> {
  const credits = await listPersonCredits(db, id);
  const printed = credits.find(({ printed_as }) => printed_as !== '' && printed_as !== name)?.printed_as;
  return printed ?? (await listMergedPeople(db, id))[0]?.name ?? '';
}

/** Lists the persons of a user with something to choose for their credits. */
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

/** Lists the persons of a user, without those merged into another. */
export const listCurrentPersonIdsOfUser = async (db: Reading, userId: string) => [
  ...new Set((await resolveCurrentIds(db, await listLinkedPersonIds(db, userId))).values()),
];
