import { z } from 'zod';
import { sources } from '#features/money/ledger/entry.ts';
import { MembershipPlan } from '#features/money/membership/contract.ts';
import { CardNonce } from '#features/money/payments/contract.ts';
import { phone } from '#features/society/accounts/forms.ts';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { calendarDate, singleLineText } from '#platform/shared/calls/schemas.ts';

/** A subscription that somebody pays for, their own or another person's. */
export const Subscription = z.object({
  id: z.string(),
  /** The plan's id. */
  plan: z.string(),
  plan_name: z.string(),
  sub_for: z.enum(['SELF', 'OTHER']),
  /** The person it is for. */
  name: z.string(),
  /** Pence for a whole year, at the price that holds until it renews. */
  plan_amount: z.int(),
  plan_period: z.enum(['yearly']),
  /** The day before it renews. */
  paid_until: calendarDate,
  renews_on: calendarDate,
  /** Cancelled: it ends with `paid_until`, unless the cancellation is undone. */
  cancelled: z.boolean(),
  /**
   * `pending` until it is known whether the card was charged. Once its paid time is over it is `due` until it is
   * renewed, in `grace` after a failed renewal, and then `lapsed` for a while.
   */
  status: z.enum(['pending', 'active', 'due', 'grace', 'lapsed']),
  /** Pence that can be paid now for its next year; 0 if none can. */
  amount_due: z.int(),
  /** The last day on which that can be paid; "" until a charge was declined, or a payment requested. */
  pay_until: calendarDate.or(z.literal('')),
  /** The card that it renews with; "" if there is none. */
  card_brand: z.string(),
  last_4: z.string(),
  /** The emergency contact of the person it is for; "" for one's own, which is elsewhere in the settings. */
  emergency_contact: z.object({ name: z.string(), number: z.string() }),
});
export type Subscription = z.infer<typeof Subscription>;

/** A member's payment for subscriptions, or a refund: then the amount is below zero. */
export const Receipt = z.object({
  id: z.string(),
  date: calendarDate,
  /** Pence. */
  amount: z.int(),
  /** Pence refunded of it since. */
  refunded: z.int(),
  plan_name: z.string(),
  /** The other person it was paid for; "" for oneself. */
  for_name: z.string(),
  source: z.enum(sources),
  /** The card that paid it; "" for other payments. */
  card_brand: z.string(),
  last_4: z.string(),
});
export type Receipt = z.infer<typeof Receipt>;

/** `/members/subscriptions/receipts/{id}`: one of them, for printing. Its payer reads it, and the treasurer. */
export const ReceiptContent = Receipt.extend({
  type: z.literal('subscription_receipt'),
  title: z.string(),
  /** The society that issues the receipt. */
  site_name: z.string(),
  /** The payer; "" if unknown. */
  name: z.string(),
  /** Pence that were paid with it as a donation. */
  donation: z.int(),
  /** Pence that were paid in part before it completed the year. */
  part_paid: z.int(),
  /** The last day of membership that it paid for; "" for a refund, or if it paid for none. */
  paid_until: calendarDate.or(z.literal('')),
  /** For a refund: the day of the payment, and why it was refunded. "" otherwise. */
  paid_on: calendarDate.or(z.literal('')),
  reason: z.string(),
  /** True if the visitor is its payer, and has it in their settings. */
  is_own: z.boolean(),
});
export type ReceiptContent = z.infer<typeof ReceiptContent>;

/** A member's possible and present subscriptions, and their payments. */
export const SubscriptionsView = z.object({
  /** The environment of the card form's script; "" if nothing can be paid by card. */
  paying: z.enum(['', 'practice', 'sandbox', 'production']),
  /** Plans that are open; `first_amount` is due now, and covers the time until `renews_on`. */
  options: z.array(MembershipPlan),
  active: z.array(Subscription),
  /** Newest first. */
  receipts: z.array(Receipt),
});
export type SubscriptionsView = z.infer<typeof SubscriptionsView>;

