/** An order that another shop has sold. */
export interface ImportedOrderTable {
  order_id: string;
  performance_id: string;
  /** The other shop's reference, folded. Each reference is unique within a performance. */
  reference_key: string;
  /** The reference as written. */
  reference: string;
  /** The name of the shop, such as "TicketSource"; "" if unknown. */
  seller: string;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    imported_order: ImportedOrderTable;
  }
}
