import { needsRetentionMonths } from '#features/box-office/orders/server/index.ts';
import { basketCookieLasts, basketsRetention } from '#features/box-office/shop/server/index.ts';
import { partiesRetention } from '#features/box-office/waiting-list/server/index.ts';
import { erasureDelayDays } from '#features/identity/my-data/erasure-delay.ts';
import { retentionMonths } from '#features/money/gift-aid/server/index.ts';
import { deviceLasts, sessionTimes } from '#features/society/accounts/server/index.ts';
import type { Settings } from '#features/society/settings/settings.ts';
import { keepsAddresses } from '#platform/server/audit/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { restorableDays } from '#platform/shared/trash.ts';
import type { PrivacyFacts } from '../privacy-notice.ts';

/** Collects the facts of the privacy notice from the modules that define them. */
export const privacyFacts = (
  { keepMessagesMonths, keepMailMonths, keepBookingsMonths }: Settings,
  { square }: Pick<Services, 'square'>,
): PrivacyFacts => ({
  retentionMonths: { messages: keepMessagesMonths, mail: keepMailMonths, bookings: keepBookingsMonths },
  card: square ? (square.environment === 'practice' ? 'practice' : 'square') : null,
  lifetimesMs: {
    addresses: keepsAddresses,
    session: sessionTimes.most,
    idle: sessionTimes.idle,
    idleOfAdmins: sessionTimes.idleOfAdmins,
    device: deviceLasts,
    basketCookie: basketCookieLasts,
    basket: basketsRetention,
    waiting: partiesRetention,
  },
  needsMonths: needsRetentionMonths,
  declarationMonths: retentionMonths,
  erasedAfterDays: erasureDelayDays,
  restorableDays,
});
