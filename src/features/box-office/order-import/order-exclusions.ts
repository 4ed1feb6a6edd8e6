import { type CellReader, RowError } from '#platform/shared/calls/imports.ts';
import {
  type Answers,
  getStatusAnswer,
  isPartialStatus,
  isYes,
  listLines,
  parseSignedPounds,
  readStatus,
  type StatusColumn,
  unknownStatusFault,
} from '#platform/shared/calls/list-cells.ts';

/**
 * Finds the reason why a row of an external shop's list doesn't count: it was cancelled, refunded or never paid.
 * `isFree` is true if the row counts, but the shop took no money for its tickets.
 * @throws RowError if a part of the order was refunded and the list doesn't say which, or for a status of unknown meaning
 */
export function findExclusion(
  cell: CellReader<StatusColumn | 'total'>,
  { price, quantity }: { price: number | null; quantity: number },
  answers: Answers,
): { reason: string } | { isFree: true } | Record<string, never> {
  const statuses = listLines(cell, 'status').map((text) => {
    const meaning = readStatus(text);
    const answer = meaning === 'unknown' ? getStatusAnswer(answers, text) : meaning;
    return { text, meaning: answer === 'import' ? 'counts' : answer === 'skip' ? 'off' : answer };
  });
  const find = (meaning: string) => statuses.find((status) => status.meaning === meaning);
  const hasCounted = find('counts') !== undefined;
  const [whole, partial, unknown] = [find('off'), find('partly off'), find('reject')];
  if (whole) return { reason: `“${whole.text.slice(0, 60)}”` };
  if (partial && !hasCounted) throw new RowError('status', `“${partial.text.slice(0, 60)}” ${saysNotWhich}`);
  if (listLines(cell, 'cancelled').some(isYes)) return { reason: 'cancelled' };
  const totals = listLines(cell, 'total').flatMap((text) => parseSignedPounds(text) ?? []);
  const paid = totals.length > 0 ? Math.max(...totals) : (price ?? 0) * quantity;
  for (const text of listLines(cell, 'refunded').filter(isYes)) {
    const pence = Math.abs(parseSignedPounds(text) ?? 0);
    const isPart = isPartialStatus(text) || (pence > 0 && pence < paid);
    if (isPart && !hasCounted) throw new RowError('refunded', `“${text.slice(0, 60)}” ${saysNotWhich}`);
    if (!isPart) return { reason: pence > 0 ? `refunded (${text.slice(0, 60)})` : 'refunded' };
  }
  if ((price ?? 0) < 0 || totals.some((pence) => pence < 0)) return { reason: 'refunded: its amount is below 0' };
  if (unknown) throw new RowError('status', unknownStatusFault(unknown.text));
  if (totals.length === 0 || totals.some((pence) => pence > 0) || price === 0) return {};
  if (hasCounted) return { isFree: true };
  return { reason: 'nothing was paid; for free tickets add a column “price each” with 0' };
}

const saysNotWhich = 'doesn’t say which tickets are left: correct the number of tickets, and clear this cell';
