import { z } from 'zod';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { isSigned } from '#platform/server/http/routes/webhook.ts';
import { queueExternalRefundCheck } from './external-refunds.ts';
import { enqueueRefresh, type PaymentIntent } from './intents.ts';

const PaymentObject = z.object({ payment: z.object({ reference_id: z.string().optional() }).optional() });
const RefundObject = z.object({ refund: z.object({ payment_id: z.string().optional() }).optional() });

/**
 * The part of an event that identifies a payment, refund or dispute. The states in an event aren't trusted, so they
 * aren't read.
 */
const SquareEvent = z.object({
  event_id: z.string().min(1).max(200),
  type: z.string(),
  data: z.object({ id: z.string().max(200), object: PaymentObject.extend(RefundObject.shape).optional() }).optional(),
});
type SquareEvent = z.infer<typeof SquareEvent>;

/** Registers the webhook for Square's events. Each event only queues a look-up of its payment, refund or dispute. */
export function registerSquareWebhook({ webhook }: Platform, { square }: Pick<Services, 'square'>): void {
  const signature = 'x-square-hmacsha256-signature';
  webhook(
    '/hooks/square',
    {
      service: 'square',
      verify: ({ headers, address, body }) =>
        square !== undefined && isSigned(headers[signature], { key: square.signatureKey, content: [address, body] }),
      event: SquareEvent,
      getEventId: ({ event_id }) => event_id,
    },
    async (tx, event, now) => {
      const { event_id: because, type, data } = event;
      if (!data) return;
      const known = await findIntentsOfEvent(tx, event);
      for (const { id } of known) await enqueueRefresh(tx, id, { because, due: now, at: now });
      const [kind] = /^(refund|dispute)(?=\.)/.exec(type) ?? [];
      if (kind !== 'refund' && kind !== 'dispute') return;
      // The refund may be our own, with an id that we don't know yet. The look-up determines that
      if (!known.some(({ provider_id }) => provider_id === data.id)) {
        await queueExternalRefundCheck(tx, { kind, id: data.id, because, at: now });
      }
    },
  );
}

/**
 * Finds the intents that an event may be about: those with Square's id or our id, and open refunds for the same
 * payment.
 */
async function findIntentsOfEvent(
  db: DbReader,
  { type, data }: SquareEvent,
): Promise<Pick<PaymentIntent, 'id' | 'provider_id'>[]> {
  if (!data || !/^(payment|refund)\./.test(type)) return [];
  const reference = data.object?.payment?.reference_id ?? '';
  const paymentId = data.object?.refund?.payment_id ?? '';
  return db
    .selectFrom('payment_intent as intent')
    .leftJoin('payment_intent as charge', 'charge.id', 'intent.charge_id')
    .select(['intent.id', 'intent.provider_id'])
    .where(({ or, and, eb }) =>
      or([
        eb('intent.provider_id', '=', data.id),
        eb('intent.id', '=', reference),
        and([
          eb('charge.provider_id', '=', paymentId),
          eb('intent.status', '=', 'open'),
          eb('intent.kind', '=', 'refund'),
        ]),
      ]),
    )
    .execute();
}
