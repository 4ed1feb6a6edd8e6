import type { ImportKind } from '#platform/server/imports/import-reader.ts';
import { buildStatusQuestions } from '#platform/shared/calls/list-cells.ts';
import { buildListDateQuestions } from '#platform/shared/calls/list-dates.ts';
import {
  type ExternalOrderRow,
  type OrderColumn,
  orderColumnAliases,
  parseExternalOrderRow,
  repeatableOrderColumns,
  type SkippedOrderRow,
} from '../external-order-list.ts';

/** An external shop's list of orders. */
export const orderListKind: ImportKind<OrderColumn, ExternalOrderRow | SkippedOrderRow> = {
  columns: orderColumnAliases,
  repeatable: repeatableOrderColumns,
  required: [[['reference']], [['name'], ['last name']]],
  subject: 'a list of orders',
  maxBytes: 1024 * 1024,
  maxRows: 1_000,
  findQuestions: (sheet) => [
    ...buildListDateQuestions(sheet.list('date')),
    ...buildStatusQuestions(sheet.list('status')),
  ],
  createRowParser:
    (_, { answers }) =>
    (cell, line) =>
      parseExternalOrderRow(line, cell, answers),
};
