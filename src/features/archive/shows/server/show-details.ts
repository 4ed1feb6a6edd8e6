import type { DbReader } from '#platform/server/database/index.ts';
import type { CurrentRole, ShowDetails, ShowFieldSuggestions } from '../edit-contract.ts';
import { buildTextFields, defaultFacts } from '../fields.ts';
import { formatCreditName } from '../people/credit-name.ts';
import { type PosterContext, showPosterUrl } from './posters.ts';
import { type findShowOrArchived, listShowCredits } from './store.ts';

type Show = NonNullable<Awaited<ReturnType<typeof findShowOrArchived>>>;

/** The details of a new show. */
export const emptyShow: ShowDetails = {
  id: '',
  ...buildTextFields(''),
  date: '',
  date_precision: 'day',
  first_date: '',
  first_date_precision: 'day',
  ...defaultFacts,
  archived: false,
  updated_at: '',
  version: 0,
  poster: '',
};

/** Returns a show's details for its editor. */
export function toShowDetails(show: Show, posters: PosterContext): ShowDetails {
  const { title_key: _, import_key: __, created_at: ___, revived_by: ____, archived_at, ...details } = show;
  return { ...details, archived: archived_at !== null, poster: showPosterUrl({ ...show, programme: '' }, posters) };
}

/** Loads a show's cast and crew, role by role in billing order. */
export async function loadCurrentRoles(db: DbReader, showId: string): Promise<CurrentRole[]> {
  const roles = new Map<string, CurrentRole>();
  for (const { credit, id, name, kind, role, ord, printed_as } of await listShowCredits(db, showId)) {
    const key = `${kind} ${ord} ${role}`;
    const group = roles.get(key) ?? { role, cast_or_crew: kind, orderVal: ord, members: [], people: [] };
    group.members.push(id);
    group.people.push({
      credit,
      id,
      name,
      as: formatCreditName(name, printed_as, 'as_printed') === name ? '' : printed_as,
    });
    roles.set(key, group);
  }
  return [...roles.values()];
}

/** Loads the values used in shows, A to Z, and the 40 most frequent crew roles. */
export async function loadShowFieldSuggestions(db: DbReader): Promise<ShowFieldSuggestions> {
  const valuesOf = async (column: 'genre' | 'season' | 'show_type' | 'venue' | 'company') => {
    const rows = await db.selectFrom('show').select(`${column} as said`).distinct().where(column, '<>', '').execute();
    return rows.map((row) => row.said).sort(new Intl.Collator('en-GB').compare);
  };
  const roles = await db
    .selectFrom('credit')
    .select(({ fn }) => ['role', fn.countAll().as('times')])
    .where('kind', '=', 'crew')
    .where('role', '<>', '')
    .groupBy('role')
    .orderBy('times', 'desc')
    .orderBy('role')
    .limit(40)
    .execute();
  return {
    genres: await valuesOf('genre'),
    seasons: await valuesOf('season'),
    showTypes: await valuesOf('show_type'),
    venues: await valuesOf('venue'),
    companies: await valuesOf('company'),
    roles: roles.map(({ role }) => role),
  };
}
