/** Money is whole pence everywhere; an amount beyond this is a typing mistake. */
const mostPence = 1_000_000_000;

/**
 * Pounds, alone or in groups of thousands as Britain writes them; pence after a point, or a comma as much of Europe
 * does.
 */
const amount = /^(?:£\s?)?(\d{1,8}|\d{1,3}(?:,\d{3}){1,2})(?:([.,])(\d{1,2}))?$/;

/**
 * The pence of an amount as a person writes it: `12`, `12.5`, `12.50`, `£12.50`, `12,50`, `1,250.00`. Null for anything
 * that is ambiguous or no amount, such as `1,250`, `12.505` or a minus: asking is better than guessing at money.
 */
export function parsePounds(pounds: string): number | null {
  const [, whole, mark, part = ''] = amount.exec(pounds.trim()) ?? [];
  // Three digits after a comma are thousands here and a fraction elsewhere: only pence after a point decide it
  if (whole === undefined || (whole.includes(',') && mark !== '.')) return null;
  const pence = Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'));
  return pence <= mostPence ? pence : null;
}

/** "12.50", for a field that takes pounds. */
export const formatPounds = (pence: number): string =>
  `${pence < 0 ? '-' : ''}${Math.trunc(Math.abs(pence) / 100)}.${String(Math.abs(pence) % 100).padStart(2, '0')}`;

/** "£12.50", "£1,250.00". */
export const formatMoney = (pence: number): string =>
  formatPounds(pence)
    .replace(/^(-?)/, '$1£')
    .replace(/\B(?=(\d{3})+\.)/g, ',');
