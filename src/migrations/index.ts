import type { Migrations } from '#platform/server/database/index.ts';
import { migration as settings } from './0001-settings.ts';
import { migration as shows } from './0002-shows.ts';
import { migration as media } from './0003-media.ts';
import { migration as posts } from './0004-posts.ts';
import { migration as messages } from './0005-messages.ts';
import { migration as reviews } from './0006-reviews.ts';
import { migration as accounts } from './0007-accounts.ts';
import { migration as secondFactors } from './0008-second-factors.ts';
import { migration as recycling } from './0009-recycling.ts';
import { migration as contactsAndFeeds } from './0010-contacts-and-feeds.ts';
import { migration as registration } from './0011-registration.ts';
import { migration as peopleMerged } from './0012-people-merged.ts';
import { migration as albums } from './0013-albums.ts';
import { migration as subscriptionPlans } from './0014-subscription-plans.ts';
import { migration as blogWriting } from './0015-blog-writing.ts';
import { migration as adminInboxTables } from './0016-admin-desk.ts';
import { migration as usersListed } from './0017-users-listed.ts';
import { migration as corrections } from './0018-corrections.ts';
import { migration as shownAgain } from './0019-shown-again.ts';
import { migration as invitationsWithdrawn } from './0020-invitations-withdrawn.ts';
import { migration as mailSecrets } from './0021-mail-secrets.ts';
import { migration as logForgets } from './0022-log-forgets.ts';
import { migration as whoSetCredits } from './0023-who-set-credits.ts';
import { migration as peopleInARole } from './0024-people-in-a-role.ts';
import { migration as messagesAnswered } from './0025-messages-answered.ts';
import { migration as creditStyleChoice } from './0026-credit-style-choice.ts';
import { migration as peopleApart } from './0027-people-apart.ts';
import { migration as whatHolds } from './0028-what-holds.ts';
import { migration as printedNames } from './0029-printed-names.ts';
import { migration as versions } from './0030-versions.ts';
import { migration as oneTrash } from './0031-one-trash.ts';
import { migration as jobs } from './0032-jobs.ts';
import { migration as salesRevision } from './0033-sales-revision.ts';
import { migration as webhookEvents } from './0034-webhook-events.ts';
import { migration as firstAnswers } from './0035-first-answers.ts';
import { migration as ledger } from './0036-ledger.ts';
import { migration as payments } from './0037-payments.ts';
import { migration as subscriptions } from './0038-subscriptions.ts';
import { migration as renewals } from './0039-renewals.ts';
import { migration as environments } from './0040-environments.ts';
import { migration as giftAid } from './0041-gift-aid.ts';
import { migration as membershipList } from './0042-membership-list.ts';
import { migration as performances } from './0043-performances.ts';
import { migration as places } from './0044-places.ts';
import { migration as orders } from './0045-orders.ts';
import { migration as saleWindows } from './0046-sale-windows.ts';
import { migration as shop } from './0047-shop.ts';
import { migration as boxOfficeOrders } from './0048-order-desk.ts';
import { migration as bookingChanges } from './0049-booking-changes.ts';
import { migration as doorMarks } from './0050-door-marks.ts';
import { migration as seating } from './0051-seating.ts';
import { migration as posterNumbers } from './0052-poster-numbers.ts';
import { migration as seatsForSale } from './0053-seats-for-sale.ts';
import { migration as waitingList } from './0054-waiting-list.ts';
import { migration as importedOrders } from './0055-imported-orders.ts';
import { migration as faults } from './0056-faults.ts';
import { migration as basketsByNetwork } from './0057-baskets-by-network.ts';
import { migration as promisedSeats } from './0058-promised-seats.ts';
import { migration as showsListed } from './0059-shows-listed.ts';
import { migration as dataKey } from './0060-data-key.ts';
import { migration as performancesOfShow } from './0061-performances-of-show.ts';
import { migration as rowsFollowed } from './0062-rows-followed.ts';
import { migration as versionsOfPrices } from './0063-versions-of-prices.ts';
import { migration as attachments } from './0064-attachments.ts';
import { migration as orderNumbers } from './0065-order-numbers.ts';
import { migration as plansSaved } from './0066-plans-saved.ts';
import { migration as storedMails } from './0067-mails-kept.ts';
import { migration as stylesCarried } from './0068-styles-carried.ts';
import { migration as endedBy } from './0069-ended-by.ts';
import { migration as artworkOfDeleted } from './0070-artwork-of-deleted.ts';
import { migration as reissued } from './0071-reissued.ts';
import { migration as refundReasons } from './0072-refund-reasons.ts';
import { migration as refundsAtSquare } from './0073-refunds-at-square.ts';
import { migration as ticketPriceRules } from './0074-ticket-price-rules.ts';
import { migration as basketNetworks } from './0075-basket-networks.ts';
import { migration as freeTickets } from './0076-free-tickets.ts';
import { migration as resetLinksDelayed } from './0077-reset-links-delayed.ts';
import { migration as cheques } from './0078-cheques.ts';
import { migration as paperPayments } from './0079-paper-payments.ts';
import { migration as announcedRun } from './0080-announced-run.ts';
import { migration as seatWishes } from './0081-seat-wishes.ts';
import { migration as doorNotes } from './0082-door-notes.ts';
import { migration as waitingListConfirmed } from './0083-waiting-list-confirmed.ts';
import { migration as childrenOfMembers } from './0084-children-of-members.ts';
import { migration as closedYears } from './0085-closed-years.ts';
import { migration as undecidedRefunds } from './0086-undecided-refunds.ts';
import { migration as notOurs } from './0087-not-ours.ts';
import { migration as basketWheelchairs } from './0088-basket-wheelchairs.ts';
import { migration as lostDisputes } from './0089-lost-disputes.ts';
import { migration as cardMachine } from './0090-card-machine.ts';
import { migration as settledElsewhere } from './0091-settled-elsewhere.ts';
import { migration as scarceBaskets } from './0092-scarce-baskets.ts';
import { migration as releasedBaskets } from './0093-released-baskets.ts';

