/**
 * The tables. Each feature adds its own from `server/tables.ts` by declaration merging:
 *
 *     declare module './schema.ts' {
 *       interface Tables { show: ShowTable }
 *     }
 */
export interface Tables {
  migration: MigrationTable;
  revision: RevisionTable;
}

/** What has been done to this database, in order. */
export interface MigrationTable {
  name: string;
  applied_at: string;
}

/** Counters that say "something changed"; `public` is what an anonymous visitor can see. */
export interface RevisionTable {
  name: 'public';
  value: number;
}
