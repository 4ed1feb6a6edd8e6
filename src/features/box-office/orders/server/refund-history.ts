import { formatRefundRefusal } from '#features/money/payments/declines.ts';
import { formatDisputeReason } from '#features/money/payments/external-refunds.ts';
import { externalRefundsOf, refusedRefundsOf } from '#features/money/payments/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';

/** One line of an order's history. */
interface Done {
  at: Instant;
  who: string;
  what: string;
  detail: string;
}

/** Returns the refunds of an order made without anybody here: those that banks refused, and those made at Square. */
export async function refundHistory(db: Reading, charges: ReadonlySet<Id>): Promise<Done[]> {
  const ids = [...charges];
  const refused = (await refusedRefundsOf(db, ids)).map(({ pence, declined_because, settled_at, created_at }) => ({
    at: settled_at ?? created_at,
    who: 'Square',
    what: `refused to refund ${formatMoney(pence)}`,
    detail: formatRefundRefusal(declined_because),
  }));
  const external = (await externalRefundsOf(db, ids)).flatMap((row): Done[] => {
    const { kind, pence, state, reason, happened_at, closed_at, lost_at } = row;
    const amount = formatMoney(pence);
    if (kind === 'refund') {
      const made = {
        at: happened_at,
        who: 'Square',
        what: `refunded ${amount}, asked for in its dashboard`,
        detail: '',
      };
      return closed_at
        ? [made, { at: closed_at, who: 'Square', what: `refused that refund of ${amount}`, detail: '' }]
        : [made];
    }
    const why = formatDisputeReason(reason);
    const opened = {
      ...{ at: happened_at, who: 'The cardholder', what: `disputed ${amount} at their bank` },
      detail: why && `${why.replace(/^./, (first) => first.toUpperCase())}.`,
    };
    if (lost_at) {
      const lost =
        state === 'ACCEPTED'
          ? { who: 'Somebody at Square', what: `accepted the dispute: ${amount} went back to the cardholder` }
          : { who: 'The bank', what: `decided the dispute for the cardholder, who gets ${amount}` };
      return [opened, { at: lost_at, ...lost, detail: '' }];
    }
    return closed_at
      ? [opened, { at: closed_at, who: 'The bank', what: 'ended the dispute: the money stays', detail: '' }]
      : [opened];
  });
  return [...refused, ...external];
}
