/**
 * The tables of the database. Each feature adds its own by declaration merging, usually in `server/tables.ts`:
 *
 * declare module '#platform/server/database/core/schema.ts' {
 *
 * interface Tables { show: ShowTable }
 *
 * }
 */
export interface Tables {
  migration: MigrationTable;
  revision: RevisionTable;
}

/** The migrations that have run in this database, in order. */
export interface MigrationTable {
  name: string;
  applied_at: string;
  /** The version of Callboard that ran the migration; "" if it was before versions were recorded. */
  version: string;
}

/**
 * The revisions that a change can increase. `sales`: availability and sales, which change every minute but are on few
 * pages. `public`: everything else that an anonymous visitor can see.
 */
export type RevisionName = 'public' | 'sales';

/**
 * The revision that a change of a table increases. `private` data is on no cached page, so its changes increase no
 * revision.
 */
export type Visibility = RevisionName | 'private';

/**
 * The visibility of a table's rows, and of columns with a visibility of their own. An update of only such columns
 * increases only their revision.
 */
export interface VisibilityByColumn<Column extends PropertyKey = string> {
  readonly rows: Visibility;
  readonly columns: { readonly [Name in Column]?: Visibility };
}

/** The visibility of each table, as its owner declares it. */
export type TableVisibility = {
  readonly [Table in keyof Tables]?: Visibility | VisibilityByColumn<keyof Tables[Table]>;
};

/**
 * The name of a counter of the writes that have changed a public table. The counter for `*` counts writes that may have
 * changed any table. A table without a counted write has no row.
 */
export type TableCounterName = `table ${string}`;

/** The revisions, and the counters of the writes that have changed single tables. */
export interface RevisionTable {
  name: RevisionName | TableCounterName;
  value: number;
}
