/** Money is whole pence everywhere (CONTRACT §1); beyond this it is a slip of the keyboard. */
const mostPence = 1_000_000_000;

/**
 * The pence of an amount as a person types it in pounds: `12`, `12.5`, `12.50`, `0.99`. Null for anything else: a comma or
 * a sign may mean something different to whoever typed it, and a guess at money is worse than a question.
 */
export function penceFrom(pounds: string): number | null {
  const [, whole, part = ''] = /^(\d{1,8})(?:\.(\d{1,2}))?$/.exec(pounds.trim()) ?? [];
  if (whole === undefined) return null;
  const pence = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return pence <= mostPence ? pence : null;
}

/** "12.50", for a field that takes pounds. */
export const inPounds = (pence: number): string =>
  `${pence < 0 ? '-' : ''}${Math.trunc(Math.abs(pence) / 100)}.${String(Math.abs(pence) % 100).padStart(2, '0')}`;

/** "£12.50" (CONTRACT §1). */
export const asMoney = (pence: number): string => inPounds(pence).replace(/^(-?)/, '$1£');
