import type { Reading } from '#platform/server/database/index.ts';
import type { AuditSubjects } from '#platform/server/feature/audit-subjects.ts';
import { meantBy } from '../query.ts';

export type SubjectNames = ReturnType<typeof subjectNames>;

/** The names of the log's subjects, of every kind that features contribute. */
export function subjectNames(kinds: readonly AuditSubjects[]) {
  const everyName = async (db: Reading, ids?: readonly string[]) => {
    const found = [];
    for (const named of kinds) found.push(...(await named(db, ids)));
    return found;
  };

  return {
    /** What some of the log's subjects are called today. */
    namesOf: async (db: Reading, ids: readonly string[]): Promise<Map<string, string>> => {
      const wanted = [...new Set(ids)].filter((id) => id !== '');
      if (wanted.length === 0) return new Map();
      return new Map((await everyName(db, wanted)).map(({ id, name }) => [id, name]));
    },

    /** The ids of subjects with exactly the typed name, or with all of its words in theirs. */
    idsCalled: async (db: Reading, typed: string): Promise<string[]> =>
      meantBy(await everyName(db), typed, ({ name }) => name).map(({ id }) => id),
  };
}
