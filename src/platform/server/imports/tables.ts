/** An import that can be undone. */
export interface ImportRecordTable {
  id: string;
  /** What was imported: the name of the import. */
  kind: string;
  /** What it was for, such as a show; "" without. */
  subject: string;
  /** The name of the file. */
  file: string;
  imported_by: string | null;
  imported_at: string;
  undone_at: string | null;
}

/** A row that an import made or changed. */
export interface ImportedRowTable {
  id: string;
  import_id: string;
  kind: string;
  row_id: string;
  /** The row as the import left it, as its feature describes it: to tell later changes. */
  state: string;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    import_record: ImportRecordTable;
    imported_row: ImportedRowTable;
  }
}
