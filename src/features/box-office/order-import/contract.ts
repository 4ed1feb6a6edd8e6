import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';
import {
  declareImportListCall,
  declareImportUndoCall,
  importAnswers,
  importFields,
  importNoteFields,
  importReportFields,
  UnusableFile,
} from '#platform/shared/calls/imports.ts';
import { id, singleLine } from '#platform/shared/calls/schemas.ts';

/** The report of an import of an external shop's list, or of its preview. */
export const OrderImportReport = z.object({
  dry_run: z.boolean(),
  orders: z.array(
    z.object({
      line: z.int(),
      reference: z.string(),
      name: z.string(),
      to: z.enum(['new', 'known']),
      words: z.string(),
    }),
  ),
  /** Rows that can't be used, and the other rows of the same orders, which are left out too. */
  refused: z.array(z.object({ line: z.int(), column: z.string(), reason: z.string() })),
  /**
   * Rows that are left out because they don't count: cancelled, refunded or unpaid orders and tickets, rows with a
   * status that the user has chosen to leave out, and totals.
   */
  skipped: z.array(z.object({ line: z.int(), reference: z.string(), text: z.string() })),
  /** Columns that the import doesn't use. */
  unused: z.array(z.string()),
  questions: importNoteFields.questions,
  ...importReportFields,
});
export type OrderImportReport = z.infer<typeof OrderImportReport>;

/** Imports an external shop's list of orders, or previews the import. The list is uploaded as `file`. */
export const importOrders = declareCall('POST', '/members/api/bookings/import_orders', {
  body: z.object({
    show_id: id,
    /** The performance that all orders are for; "" if the list gives the performance of each order. */
    performance_id: z.union([z.literal(''), id]).default(''),
    /** The name of the shop that sold the orders, such as "TicketSource". */
    seller: singleLine(60).default(''),
    ...importFields,
    answers: importAnswers,
    /** "1" if the user has seen which orders can't be imported, and wants to import the other orders. */
    leave_out: z.enum(['', '1']).default(''),
  }),
  answers: { 200: z.object({ report: OrderImportReport }), 400: UnusableFile },
});
/** Lists the imports of orders; the `subject` of each is its show. */
export const listOrderImports = declareImportListCall('/members/api/bookings/import_orders');
export const undoOrderImport = declareImportUndoCall('/members/api/bookings/import_orders/:id/undo');
