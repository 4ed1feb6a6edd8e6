/** An import that can be undone. */
export interface ImportRecordTable {
  id: string;
  /** The name of the import, which says what was imported. */
  kind: string;
  /** The subject of the import, such as a show; "" if there is none. */
  subject: string;
  /** The name of the file. */
  file: string;
  imported_by: string | null;
  imported_at: string;
  undone_at: string | null;
}

/** A row that an import created or changed. */
export interface ImportedRowTable {
  id: string;
  import_id: string;
  kind: string;
  row_id: string;
  /** The row's state right after the import, as its feature describes it, to detect later changes. */
  state: string;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    import_record: ImportRecordTable;
    imported_row: ImportedRowTable;
  }
}
