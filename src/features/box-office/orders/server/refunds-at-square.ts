import { refuseDisputed, checkForExternalRefunds } from '#features/money/payments/server/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { listOrderCharges } from './store/charges.ts';

/**
 * Checks with Square, before an order's money is refunded, if some of it was refunded there already. Otherwise the page
 * would offer too much, and its buyer would be promised money that Square then refuses. If Square can't be reached
 * nothing is checked; a later refusal is settled then.
 * @throws 409 if it was, and from then on the order's page shows it; also if a cardholder disputes a payment and
 * `movesMoney` is set
 */
export async function refuseRefundedAtSquare(
  services: Services,
  orderId: string,
  { movesMoney }: { movesMoney: boolean },
): Promise<void> {
  const charges = (await listOrderCharges(services.db.read, [orderId])).map(({ entry_id }) => entry_id);
  const found = await checkForExternalRefunds(services, charges);
  if (movesMoney) await refuseDisputed(services.db.read, charges);
  if (found === 0) return;
  refuse(
    409,
    `Square has already refunded ${formatMoney(found)} of this order. Nothing was done: look at what is left, then try again.`,
  );
}
