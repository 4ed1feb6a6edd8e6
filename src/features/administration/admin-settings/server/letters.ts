import { type Letter, letter } from '#platform/server/mail/index.ts';

/**
 * Composes the email to every admin that a second factor is no longer required, so that nobody weakens sign-in
 * unnoticed.
 */
export const secondFactorOffLetter = ({ siteName, by, href }: { siteName: string; by: string; href: string }): Letter =>
  letter({
    subject: `${siteName} no longer requires a second factor`,
    before: [
      `${by} has changed a setting: admins and the box office can now sign in to ${siteName} with a password alone.`,
      'Second factors that are set up keep working. An admin can require them again in Admin Settings.',
    ],
    link: { label: 'Open Admin Settings', href },
    siteName,
  });
