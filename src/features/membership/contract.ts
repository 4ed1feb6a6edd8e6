import { z } from 'zod';
import { pounds } from '#platform/shared/schemas.ts';

/** A kind of yearly membership that can be paid for. */
export const Plan = z.object({
  id: z.string(),
  name: z.string(),
  /** Pence. */
  amount: z.int(),
  period: z.enum(['yearly']),
  enabled: z.boolean(),
  desc: z.string(),
  /** "01" to "12": it is renewed on the 1st of that month. */
  renewal_month: z.string(),
});
export type Plan = z.infer<typeof Plan>;

const month = /^(0[1-9]|1[0-2])$/;

/** POST /members/api/admin/admin_settings/subs/add_new_plan: `amount` is in pounds. */
export const PlanForm = z.object({
  levelName: z.string().trim().min(1, 'Give the plan a name').max(80, 'That is longer than fits: use 80 letters'),
  amount: pounds,
  period: z.enum(['yearly'], 'Plans are yearly'),
  renewal_month: z.string().trim().regex(month, 'Choose a month, 01 to 12'),
  desc: z.string().trim().max(500, 'Say it in 500 letters').default(''),
});
export type PlanForm = z.infer<typeof PlanForm>;
