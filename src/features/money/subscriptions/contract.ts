import { z } from 'zod';
import { paymentSources } from '#features/money/ledger/entry.ts';
import { CardNonce } from '#features/money/payments/contract.ts';
import { phoneField } from '#features/society/accounts/contract.ts';
import { declareCall } from '#platform/shared/calls/calls.ts';
import {
  calendarDate,
  currentVersionFields,
  penceFromPounds,
  requiredSingleLine,
  savedVersion,
  singleLine,
  versionField,
} from '#platform/shared/calls/schemas.ts';

/**
 * The price for a member who joins part-way through a year: the price of the whole year, or of the remaining months.
 */
const firstPart = z.enum(['full', 'months'], 'Choose the price for new members who join part-way through the year.');

/** A kind of yearly membership, with its price today. */
export const MembershipPlan = z.object({
  id: z.string(),
  name: z.string(),
  /** Pence. */
  amount: z.int(),
  period: z.enum(['yearly']),
  enabled: z.boolean(),
  desc: z.string(),
  /** "01" to "12". The plan renews on the 1st of that month. */
  renewal_month: z.string(),
  first_part: firstPart,
  /** True if the plan's subscriptions count as gifts for Gift Aid, because members get nothing in return. */
  gift_aid: z.boolean(),
  /** The price in pence for a member who joins today. `renews_on` is the day on which that subscription would renew. */
  first_amount: z.int(),
  renews_on: calendarDate,
  /** For optimistic locking: a change sends the version it is based on. */
  version: z.int(),
});
export type MembershipPlan = z.infer<typeof MembershipPlan>;

const month = /^(0[1-9]|1[0-2])$/;

/** A plan as its form sends it, with `amount` in pounds. */
export const PlanForm = z.object({
  levelName: requiredSingleLine('Give the plan a name.', 80, 'Use 80 characters or fewer.'),
  amount: penceFromPounds,
  period: z.enum(['yearly'], 'The period must be yearly.'),
  renewal_month: z.string().trim().regex(month, 'Choose a month, 01 to 12.'),
  desc: singleLine(500, 'Use 500 characters or fewer.').default(''),
  /**
   * These two fields are optional, because clients that follow the specification don't send them. Without them, an
   * existing plan keeps its values.
   */
  first_part: firstPart.optional(),
  gift_aid: z.enum(['0', '1']).optional(),
});
export type PlanForm = z.infer<typeof PlanForm>;

/** The plan as saved by somebody else, returned with a conflict. */
export const CurrentPlan = MembershipPlan.pick({
  name: true,
  amount: true,
  renewal_month: true,
  desc: true,
  first_part: true,
  gift_aid: true,
}).extend(currentVersionFields);
export type CurrentPlan = z.infer<typeof CurrentPlan>;

const plans = '/members/api/admin/admin_settings/subs';

export const addPlan = declareCall('POST', `${plans}/add_new_plan`, {
  body: PlanForm,
  answers: { 200: z.object({ id: z.string() }) },
  once: true,
});
export const changePlan = declareCall('POST', `${plans}/:id`, {
  body: PlanForm.extend({ version: versionField }),
  answers: { 200: savedVersion, 409: z.object({ current: CurrentPlan }) },
});
/** Opens a plan to new members, or closes it. */
export const setPlanEnabled = declareCall('POST', `${plans}/:id/enabled`, {
  body: z.object({ enabled: z.enum(['0', '1']) }),
});
export const deletePlan = declareCall('DELETE', `${plans}/:id`);

