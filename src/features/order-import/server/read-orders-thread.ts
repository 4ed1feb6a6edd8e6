// Reads another shop's list in a worker thread, so that a malicious file can't block anybody else.
import { readFile } from 'node:fs/promises';
import { answerRequests } from '#platform/server/background/answer-requests.ts';
import { SheetFault } from '#platform/server/formats/sheet.ts';
import { type OutsideList, readOrders } from './read-orders.ts';

/** What is in it, or why it can't be used. */
export type OrdersRead = { unusable: string } | OutsideList;

answerRequests(async ({ path }: { path: string }): Promise<OrdersRead> => {
  try {
    return await readOrders(await readFile(path));
  } catch (fault) {
    if (fault instanceof SheetFault) return { unusable: fault.message };
    throw fault;
  }
});
