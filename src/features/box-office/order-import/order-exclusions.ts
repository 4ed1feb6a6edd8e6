import { type CellReader, RowError } from '#platform/shared/calls/imports.ts';
import { parsePounds } from '#platform/shared/money.ts';
import { cleanLine } from '#platform/shared/text/clean-line.ts';
import { fold } from '#platform/shared/text/text.ts';

/** The columns that determine if an order counts. */
type ExclusionColumn = 'status' | 'cancelled' | 'refunded' | 'total';

/** Matches statuses (in folded text) with which shops mark orders and tickets that don't count. */
const isOff =
  /\b(?:cancel+ed|cancel+ation|refund(?:ed)?|void(?:ed)?|reversed|charge ?back|chargedback|failed|declined|expired|abandoned|deleted|rejected|incomplete|unpaid|pending|awaiting payment|not attending|not paid)\b/;
/** Matches the statuses of orders and tickets that count. */
const isOn =
  /\b(?:attending|checked in|confirmed|completed?|paid|valid|active|issued|sold|booked|approved|success(?:ful)?|ok|free|comp|complimentary)\b/;
const isDenied = /\b(?:not|no|non|never|without)\b(?! attending| paid)/;
const isPartial = /\bpart(?:ial(?:ly)?|ly)?\b/;

/** Parses an amount in pounds with a sign or a currency: "-13.19", "(13.19)", "GBP 13.19". Returns pence, or null. */
export function parseSignedPounds(text: string): number | null {
  const bare = text.replace(/gbp/i, '').replace(/\s/g, '').replace(/−/g, '-');
  const [, minus, inside] = /^(?:(£?-£?)(.*)|\((.*)\)$)/.exec(bare)?.filter((part) => part !== undefined) ?? [];
  const isNegative = bare.startsWith('(') || minus?.includes('-') === true;
  const pence = parsePounds(bare.startsWith('(') ? (minus ?? '') : isNegative ? (inside ?? '') : bare);
  return pence === null ? null : isNegative ? 0 - pence : pence;
}

/**
 * Finds the reason why a row of an external shop's list doesn't count: it was cancelled, refunded or never paid.
 * `isFree` is true if the row counts, but the shop took no money for its tickets.
 * @throws RowError if a part of the order was refunded, and the list doesn't say which
 */
export function findExclusion(
  cell: CellReader<ExclusionColumn>,
  { price, quantity }: { price: number | null; quantity: number },
): { reason: string } | { isFree: true } | Record<string, never> {
  // Several columns may have a status; their cells are joined as lines
  const lines = (column: ExclusionColumn) => cell(column).split('\n').map(cleanLine).filter(Boolean);
  const statuses = lines('status').map((text) => ({ text, key: fold(text) }));
  const hasCounted = statuses.some(({ key }) => isOn.test(key) && !isOff.test(key));
  const off = statuses.filter(({ key }) => isOff.test(key) && !isDenied.test(key));
  const partial = off.find(({ key }) => isPartial.test(key));
  const whole = off.find(({ key }) => !isPartial.test(key));
  if (whole) return { reason: `“${whole.text.slice(0, 60)}”` };
  if (partial && !hasCounted) throw new RowError('status', `“${partial.text.slice(0, 60)}” ${saysNotWhich}`);
  if (lines('cancelled').some(isYes)) return { reason: 'cancelled' };
  const totals = lines('total').flatMap((text) => parseSignedPounds(text) ?? []);
  const paid = totals.length > 0 ? Math.max(...totals) : (price ?? 0) * quantity;
  for (const text of lines('refunded').filter(isYes)) {
    const pence = Math.abs(parseSignedPounds(text) ?? 0);
    const isPart = isPartial.test(fold(text)) || (pence > 0 && pence < paid);
    if (isPart && !hasCounted) throw new RowError('refunded', `“${text.slice(0, 60)}” ${saysNotWhich}`);
    if (!isPart) return { reason: pence > 0 ? `refunded (${text.slice(0, 60)})` : 'refunded' };
  }
  if ((price ?? 0) < 0 || totals.some((pence) => pence < 0)) return { reason: 'refunded: its amount is below 0' };
  if (totals.length === 0 || totals.some((pence) => pence > 0) || price === 0) return {};
  if (hasCounted) return { isFree: true };
  return { reason: 'nothing was paid; for free tickets add a column “price each” with 0' };
}

const saysNotWhich = 'doesn’t say which tickets are left: correct the number of tickets, and clear this cell';

/** Returns true for "Yes", a date, or an amount; false for "No" or 0. */
const isYes = (text: string): boolean =>
  !/^(?:no?|false|none|null|nil|n ?a|)$/.test(fold(text)) &&
  !isDenied.test(fold(text)) &&
  parseSignedPounds(text) !== 0;
