import { sql } from 'kysely';
import { standingBySender } from '#features/accounts/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading, Writing } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates.ts';
import { type AskedTable, ROWS_A_PAGE } from '#platform/shared/table.ts';
import { fold } from '#platform/shared/text.ts';
import type { ListedUser } from '../contract.ts';
import type { invitedTable, usersTable } from '../table.ts';

export type AskedUsers = AskedTable<typeof usersTable>;

const orders = {
  name: sql.ref('user.search_key'),
  surname: sql`lower("user".lastname)`,
  email: sql.ref('user.email_key'),
  role: sql.ref('user.role'),
  status: sql.ref('user.status'),
  joined: sql.ref('user.created_at'),
  last_in: sql`coalesce("user".last_signed_in_at, '')`,
  // Those without one first: they are who is looked for
  second_factor: sql`case when exists (select 1 from totp where totp.user_id = "user".id and totp.enabled_at is not null)
    or exists (select 1 from passkey where passkey.user_id = "user".id) then 1 else 0 end`,
};

/** The users whom an address asks for, told nothing of yet. */
const fitting = (db: Reading, { words, filters }: AskedUsers) => {
  let users = db.selectFrom('user');
  // A folded word has letters and digits alone: none of it means anything to `like`
  for (const word of words) users = users.where('user.search_key', 'like', `%${word}%`);
  if (filters.role) users = users.where('user.role', '=', filters.role as ListedUser['role']);
  if (filters.status) users = users.where('user.status', '=', filters.status as ListedUser['status']);
  if (filters.second_factor) {
    users = users.where((user) => {
      const any = user.or([
        user.exists(
          user
            .selectFrom('totp')
            .select('totp.user_id')
            .whereRef('totp.user_id', '=', 'user.id')
            .where('totp.enabled_at', 'is not', null),
        ),
        user.exists(user.selectFrom('passkey').select('passkey.id').whereRef('passkey.user_id', '=', 'user.id')),
      ]);
      return filters.second_factor === 'yes' ? any : user.not(any);
    });
  }
  return users;
};

/** How many users fit. */
export async function countUsers(db: Reading, asked: AskedUsers): Promise<number> {
  const { count } = await fitting(db, asked)
    .select((user) => user.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The users who fit, in the order asked for: all, or a page from that row. */
export async function usersAsked(db: Reading, asked: AskedUsers, from?: number): Promise<ListedUser[]> {
  const way = asked.descending ? 'desc' : 'asc';
  const sorted = fitting(db, asked)
    .select((user) => [
      'user.id',
      'user.firstname',
      'user.lastname',
      'user.email',
      'user.role',
      'user.status',
      user.fn.coalesce('user.last_signed_in_at', user.val('')).as('last_signed_in'),
    ])
    .orderBy(orders[asked.by], way)
    .orderBy('user.search_key', way)
    .orderBy('user.id', way);
  const rows = await (from === undefined ? sorted : sorted.limit(ROWS_A_PAGE).offset(from)).execute();
  const ids = rows.map(({ id }) => id);
  const few = from === undefined ? undefined : ids;
  const persons = Map.groupBy(await personsOf(db, few), ({ user_id }) => user_id);
  const second = await withSecondFactor(db, few);
  return rows.map(({ id, firstname, lastname, ...user }) => ({
    id,
    name: `${firstname} ${lastname}`.trim(),
    ...user,
    persons: (persons.get(id) ?? []).map((person) => ({ id: person.id, name: person.name })),
    second_factor: second.has(id),
  }));
}

/** Who these users, or all, are in shows; those merged into another are that other. */
export function personsOf(db: Reading, users?: readonly Id[]) {
  const persons = db
    .selectFrom('user_person')
    .innerJoin('person', 'person.id', 'user_person.person_id')
    .leftJoin('person_merge', 'person_merge.person_id', 'person.id')
    .select(['user_person.user_id', 'person.id', 'person.name'])
    .where('person_merge.kept_id', 'is', null)
    .orderBy('person.name')
    .orderBy('person.id');
  return users === undefined
    ? persons.execute()
    : users.length === 0
      ? Promise.resolve([])
      : persons.where('user_person.user_id', 'in', users).execute();
}

async function withSecondFactor(db: Reading, users?: readonly Id[]): Promise<Set<Id>> {
  if (users?.length === 0) return new Set();
  const codes = db.selectFrom('totp').select('user_id').where('enabled_at', 'is not', null);
  const keys = db.selectFrom('passkey').select('user_id').distinct();
  const rows = await Promise.all([
    (users ? codes.where('user_id', 'in', users) : codes).execute(),
    (users ? keys.where('user_id', 'in', users) : keys).execute(),
  ]);
  return new Set(rows.flat().map(({ user_id }) => user_id));
}

export async function countAwaiting(db: Reading): Promise<number> {
  const { count } = await db
    .selectFrom('user')
    .select((user) => user.fn.countAll().as('count'))
    .where('status', '=', 'awaiting')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Who was invited and hasn't come, as an address asks for them. They are as many as one admin has sent for of late. */
export async function invitationsAsked(db: Reading, { words, by, descending }: AskedTable<typeof invitedTable>) {
  const invitations = await db
    .selectFrom('invitation')
    .select(['id', 'firstname', 'lastname', 'email', 'role', 'invited_by', 'created_at', 'expires_at'])
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('email', '<>', '')
    .orderBy(by === 'email' ? 'email_key' : 'created_at', descending ? 'desc' : 'asc')
    .orderBy('id')
    .execute();
  if (words.length === 0) return invitations;
  return invitations.filter(({ firstname, lastname, email }) => {
    const key = fold(`${firstname} ${lastname} ${email}`);
    return words.every((word) => key.includes(word));
  });
}

/** Of these addresses, those of users and those that are invited already. */
export async function addressesKnown(
  db: Reading,
  keys: readonly string[],
  now: string,
): Promise<{ users: Set<string>; invited: Set<string> }> {
  if (keys.length === 0) return { users: new Set(), invited: new Set() };
  const users = await db.selectFrom('user').select('email_key').where('email_key', 'in', keys).execute();
  const asked = await db
    .selectFrom('invitation')
    .select(['email_key', 'role', 'invited_by'])
    .where('email_key', 'in', keys)
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
  const stands = standingBySender(db);
  const invited: string[] = [];
  for (const invitation of asked) if (await stands(invitation)) invited.push(invitation.email_key);
  return {
    users: new Set(users.map(({ email_key }) => email_key)),
    invited: new Set(invited),
  };
}

/** Whom it was for; undefined when it has been used, or withdrawn before. */
export const withdrawInvitation = (tx: Writing, id: Id, now: Instant) =>
  tx
    .updateTable('invitation')
    .set({ withdrawn_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .returning(['firstname', 'lastname', 'email', 'role'])
    .executeTakeFirst();

/** Whom it is for again, by the right of `by`; undefined when they have been invited anew since, or it stands already. */
export const restoreInvitation = (tx: Writing, id: Id, by: Id) =>
  tx
    .updateTable('invitation')
    .set({ withdrawn_at: null, invited_by: by })
    .where('id', '=', id)
    .where('withdrawn_at', 'is not', null)
    .returning(['firstname', 'lastname', 'email', 'role'])
    .executeTakeFirst();

/** When an account will be erased, as its owner has asked, and whether an admin keeps it shut till then. */
export const erasureOf = (db: Reading, userId: Id) =>
  db.selectFrom('erasure').select(['due_at', 'kept_shut']).where('user_id', '=', userId).executeTakeFirst();
