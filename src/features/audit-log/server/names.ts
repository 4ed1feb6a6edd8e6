import type { Reading } from '../../../platform/server/database/index.ts';

/** What some of the log's subjects are called today: members, people and shows. */
export async function namesOf(db: Reading, ids: readonly string[]): Promise<Map<string, string>> {
  const asked = [...new Set(ids)].filter((id) => id !== '');
  if (asked.length === 0) return new Map();
  const users = await db.selectFrom('user').select(['id', 'firstname', 'lastname']).where('id', 'in', asked).execute();
  const people = await db.selectFrom('person').select(['id', 'name']).where('id', 'in', asked).execute();
  const shows = await db.selectFrom('show').select(['id', 'title']).where('id', 'in', asked).execute();
  return new Map([
    ...people.map(({ id, name }): [string, string] => [id, name]),
    ...shows.map(({ id, title }): [string, string] => [id, title]),
    ...users.map(({ id, firstname, lastname }): [string, string] => [id, `${firstname} ${lastname}`.trim()]),
  ]);
}