/** A subscription of a member, who pays it for themselves or for another person. */
export const Subscription = z.object({
  id: z.string(),
  /** The plan's id. */
  plan: z.string(),
  plan_name: z.string(),
  sub_for: z.enum(['SELF', 'OTHER']),
  /** The person that the subscription is for. */
  name: z.string(),
  /** Pence for a whole year. The price is fixed until the renewal. */
  plan_amount: z.int(),
  plan_period: z.enum(['yearly']),
  /** The last day that is paid for, which is the day before the renewal. */
  paid_until: calendarDate,
  renews_on: calendarDate,
  /** True if the subscription ends after `paid_until`, unless the cancellation is undone. */
  cancelled: z.boolean(),
  /**
   * `pending` until it is known whether the card was charged for the first year; `active` while it is paid for. After
   * the paid time it is `due` or, once a charge was declined or a payment requested, in `grace`. `lapsed` if it has
   * ended unpaid and can still be paid.
   */
  status: z.enum(['pending', 'active', 'due', 'grace', 'lapsed']),
  /** Pence to pay now for the next year; 0 if nothing can be paid. */
  amount_due: z.int(),
  /**
   * The last day to pay for the next year. "" before the first declined charge or request for payment, unless the
   * subscription has lapsed.
   */
  pay_until: calendarDate.or(z.literal('')),
  /** The card with which the subscription renews; "" if there is none, or if card payments are off. */
  card_brand: z.string(),
  last_4: z.string(),
  /**
   * The emergency contact of the other person that the subscription is for. "" for the member's own subscription,
   * because the member's contact is in another section of the settings.
   */
  emergency_contact: z.object({ name: z.string(), number: z.string() }),
});
export type Subscription = z.infer<typeof Subscription>;

/** A member's payment for a subscription, or a refund of one, whose amount is below zero. */
export const Receipt = z.object({
  id: z.string(),
  date: calendarDate,
  /** Pence. */
  amount: z.int(),
  /** The part of the payment that was refunded later, in pence. */
  refunded: z.int(),
  plan_name: z.string(),
  /** The other person that the payment was for; "" for the member's own membership, or if the person isn't recorded. */
  for_name: z.string(),
  source: z.enum(paymentSources),
  /** The card that was charged; "" for other payments. */
  card_brand: z.string(),
  last_4: z.string(),
});
export type Receipt = z.infer<typeof Receipt>;

/** `/members/subscriptions/receipts/{id}`: a receipt to print, for its payer and the treasurer. */
export const ReceiptContent = Receipt.extend({
  type: z.literal('subscription_receipt'),
  title: z.string(),
  /** The society that issues the receipt. */
  site_name: z.string(),
  /** The payer; "" if unknown. */
  name: z.string(),
  /** Pence paid in addition, as a donation. */
  donation: z.int(),
  /** Pence of earlier part payments for the same year. */
  part_paid: z.int(),
  /**
   * The last day of the membership year that was paid for; "" for a refund, for a part payment, and after a refund has
   * ended the year.
   */
  paid_until: calendarDate.or(z.literal('')),
  /** The day of the refunded payment and the reason for the refund; "" for a payment. */
  paid_on: calendarDate.or(z.literal('')),
  reason: z.string(),
  /** True if the visitor is the payer. */
  is_own: z.boolean(),
});
export type ReceiptContent = z.infer<typeof ReceiptContent>;

/** The plans that a member can choose, the subscriptions that haven't ended or can still be paid, and the receipts. */
export const MemberSubscriptions = z.object({
  /** The environment of card payments; "" if they are off. */
  paying: z.enum(['', 'practice', 'sandbox', 'production']),
  /**
   * The plans that are open to new members and aren't free. `first_amount` is due now, for the time until `renews_on`.
   */
  options: z.array(MembershipPlan),
  active: z.array(Subscription),
  /** Newest first. */
  receipts: z.array(Receipt),
});
export type MemberSubscriptions = z.infer<typeof MemberSubscriptions>;

/** A member's subscription, as an admin sees it on that user's page. */
export const SubscriptionForAdmin = z.object({
  id: z.string(),
  plan_name: z.string(),
  sub_for: z.enum(['SELF', 'OTHER']),
  /** The person that the subscription is for; "" for the member. */
  name: z.string(),
  renews_on: calendarDate,
  cancelled: z.boolean(),
  /**
   * The person in shows to whom an admin has linked the person that the subscription is for. Null if there is no link.
   */
  person: z.object({ id: z.string(), name: z.string() }).nullable(),
});
export type SubscriptionForAdmin = z.infer<typeof SubscriptionForAdmin>;

