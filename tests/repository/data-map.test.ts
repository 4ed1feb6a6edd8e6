import { sql } from 'kysely';
import { expect } from 'vitest';
import type { createContributionsGetter } from '#platform/server/feature/feature.ts';
import { buildDataMap, dataMapFile } from '../../tools/protocol/data-map.ts';
import { onEachEngine } from '../support/site/engines.ts';
import { contributions } from '../support/society/contributions.ts';

onEachEngine(
  'docs/data-map.md lists the personal data that is stored today',
  async ({ db }) => {
    const { rows } = await sql<{ table: string; name: string }>`
      select m.name as "table", c.name as name from sqlite_master m join pragma_table_info(m.name) c
      where m.type = 'table' order by m.name, c.cid`.execute(db.read);
    const columns = Map.groupBy(rows, ({ table }) => table);
    const names = new Map([...columns].map(([table, of]) => [table, of.map(({ name }) => name)]));
    const all = ((kind) => contributions(kind)) as ReturnType<typeof createContributionsGetter>;
    await expect(buildDataMap(all, names)).toMatchFileSnapshot(dataMapFile);
  },
  ['sqlite'],
);
