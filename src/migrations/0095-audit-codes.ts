import { sql } from 'kysely';
import { formerActions } from '#platform/server/audit/former-actions.ts';
import { column, type Migration } from '#platform/server/database/index.ts';

/** The end of sentences about what was done to all performances of a show but cancelled ones. */
const exception = 'except at cancelled performances';

/** The columns of who saved a row last, each with the entries of the log that tell. */
const savers: readonly { table: string; column: string; actions: readonly string[]; entries?: string }[] = [
  { table: 'user', column: 'updated_by', actions: ['user.permissions_changed'] },
  {
    table: 'subscription_plan',
    column: 'updated_by',
    actions: ['subscription_plan.added', 'subscription_plan.changed'],
  },
  { table: 'media_with_deleted', column: 'updated_by', actions: ['media.described'] },
  { table: 'media_with_deleted', column: 'file_updated_by', actions: ['media.replaced', 'media.reencoded'] },
  { table: 'file_with_deleted', column: 'updated_by', actions: ['document.changed', 'document.replaced'] },
  { table: 'ticket_order', column: 'updated_by', actions: ['order.buyer_changed', 'order.wishes_changed'] },
  {
    ...{ table: 'show', column: 'updated_by', actions: ['show.created', 'show.changed'] },
    // What saved it later left no entry of these
    entries: 'audit.subject = "show".id and audit.at >= "show".updated_at',
  },
  {
    ...{ table: 'performance', column: 'updated_by' },
    actions: ['performance.changed', 'performance.moved', 'performance.cancelled', 'performance.restored'],
  },
  {
    ...{ table: 'performance', column: 'plan_updated_by' },
    actions: [
      ...['seating_plan.saved', 'house_seats.withheld', 'house_seats.released'],
      ...['ticket_type.added', 'ticket_type.changed', 'ticket_type.removed'],
    ],
    entries: atPerformance('performance.id', 'performance.show_id'),
  },
  {
    ...{ table: 'ticket_type', column: 'updated_by', actions: ['ticket_type.added', 'ticket_type.changed'] },
    entries: `${atPerformance('ticket_type.performance_id', '(select show_id from performance where id = ticket_type.performance_id)')}
      and substr(audit.detail, 1, length(ticket_type.name) + 2) = ticket_type.name || ', '`,
  },
  {
    ...{ table: 'setting', column: 'updated_by', actions: ['settings.changed', 'documents_text.changed'] },
    entries: `audit.subject = '' and audit.action = case setting.name
      when 'settings form' then 'settings.changed' when 'docsText' then 'documents_text.changed' else '' end`,
  },
];

/** Entries about a performance or its show; where it was ever cancelled, without those that left such performances out. */
function atPerformance(performance: string, show: string): string {
  return `(audit.subject = ${performance} or (audit.subject = ${show} and not (
    audit.detail like '%${exception}' and exists (
      select 1 from audit as cancelled
      where cancelled.subject = ${performance} and cancelled.action = 'performance.cancelled'
    )
  )))`;
}

export const migration: Migration = {
  async up(db, { addColumns, liveView, mayForget }) {
    const unchanged = ['id', 'at'];
    const forgettable = { actor_id: [''], actor_name: ['an erased account'], subject: [''], address: [''] };

    // What the log says stays; only its spelling changes, here and never again
    const { rows: everywhere } = await sql<{ detail: string }>`
      select distinct detail from audit where action like ${`%, ${exception}`}`.execute(db);
    const details = everywhere.map(({ detail }) => (detail === '' ? exception : `${detail}, ${exception}`));
    const codes = [...new Set(formerActions.values())];
    await mayForget('audit', {
      ...{ by: 'audit_forgetting', unchanged },
      forgettable: { ...forgettable, detail: ['', ...details], action: codes },
    });
    await sql`insert into audit_forgetting (id) values ('codes')`.execute(db);
    for (const [sentence, code] of formerActions) {
      await sql`update audit set action = ${code} where action = ${sentence}`.execute(db);
      await sql`update audit set action = ${code}, detail = case detail when '' then '' else detail || ', ' end || ${exception}
        where action = ${`${sentence}, ${exception}`}`.execute(db);
    }
    await sql`delete from audit_forgetting where id = 'codes'`.execute(db);
    await mayForget('audit', {
      ...{ by: 'audit_forgetting', unchanged: [...unchanged, 'action'] },
      forgettable: { ...forgettable, detail: [''] },
    });

    for (const { table, column: name, actions, entries = `audit.subject = "${table}".id` } of savers) {
      await addColumns(table, { [name]: column.reference('user', { optional: true, onDelete: 'set null' }) });
      const last = sql`
        select actor_id from audit
        where ${sql.raw(entries)} and audit.action in (${sql.join(actions)})
        order by audit.at desc, audit.id limit 1`;
      // Somebody who has been erased isn't there any more
      const saver = sql`(select id from "user" as saver where saver.id = (${last}))`;
      const { rows: known } = await sql`
        select 1 from ${sql.table(table)} where ${saver} is not null limit 1`.execute(db);
      // An update counts as a change of the table, even of no row
      if (known.length > 0) {
        await sql`update ${sql.table(table)} set ${sql.ref(name)} = ${saver} where ${saver} is not null`.execute(db);
      }
      await db.schema.createIndex(`${table}_by_${name}`).on(table).column(name).execute();
    }
    for (const view of ['media', 'file'] as const) await liveView(view);
  },
};
