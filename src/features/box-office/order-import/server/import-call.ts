import { findShow } from '#features/archive/shows/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { auditContextFrom, recordAudit } from '#platform/server/audit/index.ts';
import { createWorkerPool } from '#platform/server/background/worker-pool.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import { notFound, refuse } from '#platform/server/http/errors/http-error.ts';
import { workerResult } from '#platform/server/http/errors/worker-result.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { minute } from '#platform/shared/dates/durations.ts';
import { importOrders, type OrdersReport } from '../contract.ts';
import type { ImportPlan } from '../plan-import.ts';
import { formatImportedOrder, importOrder, loadImportPlan } from './import-order.ts';
import { type ExternalOrderList, maxListBytes } from './read-orders.ts';
import type { OrdersRead } from './read-orders-thread.ts';

const read = createWorkerPool<{ path: string }, OrdersRead>(new URL('./read-orders-thread.ts', import.meta.url), {
  as: 'thread',
  taskTimeoutMs: 20_000,
  maxHeapMb: 256,
  mostQueued: 5,
  mostQueuedEach: 1,
  longestWait: minute,
});

/** Imports orders that an external shop has sold, or previews the import. */
export function importOrdersCall(platform: Platform): void {
  const { call } = platform;

  const uploads = { most: 1, bytes: maxListBytes };
  call(importOrders, { access: mayUse('bookings'), uploads }, importOrPreview(platform));
}

type Context = Pick<Platform, 'db'>;

const importOrPreview =
  ({ db }: Context): CallHandler<typeof importOrders> =>
  async (request) => {
    const { body, files, now, visitor } = request;
    const show = (await findShow(request.db, body.show_id)) ?? notFound();
    const [file] = files;
    if (!file) return refuse(400, 'Choose the spreadsheet to import.', { file: 'Choose the spreadsheet to import.' });
    const list = await workerResult(read({ path: file.arrival.path }, visitor.id), {
      crowded: 'Other lists are being imported at the moment. Try again in a few minutes.',
      tooMuch: 'This file takes too long to read. Import it in parts.',
    });
    if ('unusable' in list) return refuse(400, list.unusable, { file: list.unusable });
    const what = { show: show.id, performance: body.performance_id, now };
    if (body.dry_run === '1') {
      const report = reportOf(await loadImportPlan(db.read, list, what), list, true);
      return ok('Nothing has been imported yet. Here’s a preview of what will happen to each order.', { report });
    }
    // Made here, since the write may run twice
    const ids = new Map(list.rows.map(({ line }) => [line, newId()]));
    const entry = { ...auditContextFrom(request, 'order.imported'), subject: show.id };
    const placed = await write(db, async (tx) => {
      const decided = await loadImportPlan(tx, list, what);
      if (body.leave_out === '' && decided.refused.length + list.refused.length > 0) {
        refuse(409, 'Nothing was imported, because some rows can’t be. Correct them, or leave their orders out.');
      }
      for (const order of decided.orders) {
        const id = ids.get(order.line) ?? newId();
        if (!(await importOrder(tx, order, { id, show: show.id, seller: body.seller, now }))) {
          refuse(
            409,
            `There’s no longer room for order ${order.reference}. Nothing was imported. Preview the import again.`,
          );
        }
      }
      if (decided.orders.length > 0)
        await recordAudit(tx, { ...entry, detail: `${show.title}: ${decided.orders.length}` });
      return decided;
    });
    return ok('Orders imported.', { report: reportOf(placed, list, false) });
  };

function reportOf(placed: ImportPlan, { refused, unused, written }: ExternalOrderList, dry_run: boolean): OrdersReport {
  const orders = [
    ...placed.orders.map((order) => ({ ...order, to: 'new' as const, words: formatImportedOrder(order) })),
    ...placed.known.map((order) => ({ ...order, to: 'known' as const, words: 'Already imported: left unchanged.' })),
  ];
  return {
    ...{ dry_run, unused },
    orders: orders
      .map(({ line, reference, name, to, words }) => ({ line, reference, name, to, words }))
      .sort((one, other) => one.line - other.line),
    refused: [
      ...refused,
      ...placed.refused.map(({ line, column, reason }) => ({ line, column: written[column] ?? column, reason })),
    ].sort((one, other) => one.line - other.line),
  };
}
