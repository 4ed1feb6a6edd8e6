// Reads an outside shop's list in a thread of its own: a file made to take for ever holds up nobody else.
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
