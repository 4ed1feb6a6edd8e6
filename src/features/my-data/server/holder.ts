import type { Reading } from '../../../platform/server/database/index.ts';
import type { Holder } from '../../../platform/server/personal-data.ts';

interface Account {
  id: string;
  email: string;
  phone_number: string;
  firstname: string;
  lastname: string;
}

/**
 * An account as those know it who hold something about it. Names that somebody else has, or has acted under, aren't
 * among its names: what stands under them may be the other's.
 */
export async function holderOf(db: Reading, account: Account): Promise<Holder> {
  const { id, email, phone_number: phone, firstname, lastname } = account;
  const name = `${firstname} ${lastname}`.trim();
  const logged = await db
    .selectFrom('audit')
    .select('actor_name')
    .distinct()
    .where('actor_id', '=', id)
    .where('actor_name', '<>', '')
    .execute();
  const candidates = [...new Set([name, ...logged.map(({ actor_name }) => actor_name.trim())])].filter(Boolean).sort();
  const users = await db.selectFrom('user').select(['firstname', 'lastname']).where('id', '<>', id).execute();
  const others = new Set(users.map((other) => `${other.firstname} ${other.lastname}`.trim()));
  const names: string[] = [];
  for (const candidate of candidates) {
    if (!others.has(candidate) && !(await hasActedAs(db, id, candidate))) names.push(candidate);
  }
  return { id, email, phone, name, names };
}

/** Whether somebody else has acted under this name. */
async function hasActedAs(db: Reading, notId: string, name: string): Promise<boolean> {
  const logged = db.selectFrom('audit').select('id').where('actor_name', '=', name).where('actor_id', '<>', notId);
  return (await logged.limit(1).executeTakeFirst()) !== undefined;
}
