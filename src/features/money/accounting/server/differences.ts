import type { PaymentDifference } from '#features/money/payments/contract.ts';
import { countOpenDifferences, createRefundTodo } from '#features/money/payments/server/index.ts';
import { type AdminTodoSource, formatCount } from '#platform/server/feature/feature.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { accountingPath } from '../paths.ts';

const link = `${accountingPath}#differences`;

/** Asks the treasurer to look at differences between Square's list and our ledger. */
export const paymentDifferencesTodo: AdminTodoSource = {
  tool: accountingPath,
  waiting: async ({ db }, { environment }) => {
    const count = await countOpenDifferences(db, environment);
    if (count === 0) return [];
    return [{ words: `Our accounts and Square’s list differ in ${formatCount(count, 'place', 'places')}`, link }];
  },
  nudge: { kind: 'payment_difference', item: 'get_subs', action: 'See what to do' },
};

/**
 * Asks the treasurer to decide on refunds and disputes, except those of tickets, on which the box office decides.
 */
export const treasurerRefundTodo = createRefundTodo(
  { tool: accountingPath, item: 'get_subs', link },
  (purpose) => purpose !== 'tickets',
);

/**
 * A difference, with the label and kind of our payment or refund. If only Square has it, `label` is "" and `kind` is
 * null.
 */
type DescribedDifference = PaymentDifference & { label: string; kind: 'charge' | 'refund' | null };

const askSiteAdmin = 'Check Square’s dashboard, and tell the person who looks after the site.';

/** Says what differs between the ledger and Square's list, and what the treasurer can do. */
export function formatLedgerDifference({ what, ours, theirs, label, kind }: DescribedDifference): {
  says: string;
  todo: string;
} {
  const [here, there] = [formatMoney(ours ?? 0), formatMoney(theirs ?? 0)];
  const noun = kind === 'refund' ? 'a refund' : 'a payment';
  const purpose = label === '' ? '' : ` for ${label}`;
  switch (what) {
    case 'unknown here':
      return {
        says: `Square lists a payment of ${there} that isn’t in our accounts.`,
        todo: 'Look it up in Square’s dashboard. If it was taken there, by a card reader for example, press “This isn’t ours…”. If nobody recognises it, refund it in Square’s dashboard.',
      };
    case 'unknown there':
      return {
        says: `Our accounts have ${noun} of ${here}${purpose}, which Square doesn’t list.`,
        todo: `${askSiteAdmin} The entry can’t be removed from the accounts by hand.`,
      };
    case 'amount':
      return {
        says: `Our accounts have ${noun} of ${here}${purpose}, and Square has ${there}.`,
        todo: `Square’s amount is what was really paid. ${askSiteAdmin}`,
      };
    case 'fee':
      return {
        says: `Square’s fee for ${noun}${purpose} is ${there}, and our accounts say ${here}.`,
        todo: 'Square can change a fee after a dispute. The fee in Square’s dashboard is what you were charged.',
      };
    case 'status':
      return kind === 'refund'
        ? {
            says: `Square has made a refund of ${there}${purpose}, which our records say was refused.`,
            todo: `The money has been paid out. ${askSiteAdmin}`,
          }
        : {
            says: `Square has taken ${there}${purpose}. Our records say that this was never charged.`,
            todo: 'The payer has received nothing for it. Refund it in Square’s dashboard.',
          };
  }
}
