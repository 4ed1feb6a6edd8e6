import type { Difference } from '#features/payments/difference.ts';
import { asMoney } from '#platform/shared/money.ts';

/** A difference between our books and Square's list: what it is, and what the treasurer can do about it. */
export function differenceInWords({ what, ours, theirs, label }: Difference & { label: string }): {
  says: string;
  todo: string;
} {
  const [here, there] = [asMoney(ours ?? 0), asMoney(theirs ?? 0)];
  const payment = label === '' ? 'a payment' : `a payment for ${label}`;
  switch (what) {
    case 'unknown here':
      return {
        says: `Square lists ${there} that our books don’t have.`,
        todo: 'Look it up in Square’s dashboard. If it was taken there, by a card reader for example, it isn’t ours to book; if nobody knows it, give it back there.',
      };
    case 'unknown there':
      return {
        says: `Our books have ${here} of ${payment}, which Square doesn’t list.`,
        todo: 'Look it up in Square’s dashboard. If it isn’t there either, tell whoever looks after the site: nobody can take it out of the books by hand.',
      };
    case 'amount':
      return {
        says: `Our books have ${here} of ${payment}, and Square has ${there}.`,
        todo: 'Square’s amount is what moved. Look it up in Square’s dashboard, and tell whoever looks after the site.',
      };
    case 'fee':
      return {
        says: `Square has kept ${there} of ${payment}, and our books say ${here}.`,
        todo: 'Square changes a fee after a dispute. What it says in its dashboard is what you were paid.',
      };
    case 'status':
      return {
        says: `Square has taken ${there} of ${payment}, which we had given up.`,
        todo: 'Whoever paid has nothing for it. Give it back in Square’s dashboard.',
      };
  }
}
