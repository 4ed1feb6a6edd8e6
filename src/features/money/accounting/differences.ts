import type { PaymentDifference } from '#features/money/payments/contract.ts';
import { formatMoney } from '#platform/shared/money.ts';

/** A difference and its subject: our charge or refund, or null for a payment that only Square knows. */
type Described = PaymentDifference & { label: string; kind: 'charge' | 'refund' | null };

const askSiteAdmin = 'Look it up in Square’s dashboard, and tell the person who looks after the site.';

/** Formats a difference between the ledger and Square's list, and the treasurer's options. */
export function formatLedgerDifference({ what, ours, theirs, label, kind }: Described): { says: string; todo: string } {
  const [here, there] = [formatMoney(ours ?? 0), formatMoney(theirs ?? 0)];
  const noun = kind === 'refund' ? 'a refund' : 'a payment';
  const payment = label === '' ? noun : `${noun} for ${label}`;
  switch (what) {
    case 'unknown here':
      return {
        says: `Square lists a payment of ${there} that isn’t in our ledger.`,
        todo: 'Look it up in Square’s dashboard. If it was taken there, by a card reader for example, press “This isn’t ours…”. If nobody knows it, refund it in Square’s dashboard.',
      };
    case 'unknown there':
      return {
        says: `Our ledger has ${here} of ${payment}, which Square doesn’t list.`,
        todo: `${askSiteAdmin} Nobody can take it out of the ledger by hand.`,
      };
    case 'amount':
      return {
        says: `Our ledger has ${here} of ${payment}, and Square has ${there}.`,
        todo: `Square’s amount is what moved. ${askSiteAdmin}`,
      };
    case 'fee':
      return {
        says: `Square’s fee for ${payment} is ${there}, and our ledger says ${here}.`,
        todo: 'Square can change a fee after a dispute. The fee in Square’s dashboard is what you were charged.',
      };
    case 'status':
      return kind === 'refund'
        ? {
            says: `Square has made ${payment}, ${there}, which our records say was refused.`,
            todo: `The money has left. ${askSiteAdmin}`,
          }
        : {
            says: `Square has taken ${there} of ${payment}, which our records say was never charged.`,
            todo: 'The buyer has nothing for it. Refund it in Square’s dashboard.',
          };
  }
}
