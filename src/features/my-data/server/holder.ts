import { emailKey } from '#features/accounts/email.ts';
import { approvedRegistration } from '#features/sign-in/server/index.ts';
import type { Reading } from '#platform/server/database/index.ts';
import type { Holder } from '#platform/server/feature/personal-data.ts';

interface Account {
  id: string;
  email: string;
  role: string;
  phone_number: string;
  firstname: string;
  lastname: string;
}

/**
 * An account as those know it who hold something about it. Anybody may call themself anything, and what stands under that
 * name may be another's or nobody's: so its names are those that an admin has confirmed, and none that somebody else
 * has, or has acted under.
 */
export async function holderOf(db: Reading, account: Account): Promise<Holder> {
  const { id, email, phone_number: phone, firstname, lastname } = account;
  const name = `${firstname} ${lastname}`.trim();
  const candidates = [...new Set(await confirmedNames(db, account))].filter(Boolean).sort();
  const users = await db.selectFrom('user').select(['firstname', 'lastname']).where('id', '<>', id).execute();
  const others = new Set(users.map((other) => `${other.firstname} ${other.lastname}`.trim()));
  const names: string[] = [];
  for (const candidate of candidates) {
    if (!others.has(candidate) && !(await hasActedAs(db, id, candidate))) names.push(candidate);
  }
  return { id, email, phone, name, names };
}

/** Names that the account bore when it was let in, and of the credited people an admin has linked it with. */
async function confirmedNames(db: Reading, { id, email, role, firstname, lastname }: Account): Promise<string[]> {
  const approved = await db
    .selectFrom('audit')
    .select('detail')
    .where('action', '=', approvedRegistration)
    .where('subject', '=', id)
    .execute();
  const invited = await db
    .selectFrom('invitation')
    .select(['firstname', 'lastname'])
    .where('email_key', '=', emailKey(email))
    .where('used_at', 'is not', null)
    .execute();
  const credited = await db
    .selectFrom('user_person')
    .innerJoin('person', 'person.id', 'user_person.person_id')
    .select('person.name')
    .where('user_person.user_id', '=', id)
    .execute();
  return [
    ...approved.map(({ detail }) => detail.trim()),
    ...invited.map((one) => `${one.firstname} ${one.lastname}`.trim()),
    ...credited.map((person) => person.name),
    // Nobody stands above an admin to confirm theirs
    ...(role === 'admin' ? [`${firstname} ${lastname}`.trim()] : []),
  ];
}

/** Whether somebody else has acted under this name. */
async function hasActedAs(db: Reading, notId: string, name: string): Promise<boolean> {
  const logged = db.selectFrom('audit').select('id').where('actor_name', '=', name).where('actor_id', '<>', notId);
  return (await logged.limit(1).executeTakeFirst()) !== undefined;
}
