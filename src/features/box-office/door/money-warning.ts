import { formatMoney } from '#platform/shared/money.ts';
import type { StoredDoorParty } from './contract.ts';

export interface MoneyWarning {
  outcome: 'refunded' | 'disputed';
  /** A short statement, such as "Money refunded" or "£12.50 of £25.00 refunded". */
  title: string;
  detail: string;
}

/** Finds the warning about a party whose tickets are valid although their money was or may be refunded. */
export function findMoneyWarning({
  price,
  refunded,
  disputed,
}: Pick<StoredDoorParty, 'price' | 'refunded' | 'disputed'>): MoneyWarning | undefined {
  if (refunded > 0) {
    const isAll = refunded >= price;
    return {
      outcome: 'refunded',
      title: isAll ? 'Money refunded' : `${formatMoney(refunded)} of ${formatMoney(price)} refunded`,
      detail: `${isAll ? `All ${formatMoney(refunded)}` : `${formatMoney(refunded)} of ${formatMoney(price)}`} for this booking was refunded. Its tickets are still valid.`,
    };
  }
  if (disputed > 0) {
    return {
      outcome: 'disputed',
      title: 'Payment disputed',
      detail: `The cardholder is disputing ${formatMoney(disputed)} of this booking at their bank. Its tickets are still valid.`,
    };
  }
  return undefined;
}
