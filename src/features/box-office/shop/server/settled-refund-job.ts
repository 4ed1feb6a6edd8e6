import { z } from 'zod';
import { cancellationNews, findOrderOfCharge, notifyBuyer } from '#features/box-office/orders/server/index.ts';
import { manualSourcePhrases, manualSources } from '#features/money/ledger/entry.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { defineJob, type JobHandler } from '#platform/server/jobs/job-handler.ts';
import { queueJob } from '#platform/server/jobs/job-store.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';

const kind = 'settled-refund-letter';

const SettledRefund = z.object({
  /** The refund, and the charge that it is of. */
  ...{ refund: z.string(), charge: z.string(), pence: z.int() },
  /** The way it was settled; `square` for a refund that somebody made there. */
  how: z.enum([...manualSources, 'dismissed', 'square']),
  /** Pence of it that are retained. */
  retained: z.int().default(0),
  /** The reason why nothing is owed any more. */
  reason: z.string().default(''),
});
type SettledRefund = z.infer<typeof SettledRefund>;

/**
 * Queues the email about a refused refund that somebody has settled without the card, which the email before had
 * promised, or about a refund that was made at Square. The code that settles it has neither the site's address nor
 * SECRET.
 */
export const queueSettledRefundEmail = (
  tx: DbTransaction,
  settled: z.input<typeof SettledRefund>,
  at: Instant,
): Promise<boolean> => queueJob(tx, { kind, key: settled.refund, payload: settled, due: at, at });

/** Tells buyers how their refused refunds were settled. */
export const defineSettledRefundJob = ({
  encryption,
  home,
  clock,
}: Pick<Services, 'encryption' | 'home' | 'clock'>): JobHandler =>
  defineJob(
    { kind, name: 'Telling buyers how a refused refund was settled', payload: SettledRefund },
    async ({ payload }) => {
      const { refund, charge } = payload;
      const at = clock().toISOString();
      return async (tx) => {
        const order = await findOrderOfCharge(tx, charge);
        if (order === undefined) return;
        const { retained, reason } = payload;
        const news = cancellationNews({ cancelled: '', refund: [formatSettled(payload)], retained, reason });
        await notifyBuyer(tx, { kind: 'refunded', order, about: refund, news, home: home(), encryption, at });
      };
    },
  );

function formatSettled({ pence, how }: SettledRefund): string {
  if (how === 'square') return `We have refunded ${formatMoney(pence)} to your card.`;
  const refused = `Your bank refused the refund of ${formatMoney(pence)} to your card`;
  return how === 'dismissed'
    ? `${refused}, and it isn’t refunded in another way.`
    : `${refused}, so we have refunded it ${manualSourcePhrases[how]} instead.`;
}
