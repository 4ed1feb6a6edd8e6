import { z } from 'zod';

/** What a page needs to take a card. Null where paying by card is off. */
export const CardForm = z.object({
  /** Where a payment goes: in practice no money moves, in the sandbox Square's test money does. */
  environment: z.enum(['practice', 'sandbox', 'production']),
  /** The address of Square's script, or of the practice form's. */
  script: z.string(),
  application_id: z.string(),
  location_id: z.string(),
});
export type CardForm = z.infer<typeof CardForm>;
