import { type CellReader, RowError } from '#platform/shared/calls/imports.ts';
import {
  formatUnknownStatusReason,
  getStatusAnswer,
  type ImportAnswersByKey,
  isAffirmativeText,
  isPartialStatus,
  listStatusLines,
  parseSignedPounds,
  parseStatus,
  type StatusColumn,
  statusColumnAliases,
} from '#platform/shared/calls/list-cells.ts';
import { parsePounds } from '#platform/shared/money.ts';
import { cleanLine } from '#platform/shared/text/clean-line.ts';
import { findItemsBySimilarName } from '#platform/shared/text/find-similar-name.ts';
import { foldText } from '#platform/shared/text/text.ts';

/** The columns of a members' list that decide whether a row is imported, with alternative headings. */
export const memberStatusColumnAliases = {
  ...statusColumnAliases,
  status: [
    ...statusColumnAliases.status,
    ...['membership status', 'member status', 'subscription status', 'sub status', 'renewal status'],
  ],
} as const;

/** The columns that a file may have several times, under different headings. */
export const repeatableStatusColumns = Object.keys(statusColumnAliases) as StatusColumn[];

/** Matches the statuses of people who owe a payment. The "paid until" date decides if the row still counts. */
const owingPattern =
  /\b(?:lapsed|expired|overdue|due|owing|owes|outstanding|in arrears|unpaid|not paid|pending|awaiting payment)\b/;
const memberPatterns = {
  on: /\b(?:member|current|full|life|honorary|hon|renewed|received|banked|cleared|up to date|good standing)\b/,
  off: /\b(?:former|ex|resigned|left|leaver|deceased|died|withdrawn|suspended|removed|bounced)\b/,
};

type Plans = readonly { id: string; name: string }[];

/**
 * Returns the meaning of a status in a members' list: `over` if the person owes a payment, `partly off` for a partial
 * refund. The name of a plan means `counts`, because some lists have the plan in this column.
 */
export function parseMemberStatus(text: string, plans: Plans): 'counts' | 'off' | 'over' | 'partly off' | 'unknown' {
  if (owingPattern.test(foldText(text))) return 'over';
  const meaning = parseStatus(text, memberPatterns);
  return meaning === 'unknown' && findItemsBySimilarName(text, plans).length > 0 ? 'counts' : meaning;
}

/** Returns true if the cell for the amount says that nothing was paid: "No", "unpaid". */
export const isUnpaidMark = (text: string): boolean =>
  /^(?:no?|false|✗|✘|×)$/i.test(text) || owingPattern.test(foldText(text));

/**
 * The decision about a row. A row marked as lapsed or unpaid is `over`: it is imported if its paid time has ended, and
 * skipped if its "paid until" date is today or later.
 */
type StatusDecision = { meaning: 'counts' } | { meaning: 'off' | 'over'; reason: string };

/**
 * Decides what a row's status means: people who have left, have cancelled or were refunded are `off`, people who owe a
 * payment are `over`, all others count. Lists say so in a separate column, or with the payment.
 *
 * @throws RowError for a partial refund or a status of unknown meaning
 */
export function decideIfRowCounts(
  cell: CellReader<StatusColumn | 'amount' | 'how'>,
  plans: Plans,
  answers: ImportAnswersByKey,
): StatusDecision {
  const quote = (text: string) => `“${text.slice(0, 60)}”`;
  let over = '';
  let unknown = '';
  for (const text of listStatusLines(cell, 'status')) {
    const meaning = parseMemberStatus(text, plans);
    const answer = meaning === 'unknown' ? getStatusAnswer(answers, text) : meaning;
    if (answer === 'off' || answer === 'skip') return { meaning: 'off', reason: quote(text) };
    if (answer === 'partly off') throw new RowError('status', `${quote(text)} ${partialRefundFault}`);
    if (answer === 'over') over ||= text;
    if (answer === 'reject') unknown ||= text;
  }
  if (listStatusLines(cell, 'cancelled').some(isAffirmativeText)) return { meaning: 'off', reason: 'cancelled' };
  const paid = parsePounds(cleanLine(cell('amount')));
  for (const text of listStatusLines(cell, 'refunded').filter(isAffirmativeText)) {
    const pence = Math.abs(parseSignedPounds(text) ?? 0);
    if (isPartialStatus(text) || (paid !== null && pence > 0 && pence < paid))
      throw new RowError('refunded', `${quote(text)} ${partialRefundFault}`);
    return { meaning: 'off', reason: pence > 0 ? `refunded (${text.slice(0, 60)})` : 'refunded' };
  }
  for (const column of ['amount', 'how'] as const) {
    const text = cleanLine(cell(column));
    if (owingPattern.test(foldText(text)) || (column === 'amount' && isUnpaidMark(text))) {
      over ||= text;
      continue;
    }
    const meaning = parseStatus(text);
    if (meaning === 'off') return { meaning, reason: quote(text) };
    if (meaning === 'partly off') throw new RowError(column, `${quote(text)} ${partialRefundFault}`);
  }
  if (unknown !== '') throw new RowError('status', formatUnknownStatusReason(unknown));
  return over === '' ? { meaning: 'counts' } : { meaning: 'over', reason: quote(over) };
}

const partialRefundFault = 'doesn’t say what is left: correct the amount, and clear this cell';
