import { sql } from 'kysely';
import { expect } from 'vitest';
import { listTableNames } from '#platform/server/database/core/rows.ts';
import { onEachEngine } from '#tests/support/site/engines.ts';
import { features } from './features.ts';

/** References from rows that are deleted together with the row they refer to, so they are no reason to keep it. */
const partsOf = ['show credit.show_id', 'person person_apart.person_id', 'person person_apart.other_id'];
const orderParts = ['ticket_order ticket.order_id', 'ticket_order imported_order.order_id'];

onEachEngine(
  'all references to shows, people, orders and tickets are declared, so that rows in use are kept',
  async ({ db }) => {
    const references: string[] = [];
    for (const name of await listTableNames(db.read, db.engine)) {
      const keys = await sql<{ table: string; from: string }>`
        select "table", "from" from pragma_foreign_key_list(${name})`.execute(db.read);
      references.push(...keys.rows.map(({ table, from }) => `${table} ${name}.${from}`));
    }
    const uses = features.flatMap((feature) => ('rowUses' in feature ? (feature.rowUses ?? []) : []));
    const declared = uses.map(({ of, table, column }) => `${of} ${table}.${column}`);
    const wanted = references.filter((reference) => /^(show|person|ticket_order|ticket) /.test(reference));
    expect(wanted.length).toBeGreaterThan(20);
    expect(wanted.filter((reference) => ![...declared, ...partsOf, ...orderParts].includes(reference))).toEqual([]);
  },
  ['sqlite'],
);
