/** An order that another shop has sold. */
export interface ImportedOrderTable {
  order_id: string;
  performance_id: string;
  /** By which the other shop knows it, as it is compared: once for each performance. */
  reference_key: string;
  /** As it is written. */
  reference: string;
}

declare module '#platform/server/database/schema.ts' {
  interface Tables {
    imported_order: ImportedOrderTable;
  }
}
