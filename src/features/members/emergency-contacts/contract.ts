import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { id } from '#platform/shared/calls/schemas.ts';

/** `/members/emergency_contacts/{showId}`: the people of that show only, by name. */
export const EmergencyContacts = z.object({
  type: z.literal('emergency_contacts'),
  title: z.string(),
  show: z.object({ id, title: z.string() }),
  /** Each person with who to call; "" if unknown. Empty until the visitor has confirmed. */
  contacts: z.array(z.object({ name: z.string(), contact_name: z.string(), contact_number: z.string() })),
  /** Credited people without an account here, about whom nothing is known; empty until confirmed as well. */
  without_account: z.array(z.string()),
  /** People whom the visitor credited themselves; only an admin can see their contacts. */
  own_word: z.array(z.string()),
  confirmed: z.boolean(),
  /** A line for the printed sheet that says who looked and when; "" until then. */
  seen: z.string(),
});
export type EmergencyContacts = z.infer<typeof EmergencyContacts>;

/** One look at a member's own contact, as that member sees it. */
export const ContactView = z.object({
  id,
  /** "Saturday 21 November 2026 at 7.30pm" */
  when: z.string(),
  who: z.string(),
  show: z.string(),
});
export type ContactView = z.infer<typeof ContactView>;

/** Reveals the contacts. The access is logged, and the members concerned can see it. */
export const viewContacts = declareCall('POST', '/members/emergency_contacts/:id', {
  answers: { 200: EmergencyContacts },
});

declare module '#platform/shared/pages.ts' {
  interface Pages {
    emergency_contacts: EmergencyContacts;
  }
}