/** A member's subscription, as an admin sees it on their page. */
export const PaidFor = z.object({
  id: z.string(),
  plan_name: z.string(),
  sub_for: z.enum(['SELF', 'OTHER']),
  /** The person it is for; "" for the member. */
  name: z.string(),
  renews_on: calendarDate,
  cancelled: z.boolean(),
  /** The same person in shows, as an admin has linked them. */
  person: z.object({ id: z.string(), name: z.string() }).nullable(),
});
export type PaidFor = z.infer<typeof PaidFor>;

const noCard = 'Enter your card details.';

/** A card from its form: a token for one use, its owner's verification, and the form's details. */
const card = {
  card_nonce: singleLineText(noCard, 500).pipe(CardNonce),
  verification_token: z.string().trim().max(500).default(''),
  /** Ignored: the displayed card comes from Square. */
  card_details: z.string().max(4000).default(''),
};

const started = {
  subs_level: singleLineText('Choose a plan.', 16),
  /** The amount due that the page showed, in pence: nothing is charged if it has changed. */
  amount_due: z.coerce.number().int().optional(),
  ...card,
};

export const StartSubscription = z.discriminatedUnion(
  'sub_for',
  [
    z.object({ ...started, sub_for: z.literal('SELF') }),
    z.object({
      ...started,
      sub_for: z.literal('OTHER'),
      name: singleLineText('Enter their name.', 100),
      phone_number: phone('Enter their phone number.'),
      e_con_name: singleLineText('Enter the name of their emergency contact.', 100),
      e_con_phone: phone('Enter the phone number of their emergency contact.'),
    }),
  ],
  { error: 'Choose who it is for.' },
);
export type StartSubscription = z.infer<typeof StartSubscription>;

const own = '/members/api/account_settings';

/** `pending`: the result of the charge isn't known yet. The page says so, and it becomes known within minutes. */
export const startSubscription = declareCall('POST', `${own}/start_subscription`, {
  once: true,
  body: StartSubscription,
  answers: { 200: z.object({ id: z.string(), status: z.enum(['pending', 'active']) }) },
});
/** Pays the next year of a subscription that is due, with a card that it renews with from then on. */
export const paySubscription = declareCall('POST', `${own}/pay_subscription/:sub_id`, {
  once: true,
  body: z.object({ ...card, amount_due: z.coerce.number().int().optional() }),
  answers: { 200: z.object({ status: z.enum(['pending', 'active']) }) },
});
/** Stops the renewal; the paid time stays. A GET, since other clients call it so. */
export const cancelByLink = declareCall('GET', `${own}/cancel_subscription/:sub_id`);
export const cancelSubscription = declareCall('POST', `${own}/cancel_subscription/:sub_id`);
/** Corrects the emergency contact of the person that a subscription is for. */
export const correctContact = declareCall('POST', `${own}/subscription_contact/:sub_id`, {
  body: z.object({
    e_con_name: singleLineText('Enter the name of their emergency contact.', 100),
    e_con_phone: phone('Enter the phone number of their emergency contact.'),
  }),
});

const byOthers = '/members/api/subscriptions/:sub_id';
/** Links the person that a subscription is for to a person in shows; "" for nobody. */
export const linkToPerson = declareCall('POST', `${byOthers}/person`, {
  body: z.object({ person: z.string().max(16) }),
});
/** Cancels a member's renewal for them. `tell` decides whether they get an email about it: not somebody who has died. */
export const cancelForMember = declareCall('POST', `${byOthers}/cancel`, {
  body: z.object({
    reason: singleLineText('Say why: it is kept in the audit log.', 300),
    tell: z.enum(['yes', 'no']).default('no'),
  }),
});
/** Undoes a cancellation. */
export const undoCancellation = declareCall('POST', `${own}/cancel_subscription/:sub_id/undo`);
/** Renews all of one's subscriptions with another card. */
export const replaceCard = declareCall('POST', `${own}/subscription_card`, { body: z.object(card) });

declare module '#platform/shared/pages.ts' {
  interface Pages {
    subscription_receipt: ReceiptContent;
  }
}
