import { z } from 'zod';

/** What a page needs to take a card. Null stands where paying by card is off. */
export const CardForm = z.object({
  /** Where a payment goes: for practice no money moves, in the sandbox Square's test money. */
  environment: z.enum(['practice', 'sandbox', 'production']),
  /** The address of Square's script, or of what stands in for it. */
  script: z.string(),
  application_id: z.string(),
  location_id: z.string(),
});
export type CardForm = z.infer<typeof CardForm>;
