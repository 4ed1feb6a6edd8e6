import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { calendarDate, id, requiredSingleLine } from '#platform/shared/calls/schemas.ts';
import { type ExclusionReason, exclusionReasonLabels, parsePostcode } from './schedule.ts';

const Donor = z.object({
  title: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  house: z.string(),
  /** Street and town. */
  address: z.string(),
  /** "" for a home outside the UK. */
  postcode: z.string(),
});

/** The Gift Aid section of a member's account settings. */
export const MemberGiftAid = z.object({
  /** True if the society takes declarations. Otherwise, members can only withdraw existing declarations. */
  open: z.boolean(),
  /** The society's name, which the declaration contains. */
  society: z.string(),
  /** The version of the wording; see `declarationWordingVersion`. */
  wording: calendarDate,
  /** The plans whose subscriptions count as gifts. */
  plans: z.array(z.string()),
  /** The declaration in force; null if there is none. */
  declaration: Donor.extend({ declared_on: calendarDate }).nullable(),
});
export type MemberGiftAid = z.infer<typeof MemberGiftAid>;

const payment = z.object({ id, name: z.string(), plan: z.string(), date: calendarDate, amount: z.int() });
export type GiftAidScheduleRow = z.infer<typeof payment>;

/** `/members/membership/gift_aid`: the claim for a period. */
export const GiftAidScheduleContent = z.object({
  type: z.literal('gift_aid'),
  title: z.string(),
  /** True if the society takes declarations. */
  open: z.boolean(),
  from: calendarDate,
  until: calendarDate,
  /** The error if `until` is before `from`; otherwise "". */
  days_error: z.string(),
  /** The number of payments that can be claimed. `lines` lists the first 100. */
  count: z.int(),
  lines: z.array(payment),
  /** The total of all payments that can be claimed, in pence. `reclaimed` is the amount that HMRC adds. */
  total: z.int(),
  reclaimed: z.int(),
  left_out: z.array(
    z.object({
      why: z.enum(Object.keys(exclusionReasonLabels) as [ExclusionReason, ...ExclusionReason[]]),
      count: z.int(),
      total: z.int(),
      /** The first 100 of the payments left out for this reason. */
      payments: z.array(payment),
    }),
  ),
  /** The number of members' declarations in force. */
  declared: z.int(),
  plans: z.array(z.string()),
});
export type GiftAidScheduleContent = z.infer<typeof GiftAidScheduleContent>;

const optional = (max: number) => z.union([z.literal(''), requiredSingleLine('', max)]).default('');

export const DeclareGiftAidBody = z
  .object({
    title: optional(20),
    firstname: requiredSingleLine('Enter your first name.', 60),
    lastname: requiredSingleLine('Enter your last name.', 60),
    house: requiredSingleLine('Enter the name or number of your house.', 40),
    address: requiredSingleLine('Enter your street and town.', 200),
    postcode: z.string().trim().max(12, 'Enter a postcode, such as LN1 2AB.').default(''),
    abroad: z.literal(['', '1']).default(''),
    wording: calendarDate,
    agreed: z.literal('1', 'Tick the box if you want to make the declaration.'),
  })
  .refine(({ abroad, postcode }) => abroad === '1' || parsePostcode(postcode) !== undefined, {
    path: ['postcode'],
    message: 'Enter your postcode, such as LN1 2AB, or tick the box to say that your home is outside the UK.',
    // The postcode is validated even if other fields are missing, as long as it is text
    when: ({ value }) => z.object({ postcode: z.string() }).safeParse(value).success,
  })
  .transform(({ abroad, agreed: _, postcode, ...form }) => ({
    ...form,
    postcode: abroad === '1' ? '' : (parsePostcode(postcode) ?? ''),
  }));
export type DeclareGiftAidBody = z.infer<typeof DeclareGiftAidBody>;

const own = '/members/api/account_settings/gift_aid';

/** Creates a declaration, or replaces the one in force. */
export const declareGiftAid = declareCall('POST', own, { body: DeclareGiftAidBody });
export const withdrawGiftAidDeclaration = declareCall('POST', `${own}/withdraw`);

declare module '#platform/shared/pages.ts' {
  interface Pages {
    gift_aid: GiftAidScheduleContent;
  }
}
