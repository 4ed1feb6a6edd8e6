import { freePlaces } from '#features/performances/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Writing } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { Instant } from '#platform/shared/dates.ts';
import { asMoney } from '#platform/shared/money.ts';
import { backOfAll } from '../balance.ts';
import { type GivenBack, giveMoneyBack, moneyOfOne } from './money.ts';
import { endTickets, keepMoney, type StoredOrder } from './store.ts';

export interface GivingBack {
  tickets: readonly Id[];
  /** Pence to give back; undefined for all that is left of what was paid, and wasn't retained. */
  pence: number | undefined;
  /** Where only payments by card online are given back. */
  by?: 'card';
  /** Pence for these tickets that the society retains. */
  retained?: number;
  /** Ids made outside the write, which may run twice. */
  as: Id;
  reason: string;
  at: Instant;
}

/**
 * Takes tickets out of an order, frees their places and gives money back, in one transaction.
 * @returns undefined where one of them was taken out before: the caller must then refuse, so that the transaction is
 * undone
 */
export async function giveBack(
  tx: Writing,
  order: StoredOrder,
  { tickets, pence, retained = 0, ...how }: GivingBack & Pick<Services, 'environment'>,
): Promise<GivenBack | undefined> {
  const money = await moneyOfOne(tx, order);
  const ended = order.status === 'paid' ? 'refunded' : 'cancelled';
  if (!(await endTickets(tx, { order: order.id, tickets, ended, at: how.at }))) return undefined;
  await freePlaces(tx, tickets);
  if (retained > 0) await keepMoney(tx, order.id, retained);
  return giveMoneyBack(tx, money, { ...how, pence: Math.min(pence ?? backOfAll(money), money.paid) });
}

/** How the money comes back, as a buyer reads it: "£12.00 goes back to your card, …" */
export function backInWords({ cash, transfer, cheque, card }: GivenBack): string[] {
  return [
    ...(card > 0 ? [`${asMoney(card)} goes back to your card, and is there within ten days.`] : []),
    ...(cash > 0 ? [`We give you ${asMoney(cash)} back in cash.`] : []),
    ...(transfer > 0
      ? [`We give you ${asMoney(transfer)} back, by bank transfer or to the card that you held to our machine.`]
      : []),
    ...(cheque > 0 ? [`We refund ${asMoney(cheque)} by cheque.`] : []),
  ];
}

/** The same for the box office: what they have to hand over themselves. "" where nothing is given back. */
export function toHandOver({ cash, transfer, cheque, card }: GivenBack, name: string): string {
  const byHand = cash + transfer + cheque;
  return [
    ...(byHand > 0 ? [`Give ${name} ${asMoney(byHand)} back: it is entered in the books.`] : []),
    ...(card > 0 ? [`Square has been asked to give ${asMoney(card)} back to the card.`] : []),
  ].join(' ');
}
