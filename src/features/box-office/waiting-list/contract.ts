import { z } from 'zod';
import { maxPerformancesPerShow } from '#features/box-office/performances/contract.ts';
import { postedFormFields } from '#features/society/accounts/contract.ts';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { email, id, instant, requiredSingleLine } from '#platform/shared/calls/schemas.ts';
import { maxPartySize } from './party.ts';

const WaitingShow = z.object({ title: z.string(), link: z.string() });

/** A performance that a party can wait for. */
const WaitingDate = z.object({
  id,
  /** The time has the society's UTC offset, like all times in this contract. */
  starts_at: instant,
});

/**
 * `/tickets/waiting/:id`: the form that joins the waiting list of one performance, or of several performances of the
 * same show.
 */
export const JoinWaitingListContent = z.object({
  type: z.literal('join_waiting_list'),
  title: z.string(),
  /** True on the page after joining, which has no form. */
  joined: z.boolean(),
  /**
   * On the page after joining, true if the party confirms by the link in an email. Otherwise the box office confirms
   * the party.
   */
  mailed: z.boolean(),
  show: WaitingShow.optional(),
  /** The performance whose page the visitor came from. Its box is ticked. */
  performance_id: z.string(),
  /** The performances on sale now, with the places left. */
  performances: z.array(WaitingDate.extend({ left: z.int() })),
  /** The maximum party size. */
  most: z.int(),
  ...postedFormFields,
});
export type JoinWaitingListContent = z.infer<typeof JoinWaitingListContent>;

/** `/tickets/waiting/:id/:key`: a party's status, for anybody with its link. */
export const WaitingPartyContent = z.object({
  type: z.literal('waiting_party'),
  title: z.string(),
  id,
  key: z.string(),
  state: z.enum(['waiting', 'offered', 'over']),
  /** How the wait ended; "" until then. */
  outcome: z.enum(['', 'booked', 'left', 'declined', 'lapsed', 'removed']),
  /** True if the booked tickets were or will be emailed. */
  emailed: z.boolean().optional(),
  show: WaitingShow.optional(),
  /** True once the party is confirmed, by its own link or by the box office. */
  confirmed: z.boolean(),
  name: z.string(),
  size: z.int(),
  /** The maximum party size. */
  most: z.int(),
  /** The performances that the party can wait for instead: those on sale now, with the places left. */
  choices: z.array(WaitingDate.extend({ left: z.int() })),
  /**
   * True if the link contains a change that the party requested by joining the list again, and the change hasn't been
   * made yet. `typed` then contains the requested values, for the form.
   */
  asked_again: z.boolean().optional(),
  dates: z.array(
    WaitingDate.extend({
      cancelled: z.boolean(),
      /**
       * True if no places are offered any more: the performance has no ticket types on sale, it or its sale is over, or the
       * end is too near for an offer.
       */
      over: z.boolean(),
    }),
  ),
  offer: WaitingDate.extend({
    until: instant,
    /** True if a basket holds the places already. */
    in_basket: z.boolean(),
    /** True while the payment for the places has no outcome, which may be after `until`. */
    paying: z.boolean().optional(),
  }).optional(),
  ...postedFormFields,
});
export type WaitingPartyContent = z.infer<typeof WaitingPartyContent>;

/**
 * The change that a party has requested by joining again: the new size, and those of the requested performances that
 * can still be offered.
 */
const ListedChange = z.object({
  size: z.int().min(1).max(maxPartySize),
  performances: z.array(id).min(1).max(maxPerformancesPerShow),
});

/** A party on the box office's list. */
export const ListedParty = z.object({
  id,
  name: z.string(),
  email: z.string(),
  size: z.int(),
  since: instant,
  /** True once the party is confirmed, by its own link or by the box office. */
  confirmed: z.boolean(),
  /** The performances that would suit the party. */
  performances: z.array(id),
  /**
   * The change that a party has requested by joining again, if the party is confirmed or has an offer, and the site
   * can't email it the link that makes the change. The box office makes the change with `confirmParty`.
   */
  requested: ListedChange.optional(),
  /** The party's offer, and the time until which it can be accepted. */
  offer: z
    .object({
      performance_id: id,
      until: instant,
      in_basket: z.boolean(),
      /** True while the payment for the places has no outcome, which may be after `until`. */
      paying: z.boolean().optional(),
    })
    .optional(),
});
export type ListedParty = z.infer<typeof ListedParty>;

const partySizeMessage = `Enter the number of people, up to ${maxPartySize}.`;

/** The value of a ticked date. Each performance has a field named `date_` and its id. */
const tickedDate = z.string().max(8);

const linkPart = z.string().max(100).optional();

const partyFields = {
  name: requiredSingleLine('Enter your name.', 80),
  size: z
    .string({ error: partySizeMessage })
    .trim()
    .regex(/^\d{1,4}$/, partySizeMessage)
    .transform(Number)
    .pipe(z.int().min(1, partySizeMessage).max(maxPartySize, partySizeMessage)),
};

const JoinForm = z
  .object({
    performance_id: id,
    email: email('Enter your email address.'),
    ...partyFields,
  })
  .catchall(tickedDate);

export const joinWaitingList = declareCall('POST', '/api/tickets/waiting', { body: JoinForm });
/** Confirms a party by the link in its email. */
export const confirmOwnParty = declareCall('POST', '/api/tickets/waiting/:id/:key/confirm');
/** Changes a party's name, size and dates by its link. */
export const changeOwnParty = declareCall('POST', '/api/tickets/waiting/:id/:key/change', {
  // The form sends the id and key of its link, so that without JavaScript the response leads back to the link's page
  body: z.object({ ...partyFields, id: linkPart, key: linkPart }).catchall(tickedDate),
});
/** Leaves the waiting list or, if places are offered, declines the offer. */
export const leaveWaitingList = declareCall('POST', '/api/tickets/waiting/:id/:key/leave');
/**
 * Lets the box office confirm a party, for example one that can't be reached by email. If `requested` is set, makes the
 * change that a confirmed party has requested. Refused if the party's request is no longer the one that the box office
 * has seen.
 */
export const confirmParty = declareCall('POST', '/members/api/bookings/waiting/:id/confirm', {
  body: z.object({ requested: ListedChange.optional() }),
});
/** Lets the box office remove a party from the list. */
export const removeParty = declareCall('POST', '/members/api/bookings/waiting/:id/remove');

declare module '#platform/shared/pages.ts' {
  interface Pages {
    join_waiting_list: JoinWaitingListContent;
    waiting_party: WaitingPartyContent;
  }
}
