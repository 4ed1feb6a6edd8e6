/** The numbers of past shows in which a person took part, by role. */
interface Career {
  /** The number of shows in which the person was on stage. */
  on_stage: number;
  /** The person's most frequent roles behind the scenes, with the number of shows. */
  behind_the_scenes: { role: string; shows: number }[];
}

/** The maximum number of roles behind the scenes in the sentence about a person. */
const maxRoles = 2;

/** Counts shows, not roles: two parts in the same show count once. */
export function summariseCareer(roles: readonly { show_id: string; kind: 'cast' | 'crew'; role: string }[]): Career {
  const countShows = (credits: readonly { show_id: string }[]) => new Set(credits.map(({ show_id }) => show_id)).size;
  const { cast = [], crew = [] } = Object.groupBy(roles, ({ kind }) => kind);
  const withRole = crew.filter(({ role }) => role !== '');
  // "Stage Manager" and "Stage manager" are the same role
  const byRole = Map.groupBy(withRole, ({ role }) => role.toLocaleLowerCase('en-GB'));
  const behind_the_scenes = [...byRole.values()]
    .map((same) => ({ role: same[0]?.role ?? '', shows: countShows(same) }))
    .sort((one, other) => other.shows - one.shows || one.role.localeCompare(other.role, 'en-GB'))
    .slice(0, maxRoles);
  return { on_stage: countShows(cast), behind_the_scenes };
}

/** Formats "on stage in 21, director in 8 and prompter in 3". `total` is the number of the person's shows. */
export function formatCareer({ on_stage, behind_the_scenes }: Career, total: number): string {
  const roles = [{ role: 'on stage', shows: on_stage }, ...behind_the_scenes].filter(({ shows }) => shows > 0);
  const parts = roles.map(({ role, shows }) => `${toLowerCaseRole(role)} in ${shows === total ? 'all' : shows}`);
  return new Intl.ListFormat('en-GB').format(parts);
}

/** Lowercases a role for a sentence: "stage manager". Abbreviations such as "ASM" stay as they are. */
const toLowerCaseRole = (role: string) => role.replace(/\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());
