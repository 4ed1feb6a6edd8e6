/** The maximum amount, in pence. Anything larger is a typing mistake. Money is in whole pence everywhere. */
const maxPence = 1_000_000_000;

/**
 * Matches pounds, with or without British commas between thousands, and pence after a point or, as in much of Europe,
 * after a comma.
 */
const amount = /^(?:£\s?)?(\d{1,8}|\d{1,3}(?:,\d{3}){1,2})(?:([.,])(\d{1,2}))?$/;

/**
 * Parses an amount in pounds, as a person writes it, and returns pence: `12`, `12.5`, `12.50`, `£12.50`, `12,50`,
 * `1,250.00`. Returns null for anything that is ambiguous or isn't an amount, such as `1,250`, `12.505` or a minus: it
 * is better to ask than to guess.
 */
export function parsePounds(pounds: string): number | null {
  const [, whole, mark, part = ''] = amount.exec(pounds.trim()) ?? [];
  // Three digits after a comma are thousands in Britain and a fraction elsewhere. Only pence after a point make the
  // meaning certain
  if (whole === undefined || (whole.includes(',') && mark !== '.')) return null;
  const pence = Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'));
  return pence <= maxPence ? pence : null;
}

/** Formats pence for a field that takes pounds: "12.50". */
export const formatPounds = (pence: number): string =>
  `${pence < 0 ? '-' : ''}${Math.trunc(Math.abs(pence) / 100)}.${String(Math.abs(pence) % 100).padStart(2, '0')}`;

/** Formats an amount in pence: "£12.50", "£1,250.00" or, with a minus sign rather than a hyphen, "−£34.00". */
export const formatMoney = (pence: number): string =>
  `${pence < 0 ? '−' : ''}£${formatPounds(Math.abs(pence)).replace(/\B(?=(\d{3})+\.)/g, ',')}`;

/** Formats how much is left, as the start of "… can be refunded" or a similar sentence: "Only £12.00", "Nothing". */
export const formatAmountLeft = (pence: number): string => (pence === 0 ? 'Nothing' : `Only ${formatMoney(pence)}`);