const missingCard = 'Enter your card details.';

/** A card as its form sends it: a single-use token, and the token of its owner's verification. */
const card = {
  card_nonce: requiredSingleLine(missingCard, 500).pipe(CardNonce),
  verification_token: z.string().trim().max(500).default(''),
  /** Ignored, because the card's details come from Square. Other clients send it. */
  card_details: z.string().max(4000).default(''),
};

const startFields = {
  subs_level: requiredSingleLine('Choose a plan.', 16),
  /** The amount that the page showed, in pence. If it has changed, nothing is charged. */
  amount_due: z.coerce.number().int().optional(),
  ...card,
};

const emergencyContact = {
  e_con_name: requiredSingleLine('Enter the name of their emergency contact.', 100),
  e_con_phone: phoneField('Enter the phone number of their emergency contact.'),
};

export const StartSubscriptionBody = z.discriminatedUnion(
  'sub_for',
  [
    z.object({ ...startFields, sub_for: z.literal('SELF') }),
    z.object({
      ...startFields,
      sub_for: z.literal('OTHER'),
      name: requiredSingleLine('Enter their name.', 100),
      phone_number: phoneField('Enter their phone number.'),
      ...emergencyContact,
    }),
  ],
  { error: 'Choose who the subscription is for.' },
);
export type StartSubscriptionBody = z.infer<typeof StartSubscriptionBody>;

const own = '/members/api/account_settings';

/**
 * Starts a subscription. The status is `pending` if Square hasn't responded; a job finds out the result, usually within
 * minutes.
 */
export const startSubscription = declareCall('POST', `${own}/start_subscription`, {
  once: true,
  body: StartSubscriptionBody,
  answers: { 200: z.object({ id: z.string(), status: z.enum(['pending', 'active']) }) },
});
/** Pays the next year of a subscription with a card. Later renewals are charged to the same card. */
export const paySubscription = declareCall('POST', `${own}/pay_subscription/:sub_id`, {
  once: true,
  body: z.object({ ...card, amount_due: z.coerce.number().int().optional() }),
  answers: { 200: z.object({ status: z.enum(['pending', 'active']) }) },
});
/** Cancels the renewal. The time already paid for remains. Clients that follow the specification send GET. */
export const cancelSubscriptionByGet = declareCall('GET', `${own}/cancel_subscription/:sub_id`);
export const cancelSubscription = declareCall('POST', `${own}/cancel_subscription/:sub_id`);
/** Corrects the emergency contact of the person that a subscription is for. */
export const saveEmergencyContact = declareCall('POST', `${own}/subscription_contact/:sub_id`, {
  body: z.object(emergencyContact),
});

const managed = '/members/api/subscriptions/:sub_id';
/** Links the person that a subscription is for to a person in shows; "" removes the link. */
export const linkSubscriptionToPerson = declareCall('POST', `${managed}/person`, {
  body: z.object({ person: z.string().max(16) }),
});
/**
 * Cancels a renewal on a member's behalf. `tell` is "no" if they should get no email, for example if they have died.
 */
export const cancelSubscriptionForMember = declareCall('POST', `${managed}/cancel`, {
  body: z.object({
    reason: requiredSingleLine('Enter a reason. It is kept in the audit log.', 300),
    tell: z.enum(['yes', 'no']).default('no'),
  }),
});
export const undoSubscriptionCancellation = declareCall('POST', `${own}/cancel_subscription/:sub_id/undo`);
/** Makes all of a member's active subscriptions renew with another card. */
export const replaceCard = declareCall('POST', `${own}/subscription_card`, { body: z.object(card) });

declare module '#platform/shared/pages.ts' {
  interface Pages {
    subscription_receipt: ReceiptContent;
  }
}
