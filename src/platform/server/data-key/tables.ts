/** The key for all other encrypted data. It is itself encrypted with the site's SECRET. */
export interface DataKeyTable {
  /** The table has only one row. */
  name: 'data key';
  sealed: string;
}

declare module '../database/core/schema.ts' {
  interface Tables {
    data_key: DataKeyTable;
  }
}
