import type { Migrations } from '#platform/server/database/index.ts';
import { migration as importRecords } from './0097-import-records.ts';
import { migration as mailServer } from './0102-mail-server.ts';
import { migration as portraits } from './0106-portraits.ts';
import { migration as titleKeys } from './0108-title-keys.ts';
import { migration as migrationVersions } from './0110-migration-versions.ts';
import { migration as partPayments } from './0111-part-payments.ts';
import { migration as waitingShowCancelled } from './0112-waiting-show-cancelled.ts';
import { migration as yearsAfterLapse } from './0113-years-after-lapse.ts';
import { migration as waitingRequestedChange } from './0114-waiting-requested-change.ts';
import { migration as baseline } from './baseline.ts';
import { migration as rowChanges } from './since-55ba85be/0094-row-changes.ts';
import { migration as auditCodes } from './since-55ba85be/0095-audit-codes.ts';
import { migration as messages } from './since-55ba85be/0096-messages.ts';
import {
  basketNetworks,
  basketWheelchairs,
  childrenOfMembers,
  dismissedPaymentDifferences,
  releasedBaskets,
  resetLinksDelayed,
  scarceBaskets,
  seatWishes,
  waitingListConfirmed,
} from './since-55ba85be/added-columns.ts';
import { announcedRun, closedYears, doorNotes, paperPayments } from './since-55ba85be/added-tables.ts';
import { cardMachine, cheques } from './since-55ba85be/payment-sources.ts';
import {
  lostDisputes,
  refundReasons,
  refundsAtSquare,
  settledElsewhere,
  undecidedRefunds,
} from './since-55ba85be/refunds.ts';
import { freeTickets, ticketPriceRules } from './since-55ba85be/ticket-prices.ts';

/**
 * Every migration since the baseline, in order. New migrations are added at the end; a released name is never changed
 * or removed. The baseline has the name of the last migration of commit 55ba85be, so a database that has run that
 * migration continues here.
 */
export const migrations: Migrations = [
  ['0071-reissued', baseline],
  ['0072-refund-reasons', refundReasons],
  ['0073-refunds-at-square', refundsAtSquare],
  ['0074-ticket-price-rules', ticketPriceRules],
  ['0075-basket-networks', basketNetworks],
  ['0076-free-tickets', freeTickets],
  ['0077-reset-links-delayed', resetLinksDelayed],
  ['0078-cheques', cheques],
  ['0079-paper-payments', paperPayments],
  ['0080-announced-run', announcedRun],
  ['0081-seat-wishes', seatWishes],
  ['0082-door-notes', doorNotes],
  ['0083-waiting-list-confirmed', waitingListConfirmed],
  ['0084-children-of-members', childrenOfMembers],
  ['0085-closed-years', closedYears],
  ['0086-undecided-refunds', undecidedRefunds],
  ['0087-not-ours', dismissedPaymentDifferences],
  ['0088-basket-wheelchairs', basketWheelchairs],
  ['0089-lost-disputes', lostDisputes],
  ['0090-card-machine', cardMachine],
  ['0091-settled-elsewhere', settledElsewhere],
  ['0092-scarce-baskets', scarceBaskets],
  ['0093-released-baskets', releasedBaskets],
  ['0094-row-changes', rowChanges],
  ['0095-audit-codes', auditCodes],
  ['0096-messages', messages],
  ['0097-import-records', importRecords],
  ['0102-mail-server', mailServer],
  ['0106-portraits', portraits],
  ['0108-title-keys', titleKeys],
  ['0110-migration-versions', migrationVersions],
  ['0111-part-payments', partPayments],
  ['0112-waiting-show-cancelled', waitingShowCancelled],
  ['0113-years-after-lapse', yearsAfterLapse],
  ['0114-waiting-requested-change', waitingRequestedChange],
];
