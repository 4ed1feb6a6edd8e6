import type { Reading } from '#platform/server/database/index.ts';
import { meantBy } from '../query.ts';

interface Named {
  id: string;
  name: string;
}

/** What the log's subjects can be and have a name: members, people, shows, posts and albums; some of them, or all. */
async function everyName(db: Reading, ids?: readonly string[]): Promise<Named[]> {
  const people = db.selectFrom('person').select(['id', 'name']);
  const albums = db.selectFrom('album').select(['id', 'name']);
  const shows = db.selectFrom('show').select(['id', 'title as name']);
  const posts = db.selectFrom('post').select(['id', 'title as name']);
  const blog = db.selectFrom('blog_post').select(['key as id', 'title as name']);
  const users = db.selectFrom('user').select(['id', 'firstname', 'lastname']);
  const found = [
    ...(await (ids ? albums.where('id', 'in', ids) : albums).execute()),
    ...(await (ids ? posts.where('id', 'in', ids) : posts).execute()),
    ...(await (ids ? blog.where('key', 'in', ids) : blog).execute()),
    ...(await (ids ? people.where('id', 'in', ids) : people).execute()),
    ...(await (ids ? shows.where('id', 'in', ids) : shows).execute()),
  ];
  const members = await (ids ? users.where('id', 'in', ids) : users).execute();
  return [...found, ...members.map(({ id, firstname, lastname }) => ({ id, name: `${firstname} ${lastname}`.trim() }))];
}

/** What some of the log's subjects are called today. */
export async function namesOf(db: Reading, ids: readonly string[]): Promise<Map<string, string>> {
  const asked = [...new Set(ids)].filter((id) => id !== '');
  if (asked.length === 0) return new Map();
  return new Map((await everyName(db, asked)).map(({ id, name }) => [id, name]));
}

/** The ids of what is called as was typed, or has all of its words in its name. */
export async function idsCalled(db: Reading, typed: string): Promise<string[]> {
  return meantBy(await everyName(db), typed, ({ name }) => name).map(({ id }) => id);
}
