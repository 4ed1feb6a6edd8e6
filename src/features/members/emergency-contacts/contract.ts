import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { id } from '#platform/shared/calls/schemas.ts';

/** The people who may be emailed about a view of emergency contacts. */
const reportRecipients = ['committee', 'webmaster', 'admins'] as const;
export type ReportRecipient = (typeof reportRecipients)[number];

/** `/members/emergency_contacts/{showId}`: the emergency contacts of the people in the show. */
export const EmergencyContactsContent = z.object({
  type: z.literal('emergency_contacts'),
  title: z.string(),
  show: z.object({ id, title: z.string() }),
  /**
   * The people whose contact the visitor may see, sorted by name; "" for a name or number that isn't known. Empty until
   * confirmed.
   */
  contacts: z.array(z.object({ name: z.string(), contact_name: z.string(), contact_number: z.string() })),
  /**
   * The names of credited people without an active account, except children for whom a member pays. Empty until
   * confirmed.
   */
  without_account: z.array(z.string()),
  /**
   * The names of people in the show whose contacts the visitor can't see, because the visitor credited them, or linked
   * their names to an account or a payer. Empty for admins, and until confirmed.
   */
  own_word: z.array(z.string()),
  confirmed: z.boolean(),
  /** The people who are emailed about a view; [] if nobody has an address. */
  reported_to: z.array(z.enum(reportRecipients)),
  /** The viewer's name and the time of the view, for the printed sheet; "" until confirmed. */
  seen: z.string(),
});
export type EmergencyContactsContent = z.infer<typeof EmergencyContactsContent>;

/** A view of a member's emergency contact, or of a child's, as the member or the payer sees it in the settings. */
export const ViewOfOwnContacts = z.object({
  id,
  /** The time of the view, such as "Saturday 21 November 2026 at 7.30pm". */
  when: z.string(),
  who: z.string(),
  /** The show's title, followed by the child's name if a child's contact was viewed. */
  show: z.string(),
});
export type ViewOfOwnContacts = z.infer<typeof ViewOfOwnContacts>;

/**
 * Shows the contacts. The view is logged, and each member whose contact was shown can see the log entry; for a child, the
 * member who pays can.
 */
export const viewContacts = declareCall('POST', '/members/emergency_contacts/:id', {
  answers: { 200: EmergencyContactsContent },
});

declare module '#platform/shared/pages.ts' {
  interface Pages {
    emergency_contacts: EmergencyContactsContent;
  }
}
