import { accountIsOpen, usersView } from '#features/accounts/server/index.ts';
import { type BooksOf, isInBooks } from '#features/books/server/index.ts';
import { onSite, showsView } from '#features/shows/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading } from '#platform/server/database/index.ts';
import { addDays } from '#platform/shared/dates.ts';
import { fold } from '#platform/shared/text.ts';

/** Shows with entries, and those from a year before `from` on: the newest first. */
export async function showsToName(
  db: Reading,
  { from, environment }: Pick<BooksOf, 'from' | 'environment'>,
): Promise<{ id: Id; title: string }[]> {
  const shows = await showsView(db)
    .where((show) =>
      show.or([
        show.and([onSite, show('cancelled', '=', 0), show('date', '>=', addDays(from, -365))]),
        isInBooks(show.ref('id'), environment),
      ]),
    )
    .orderBy('date', 'desc')
    .orderBy('id')
    .execute();
  return shows.map(({ id, title }) => ({ id, title }));
}

/** Members who may sign in, by last name; with their addresses where two have one name. */
export async function membersToName(db: Reading): Promise<{ id: Id; name: string }[]> {
  const users = await usersView(db)
    .where(accountIsOpen)
    .orderBy('lastname')
    .orderBy('firstname')
    .orderBy('id')
    .execute();
  const named = users.map(({ id, firstname, lastname, email }) => ({ id, email, name: `${firstname} ${lastname}` }));
  const alike = Map.groupBy(named, ({ name }) => fold(name));
  return named.map(({ id, name, email }) => ({
    id,
    name: alike.get(fold(name))?.length === 1 ? name : `${name}, ${email}`,
  }));
}
