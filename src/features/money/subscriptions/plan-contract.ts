import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';
import {
  calendarDate,
  currentVersionFields,
  pounds,
  requiredSingleLine,
  savedVersion,
  singleLine,
  versionField,
} from '#platform/shared/calls/schemas.ts';

/**
 * The price for a member who joins part-way through a year: the price of the whole year, or of the remaining months.
 */
const firstPart = z.enum(['full', 'months'], 'Choose what new members who join part-way pay.');

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
  /** The price in pence for a member who joins today, and the day on which that subscription would renew. */
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
  amount: pounds,
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
