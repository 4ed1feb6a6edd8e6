import type { Settings } from './settings.ts';

/**
 * The settings that only users with the role admin can change: registration and sign-in, the recipients of emails about
 * emergency contacts, the contact for reports of security problems, and retention.
 */
export const securitySettings: ReadonlySet<string> = new Set<keyof Settings>([
  'registration',
  'secondFactorRequired',
  'committeeMail',
  'webmasterMail',
  'securityContact',
  'keepMessagesMonths',
  'keepMailMonths',
  'keepBookingsMonths',
]);
