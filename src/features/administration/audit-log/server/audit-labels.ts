import { createActionFormatter } from '#platform/server/audit/index.ts';
import type { Reading } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { matchByName } from '../audit-query.ts';

export type AuditLabels = ReturnType<typeof createAuditLabels>;

/** Finds the labels of the log's actions and subjects, which features contribute. */
export function createAuditLabels(all: Services['all']) {
  const label = createActionFormatter(all('auditActions'));
  const kinds = all('auditSubjects');
  const everyName = async (db: Reading, ids?: readonly string[]) => {
    const found = [];
    for (const named of kinds) found.push(...(await named(db, ids)));
    return found;
  };

  return {
    /** An action as a sentence begins: "Changed a blog post". */
    actionLabel: (action: string) => label(action).replace(/^./, (letter) => letter.toUpperCase()),

    /** Finds the present names of some of the log's subjects. */
    namesOf: async (db: Reading, ids: readonly string[]): Promise<Map<string, string>> => {
      const wanted = [...new Set(ids)].filter((id) => id !== '');
      if (wanted.length === 0) return new Map();
      return new Map((await everyName(db, wanted)).map(({ id, name }) => [id, name]));
    },

    /** Finds the ids of subjects with exactly the typed name, or with all of its words in theirs. */
    idsCalled: async (db: Reading, typed: string): Promise<string[]> =>
      matchByName(await everyName(db), typed, ({ name }) => name).map(({ id }) => id),
  };
}
