import { bookingsRetentionText, createRetentionMonthsReader } from '#features/society/settings/server/index.ts';
import type { Feature } from '#platform/server/feature/feature.ts';
import { defineSaverPersonalData } from '#platform/server/feature/personal-data.ts';
import { registerOrderPageCalls } from './server/changes/order-page-calls.ts';
import { calendarAttachmentProvider, ticketAttachmentProvider } from './server/emails/issued-tickets.ts';
import { defineAudienceEmailsJob } from './server/emails/order-emails.ts';
import { registerTicketEmailCalls } from './server/emails/ticket-emails.ts';
import { registerOrderListRoutes } from './server/pages/order-lists.ts';
import { registerBookingIssueCalls, registerOrderPages, ticketRefundTodo } from './server/pages/order-page.ts';
import {
  anonymiseBuyers,
  deleteNeedsWishesAndNotes,
  needsAndNotesRetentionMonths,
  orderPersonalData,
} from './server/personal-data.ts';
import { amountsToSettleTodo, registerSettlementCalls } from './server/refunds/amounts-to-settle.ts';
import { registerRefundCalls, undecidedRefundsTodo } from './server/refunds/refund-calls.ts';
import { registerPaymentCalls, registerRefundCorrectionCalls } from './server/sales/payment-calls.ts';
import {
  defineCancelledPerformanceJob,
  defineMovedPerformanceJob,
  defineReservationReleaseJob,
  performanceChangeHandler,
} from './server/sales/performance-jobs.ts';
import { registerSaleCalls } from './server/sales/sale-calls.ts';
import { findChargedTicketOrders } from './server/store/order-accounts.ts';

const auditActions = {
  'order.sold': 'sold tickets',
  'order.reserved': 'reserved tickets',
  'order.complimentary_issued': 'issued complimentary tickets',
  'order.cancelled': 'cancelled an order',
  'order.ended': 'cancelled tickets because their performance was cancelled',
  'order.released': 'released tickets that weren’t paid for in time',
  'order.paid': 'took payment for tickets',
  'order.payment_reversed': 'reversed a payment for tickets',
  'order.refunded': 'refunded an order',
  'order.refund_corrected': 'corrected a refund',
  'order.refund_retained': 'retained a refund that was due',
  'order.settled_elsewhere': 'marked cancelled tickets as settled where they were sold',
  'order.tickets_refunded': 'refunded tickets',
  'order.tickets_returned': 'returned tickets',
  'order.exchanged': 'exchanged tickets',
  'order.reissued': 'reissued an order with a new link and new codes',
  'order.buyer_changed': 'changed the buyer’s details of an order',
  'order.wishes_changed': 'changed the needs or wishes of an order',
  'order.confirmation_resent': 'resent a confirmation',
  'order.email_dismissed': 'dismissed an email that was refused',
  'order.refunded_tickets_kept': 'kept the tickets of a refunded order valid',
  'order.refunded_tickets_cancelled': 'cancelled the tickets of a refunded order',
  'ticket_email.enabled': 'turned on an automatic email',
  'ticket_email.disabled': 'turned off an automatic email',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

/** Orders: tickets that were sold, reserved or given away, their money, and the emails about them. */
export const ordersFeature: Feature = {
  visibility: {
    ticket_order: 'private',
    ticket: 'sales',
    order_charge: 'private',
    held_ticket: 'sales',
    order_number: 'private',
    order_letter: 'private',
    letter_off: 'private',
  },
  work: (services) => [
    defineAudienceEmailsJob(services),
    defineReservationReleaseJob(services),
    defineMovedPerformanceJob(services),
    defineCancelledPerformanceJob(services),
  ],
  routes(registry, services) {
    registerSaleCalls(registry, services);
    registerPaymentCalls(registry, services);
    registerOrderPageCalls(registry, services);
    registerRefundCalls(registry, services);
    registerSettlementCalls(registry, services);
    registerRefundCorrectionCalls(registry, services);
    registerTicketEmailCalls(registry);
    registerOrderListRoutes(registry, services);
    registerOrderPages(registry, services);
    registerBookingIssueCalls(registry);
  },
  adminTodos: [ticketRefundTodo, amountsToSettleTodo, undecidedRefundsTodo],
  performanceChanges: [performanceChangeHandler],
  chargeNames: [findChargedTicketOrders],
  mailAttachments: [ticketAttachmentProvider, calendarAttachmentProvider],
  rowUses: [
    { of: 'show', table: 'ticket_order', column: 'show_id', reason: 'it has bookings' },
    { of: 'ticket_order', table: 'order_charge', column: 'order_id', reason: 'it has been paid here' },
    { of: 'ticket_order', table: 'order_letter', column: 'order_id', reason: 'it has emails in its history' },
  ],
  personalData: [
    orderPersonalData,
    defineSaverPersonalData({
      ...{ name: 'orders_last_saved', table: 'ticket_order', label: 'ref', isOnlyPersonalData: false },
    }),
  ],
  retention: [
    {
      description: 'Buyers’ access needs, seating wishes and notes: a month after the performance',
      months: async () => needsAndNotesRetentionMonths,
      deleteOrAnonymise: deleteNeedsWishesAndNotes,
    },
    {
      description: `Buyers’ names, email addresses and phone numbers: ${bookingsRetentionText}`,
      months: createRetentionMonthsReader('keepBookingsMonths'),
      deleteOrAnonymise: anonymiseBuyers,
    },
  ],
  nonPersonalTables: [
    { table: 'held_ticket', reason: 'the ticket types held in baskets, and their prices' },
    { table: 'order_number', reason: 'the last order number' },
    { table: 'order_letter', reason: 'which emails were sent, by order id' },
    { table: 'letter_off', reason: 'which emails are switched off' },
  ],
  auditActions: [auditActions],
};
