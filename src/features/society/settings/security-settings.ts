import type { Settings } from './settings.ts';

/**
 * The settings that only users with the role admin can change: registration and sign-in, recipients of security emails,
 * and retention.
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
