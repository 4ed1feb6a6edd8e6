import { findShow } from '#features/archive/shows/server/index.ts';
import { findUserName, mayUse } from '#features/society/accounts/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import { deriveId, newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import {
  buildImportReport,
  buildUnusableImportResponse,
  combineRejectedRows,
  createImportReader,
  type UsableImport,
} from '#platform/server/imports/import-reader.ts';
import { addImportedRows, recordImport, registerImportUndoCalls } from '#platform/server/imports/undo-import.ts';
import { cleanLine } from '#platform/shared/text/clean-line.ts';
import { foldText } from '#platform/shared/text/text.ts';
import { importOrders, listOrderImports, type OrderImportReport, undoOrderImport } from '../contract.ts';
import type { ExternalOrderRow, SkippedOrderRow } from '../external-order-list.ts';
import type { ImportPlan } from '../plan-import.ts';
import {
  createOrderImportUndo,
  formatImportedOrder,
  importOrder,
  loadImportedOrderStates,
  loadImportPlan,
  orderImportRecordKind,
} from './import-order.ts';
import { orderListKind } from './order-list-kind.ts';

type OrderList = UsableImport<ExternalOrderRow | SkippedOrderRow>;

const readOrders = createImportReader<ExternalOrderRow | SkippedOrderRow, undefined>(
  new URL('./read-orders-thread.ts', import.meta.url),
  { as: 'thread', taskTimeoutMs: 20_000, maxHeapMb: 256 },
);

/** Imports orders that an external shop has sold, or previews the import. */
export function registerOrderImportCalls(registry: RouteRegistry, services: Services): void {
  const { call } = registry;

  const uploads = { maxFiles: 1, maxBytes: orderListKind.maxBytes };
  const access = mayUse('bookings');
  call(importOrders, { access, uploads }, importOrPreview(registry));
  const calls = { list: listOrderImports, undo: undoOrderImport };
  registerImportUndoCalls(registry, calls, { access, findUserName, ...createOrderImportUndo(services) });
}

type Context = Pick<RouteRegistry, 'db'>;

const importOrPreview =
  ({ db }: Context): CallHandler<typeof importOrders> =>
  async (request) => {
    const { body, files, now, visitor } = request;
    const show = (await findShow(request.db, body.show_id)) ?? refuseNotFound();
    const [file] = files;
    if (!file) return refuse(400, 'Choose the spreadsheet to import.', { file: 'Choose the spreadsheet to import.' });
    const task = {
      source: { path: file.arrival.path },
      context: undefined,
      chosen: body.columns,
      answers: body.answers,
    };
    const list = await readOrders(task, visitor.id);
    if ('unusable' in list) return buildUnusableImportResponse(list);
    const rows = list.rows.flatMap(({ row }) => ('skipped' in row ? [] : [row]));
    const unread = await findUnreadReferences(list);
    const what = { rows, unread, show: show.id, performance: body.performance_id, now };
    if (body.dry_run === '1') {
      const report = await buildReport(await loadImportPlan(db.read, what), list, true);
      return ok('Nothing has been imported yet. Here’s a preview of what will happen to each order.', { report });
    }
    // The id is created outside the transaction, which may run twice
    const importId = newId();
    const deriveOrderId = ({ line }: { line: number }) => deriveId(`${importId} ${line}`);
    const entry = { ...createAuditContext(request, 'order.imported'), subject: show.id };
    const plan = await write(db, async (tx) => {
      const decided = await loadImportPlan(tx, what);
      if (body.leave_out === '' && decided.refused.length + list.refused.length > 0) {
        refuse(
          409,
          'Nothing was imported, because some rows can’t be imported. Correct those rows, or leave their orders out.',
        );
      }
      for (const order of decided.orders) {
        const id = deriveOrderId(order);
        if (!(await importOrder(tx, order, { id, show: show.id, seller: body.seller, now }))) {
          refuse(
            409,
            `The places or seats of order ${order.reference} have just been taken. Nothing was imported. Preview the import again.`,
          );
        }
      }
      if (decided.orders.length > 0) {
        await recordAudit(tx, { ...entry, detail: `${show.title}: ${decided.orders.length}` });
        const record = { id: importId, kind: orderImportRecordKind, subject: show.id, file: file.name };
        await recordImport(tx, { ...record, imported_by: visitor.id, imported_at: now });
        const imported = await loadImportedOrderStates(tx, decided.orders.map(deriveOrderId));
        await addImportedRows(
          tx,
          importId,
          imported.map(({ kind, row_id, state }) => ({ kind, row_id, state })),
        );
      }
      return decided;
    });
    const outcome = plan.orders.length > 0 ? 'List imported.' : 'Nothing was imported.';
    return ok(outcome, { report: await buildReport(plan, list, false) });
  };

/**
 * Returns the folded references of the unreadable rows, whose orders would lack a ticket. If the cells of an unreadable
 * row don't match the headings, the row may belong to any order whose reference it contains.
 */
async function findUnreadReferences({ columns, rows, refused }: OrderList): Promise<Set<string>> {
  const place = columns.findIndex(({ column }) => column === 'reference');
  const unread = new Set<string>();
  const texts: string[] = [];
  for (const { cells } of refused) {
    // `foldText` also removes the apostrophes that guard cells against being run as formulas
    unread.add(foldText(cleanLine(cells[place] ?? '')));
    if (cells.length !== columns.length) texts.push(` ${foldText(cells.join(' , '))} `);
    await yieldToEventLoop();
  }
  if (texts.length === 0) return unread;
  // A folded reference contains no line break, so no match extends over two rows
  const text = texts.join('\n');
  for (const reference of new Set(rows.map(({ row }) => foldText(row.reference)))) {
    if (text.includes(` ${reference} `)) unread.add(reference);
    await yieldToEventLoop();
  }
  return unread;
}

/** Describes a row that isn't imported: "T-12, Wanda Elsewhere: “Refunded”". */
function describeSkippedRow(
  { line, reference, name, skipped }: SkippedOrderRow,
  importedBefore: ReadonlySet<string>,
): { line: number; text: string } {
  const about = [reference, name].filter(Boolean).join(', ');
  const isHere = reference !== '' && importedBefore.has(foldText(reference));
  const text = `${about === '' ? '' : `${about}: `}${skipped}`;
  return {
    line,
    text: isHere ? `${text}. This order was imported before: cancel it here if none of it is left` : text,
  };
}

async function buildReport(placed: ImportPlan, list: OrderList, dry_run: boolean): Promise<OrderImportReport> {
  const orders = [
    ...placed.orders.map((order) => ({ ...order, to: 'new' as const, words: formatImportedOrder(order) })),
    ...placed.known.map((order) => ({ ...order, to: 'known' as const, words: 'Already imported: left unchanged.' })),
  ];
  const refused = combineRejectedRows(list, placed.refused);
  return {
    ...{ dry_run, unused: list.unused, questions: list.questions },
    skipped: list.rows.flatMap(({ row }) =>
      'skipped' in row ? [{ ...describeSkippedRow(row, placed.importedBefore), reference: row.reference }] : [],
    ),
    orders: orders
      .map(({ line, reference, name, to, words }) => ({ line, reference, name, to, words }))
      .sort((one, other) => one.line - other.line),
    refused: refused.map(({ line, column, reason }) => ({ line, column, reason })),
    ...(await buildImportReport(list, refused)),
  };
}
