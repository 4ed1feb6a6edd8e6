// Reads an external shop's list in a worker thread, so that a malicious file can't block anybody else.
import { readFile } from 'node:fs/promises';
import { handleWorkerTasks } from '#platform/server/background/handle-worker-tasks.ts';
import { SheetError } from '#platform/server/formats/sheet.ts';
import { type ExternalOrderList, readOrders } from './read-orders.ts';

/** The content of the file, or the reason it can't be used. */
export type OrdersRead = { unusable: string } | ExternalOrderList;

handleWorkerTasks(async ({ path }: { path: string }): Promise<OrdersRead> => {
  try {
    return await readOrders(await readFile(path));
  } catch (fault) {
    if (fault instanceof SheetError) return { unusable: fault.message };
    throw fault;
  }
});
