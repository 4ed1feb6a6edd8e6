/** Somebody's roles in their past shows, counted. */
export interface Career {
  /** In how many shows they were on stage. */
  on_stage: number;
  /** Their most frequent roles behind the scenes, and in how many shows. */
  behind_the_scenes: { role: string; shows: number }[];
}

/** The most roles behind the scenes for one sentence. */
const mostRoles = 2;

/** Counts shows, not roles: two parts in one are one show. Of the roles behind the scenes, the most frequent ones. */
export function summariseCareer(roles: readonly { show_id: string; kind: 'cast' | 'crew'; role: string }[]): Career {
  const shows = (of: readonly { show_id: string }[]) => new Set(of.map(({ show_id }) => show_id)).size;
  const { cast = [], crew = [] } = Object.groupBy(roles, ({ kind }) => kind);
  // "Stage Manager" and "Stage manager" are one
  const named = crew.filter(({ role }) => role !== '');
  const byRole = Map.groupBy(named, ({ role }) => role.toLocaleLowerCase('en-GB'));
  const behind_the_scenes = [...byRole.values()]
    .map((same) => ({ role: same[0]?.role ?? '', shows: shows(same) }))
    .sort((one, other) => other.shows - one.shows || one.role.localeCompare(other.role, 'en-GB'))
    .slice(0, mostRoles);
  return { on_stage: shows(cast), behind_the_scenes };
}

/** "on stage in 21, director in 8 and prompter in 3", of `total` shows. */
export function formatCareer({ on_stage, behind_the_scenes }: Career, total: number): string {
  const did = [{ role: 'on stage', shows: on_stage }, ...behind_the_scenes].filter(({ shows }) => shows > 0);
  const parts = did.map(({ role, shows }) => `${lowered(role)} in ${shows === total ? 'all' : shows}`);
  return new Intl.ListFormat('en-GB').format(parts);
}

/** "stage manager" within a sentence; "ASM" and "DJ" as they are. */
const lowered = (role: string) => role.replace(/\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());
