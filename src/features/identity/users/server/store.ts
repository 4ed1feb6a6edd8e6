import { sql } from 'kysely';
import { listLinkedPersons } from '#features/archive/shows/people/server/index.ts';
import { findUsersWithSecondFactor, hasSecondFactorSql } from '#features/identity/second-factor/server/index.ts';
import { listOpenInvitations, usersView } from '#features/society/accounts/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { ROWS_PER_PAGE, type TableRequest } from '#platform/shared/tables/table.ts';
import { fold } from '#platform/shared/text/text.ts';
import type { ListedUser } from '../contract.ts';
import type { invitedTable, usersTable } from '../table.ts';

export interface UsersQuery extends TableRequest<typeof usersTable> {
  /** True to leave out users who wait for approval. */
  decided?: boolean;
}

const orders = {
  name: sql.ref('user.search_key'),
  surname: sql`lower("user".lastname)`,
  email: sql.ref('user.email_key'),
  role: sql.ref('user.role'),
  status: sql.ref('user.status'),
  joined: sql.ref('user.created_at'),
  last_in: sql`coalesce("user".last_signed_in_at, '')`,
  // Users without a second factor sort first, because admins look for them
  second_factor: sql`case when ${hasSecondFactorSql(sql.ref('user.id'))} then 1 else 0 end`,
};

/** Builds the query for the users that match a search and its filters. */
const selectMatching = (db: DbReader, { words, filters, decided }: UsersQuery) => {
  let users = db.selectFrom(usersView(db).as('user'));
  if (decided) users = users.where('user.status', '<>', 'awaiting');
  // A folded word has only letters and digits, so `like` needs no escaping
  for (const word of words) users = users.where('user.search_key', 'like', `%${word}%`);
  if (filters.role) users = users.where('user.role', '=', filters.role);
  if (filters.status) users = users.where('user.status', '=', filters.status);
  if (filters.second_factor) {
    users = users.where(({ not, ref }) => {
      const any = hasSecondFactorSql(ref('user.id'));
      return filters.second_factor === 'yes' ? any : not(any);
    });
  }
  return users;
};

export async function countUsers(db: DbReader, tableRequest: UsersQuery): Promise<number> {
  const { count } = await selectMatching(db, tableRequest)
    .select((user) => user.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Lists the matching users in the requested order: all, or one page from row `from`. */
export async function listMatchingUsers(db: DbReader, tableRequest: UsersQuery, from?: number): Promise<ListedUser[]> {
  const direction = tableRequest.descending ? 'desc' : 'asc';
  const sorted = selectMatching(db, tableRequest)
    .select(listed)
    .orderBy(orders[tableRequest.by], direction)
    .orderBy('user.search_key', direction)
    .orderBy('user.id', direction);
  const rows = await (from === undefined ? sorted : sorted.limit(ROWS_PER_PAGE).offset(from)).execute();
  return withPersons(db, rows, from !== undefined);
}

const listed = [
  'user.id',
  'user.firstname',
  'user.lastname',
  'user.email',
  'user.role',
  'user.status',
  sql<string>`coalesce("user".last_signed_in_at, '')`.as('last_signed_in'),
] as const;

type Row = Omit<ListedUser, 'name' | 'persons' | 'second_factor'> & { firstname: string; lastname: string };

/**
 * Adds the persons that users are linked to, and whether each user has a second factor. If `isPage` is true, only the
 * data of these users is loaded.
 */
async function withPersons<UserRow extends Row>(db: DbReader, rows: readonly UserRow[], isPage: boolean) {
  const ids = isPage ? rows.map(({ id }) => id) : undefined;
  const persons = Map.groupBy(await listLinkedPersons(db, ids), ({ user_id }) => user_id);
  const withSecondFactor = await findUsersWithSecondFactor(db, ids);
  return rows.map(({ id, firstname, lastname, ...user }) => ({
    id,
    name: `${firstname} ${lastname}`.trim(),
    ...user,
    persons: (persons.get(id) ?? []).map((person) => ({ id: person.id, name: person.name })),
    second_factor: withSecondFactor.has(id),
  }));
}

/** Lists users awaiting approval, the oldest account first, up to one page. */
export async function listApprovalQueue(db: DbReader) {
  const rows = await db
    .selectFrom(usersView(db).as('user'))
    .select([...listed, 'user.created_at as joined'])
    .where('user.status', '=', 'awaiting')
    .orderBy('user.created_at')
    .orderBy('user.id')
    .limit(ROWS_PER_PAGE)
    .execute();
  return withPersons(db, rows, true);
}

export async function listMatchingInvitations(
  db: DbReader,
  { words, by, descending }: TableRequest<typeof invitedTable>,
) {
  const invitations = await listOpenInvitations(db, { by, descending });
  if (words.length === 0) return invitations;
  return invitations.filter(({ firstname, lastname, email }) => {
    const key = fold(`${firstname} ${lastname} ${email}`);
    return words.every((word) => key.includes(word));
  });
}
