import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { queueExternalRefundCheck } from './external-refunds.ts';
import { type PaymentIntent, queueIntentRefresh } from './intents.ts';
import type { ProviderEvent, ProviderWebhook } from './provider/payment-provider.ts';
import { squareWebhook } from './square/provider.ts';

/** The webhooks of all providers that this program has an adapter for. */
const providerWebhooks: readonly ProviderWebhook[] = [squareWebhook];

/**
 * Registers the webhooks for providers' events. Each event only queues a look-up of its payment, refund or dispute.
 * Events are rejected if their provider isn't in use.
 */
export function registerPaymentWebhooks(
  { webhook }: RouteRegistry,
  { paymentProvider }: Pick<Services, 'paymentProvider'>,
): void {
  for (const { provider, path, service, event: schema } of providerWebhooks) {
    webhook(
      path,
      {
        service,
        verify: (delivery) => paymentProvider?.name === provider && paymentProvider.isSigned(delivery),
        event: schema,
        getEventId: ({ eventId }) => eventId,
      },
      async (tx, event, now) => {
        const { eventId: because, kind, id } = event;
        const known = await findIntentsOfEvent(tx, event);
        for (const intent of known) await queueIntentRefresh(tx, intent.id, { because, due: now, at: now });
        if (kind !== 'refund' && kind !== 'dispute') return;
        // The refund may be our own, with an id that isn't known here yet. The look-up will tell
        if (!known.some(({ provider_id }) => provider_id === id)) {
          await queueExternalRefundCheck(tx, { kind, id, because, at: now });
        }
      },
    );
  }
}

/**
 * Finds the intents that an event may be about: those with the provider's id or our id, and open refunds of the same
 * payment. Returns [] for an event about anything but a payment or refund.
 */
async function findIntentsOfEvent(
  db: DbReader,
  { kind, id, reference, paymentId }: ProviderEvent,
): Promise<Pick<PaymentIntent, 'id' | 'provider_id'>[]> {
  if (kind !== 'payment' && kind !== 'refund') return [];
  return db
    .selectFrom('payment_intent as intent')
    .leftJoin('payment_intent as charge', 'charge.id', 'intent.charge_id')
    .select(['intent.id', 'intent.provider_id'])
    .where(({ or, and, eb }) =>
      or([
        eb('intent.provider_id', '=', id),
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
