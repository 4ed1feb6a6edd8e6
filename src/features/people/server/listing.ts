import type { Visit } from '../../../platform/server/http/page.ts';
import { perRevision } from '../../../platform/server/per-revision.ts';
import { pageAsked, turnTo } from '../../../platform/shared/paging.ts';
import { cleanText, fold } from '../../../platform/shared/text.ts';
import type { FoundPerson, ListedPerson, People } from '../contract.ts';
import { nearNames } from '../names.ts';
import { usersOfPeople } from './managing.ts';
import { everyName, keptOf, merges, showCounts } from './store.ts';

const peopleAPage = 50;

type View = Pick<Visit, 'db' | 'revision' | 'until'>;

interface Row extends ListedPerson {
  /** Folded, with every name they go by. */
  key: string;
}

/** Everyone, by name, made ready once for each state of the archive. */
export const everyoneAt = perRevision<View, Row[]>(async ({ db }) => {
  const merged = await merges(db);
  const counts = new Map((await showCounts(db)).map(({ person_id, shows }) => [person_id, Number(shows)]));
  const rows = await everyName(db);
  const others = Map.groupBy(
    rows.filter(({ id }) => merged.has(id)),
    ({ id }) => keptOf(merged, id),
  );
  return rows
    .filter(({ id }) => !merged.has(id))
    .map(({ id, name }) => {
      const also = (others.get(id) ?? []).map((other) => other.name);
      return { id, name, shows: counts.get(id) ?? 0, also, user: '', key: fold([name, ...also].join(' ')) };
    });
});

/** Pairs that are probably one person. Comparing thousands of names takes a moment, so it is done once. */
const pairsAt = perRevision<View, [FoundPerson, FoundPerson][]>(async (view) => {
  const people = await everyoneAt(view);
  const byName = new Map(people.map((person) => [person.name, person]));
  const found = ({ id, name, shows }: Row): FoundPerson => ({ id, name, also: '', shows });
  return nearNames(people.map(({ name }) => name)).flatMap(([first, second]): [FoundPerson, FoundPerson][] => {
    const [a, b] = [byName.get(first), byName.get(second)];
    return a && b ? [[found(a), found(b)]] : [];
  });
});

/** The people whom an address asks for: found by every word in it, a page at a time. */
export async function peoplePage({ query, ...view }: View & Pick<Visit, 'query'>): Promise<People> {
  const q = cleanText(query.get('q') ?? '').trim();
  const sort = query.get('sort') === 'shows' ? 'shows' : 'name';
  const near = query.get('view') === 'near';
  const words = fold(q).split(' ').filter(Boolean);
  const fits = (key: string) => words.every((word) => key.includes(word));
  const about = { type: 'people', title: 'People', q, sort } as const;
  if (near) {
    const pairs = (await pairsAt(view)).filter(([a, b]) => fits(fold(`${a.name} ${b.name}`)));
    const { items, page, pages } = turnTo(pairs, pageAsked(query), peopleAPage);
    return { ...about, view: 'near', people: [], pairs: items, page, pages, total: pairs.length };
  }
  const people = (await everyoneAt(view)).filter(({ key }) => fits(key));
  const sorted = sort === 'shows' ? people.toSorted((a, b) => b.shows - a.shows) : people;
  const { items, page, pages } = turnTo(sorted, pageAsked(query), peopleAPage);
  return { ...about, view: 'all', people: await withUsers(view, items), pairs: [], page, pages, total: people.length };
}

/** Accounts don't move the public revision, so who signs in as whom is asked each time. */
export async function withUsers({ db }: Pick<View, 'db'>, rows: readonly Row[]): Promise<ListedPerson[]> {
  const users = new Map(
    (await usersOfPeople(db)).map((user) => [user.person_id, `${user.firstname} ${user.lastname}`]),
  );
  return rows.map(({ key: _, ...person }) => ({ ...person, user: users.get(person.id)?.trim() ?? '' }));
}