/** Every migration there ever was, in order. New ones go to the end; a released name is never changed or removed. */
export const migrations: Migrations = [
  ['0001-settings', settings],
  ['0002-shows', shows],
  ['0003-media', media],
  ['0004-posts', posts],
  ['0005-messages', messages],
  ['0006-reviews', reviews],
  ['0007-accounts', accounts],
  ['0008-second-factors', secondFactors],
  ['0009-recycling', recycling],
  ['0010-contacts-and-feeds', contactsAndFeeds],
  ['0011-registration', registration],
  ['0012-people-merged', peopleMerged],
  ['0013-albums', albums],
  ['0014-subscription-plans', subscriptionPlans],
  ['0015-blog-writing', blogWriting],
  ['0016-admin-desk', adminInboxTables],
  ['0017-users-listed', usersListed],
  ['0018-corrections', corrections],
  ['0019-shown-again', shownAgain],
  ['0020-invitations-withdrawn', invitationsWithdrawn],
  ['0021-mail-secrets', mailSecrets],
  ['0022-log-forgets', logForgets],
  ['0023-who-set-credits', whoSetCredits],
  ['0024-people-in-a-role', peopleInARole],
  ['0025-messages-answered', messagesAnswered],
  ['0026-credit-style-choice', creditStyleChoice],
  ['0027-people-apart', peopleApart],
  ['0028-what-holds', whatHolds],
  ['0029-printed-names', printedNames],
  ['0030-versions', versions],
  ['0031-one-trash', oneTrash],
  ['0032-jobs', jobs],
  ['0033-sales-revision', salesRevision],
  ['0034-webhook-events', webhookEvents],
  ['0035-first-answers', firstAnswers],
  ['0036-ledger', ledger],
  ['0037-payments', payments],
  ['0038-subscriptions', subscriptions],
  ['0039-renewals', renewals],
  ['0040-environments', environments],
  ['0041-gift-aid', giftAid],
  ['0042-membership-list', membershipList],
  ['0043-performances', performances],
  ['0044-places', places],
  ['0045-orders', orders],
  ['0046-sale-windows', saleWindows],
  ['0047-shop', shop],
  ['0048-order-desk', boxOfficeOrders],
  ['0049-booking-changes', bookingChanges],
  ['0050-door-marks', doorMarks],
  ['0051-seating', seating],
  ['0052-poster-numbers', posterNumbers],
  ['0053-seats-for-sale', seatsForSale],
  ['0054-waiting-list', waitingList],
  ['0055-imported-orders', importedOrders],
  ['0056-faults', faults],
  ['0057-baskets-by-network', basketsByNetwork],
  ['0058-promised-seats', promisedSeats],
  ['0059-shows-listed', showsListed],
  ['0060-data-key', dataKey],
  ['0061-performances-of-show', performancesOfShow],
  ['0062-rows-followed', rowsFollowed],
  ['0063-versions-of-prices', versionsOfPrices],
  ['0064-attachments', attachments],
  ['0065-order-numbers', orderNumbers],
  ['0066-plans-saved', plansSaved],
  ['0067-mails-kept', storedMails],
  ['0068-styles-carried', stylesCarried],
  ['0069-ended-by', endedBy],
  ['0070-artwork-of-deleted', artworkOfDeleted],
  ['0071-reissued', reissued],
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
  ['0087-not-ours', notOurs],
  ['0088-basket-wheelchairs', basketWheelchairs],
  ['0089-lost-disputes', lostDisputes],
  ['0090-card-machine', cardMachine],
  ['0091-settled-elsewhere', settledElsewhere],
  ['0092-scarce-baskets', scarceBaskets],
  ['0093-released-baskets', releasedBaskets],
];
