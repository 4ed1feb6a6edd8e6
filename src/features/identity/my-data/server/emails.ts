import { composeEmail, type EmailContent } from '#platform/server/mail/compose-email.ts';

/** To somebody who has asked to be erased: on which `day` that will be. */
export const composeErasureScheduledEmail = ({
  firstname,
  siteName,
  day,
}: Record<'firstname' | 'siteName' | 'day', string>): EmailContent =>
  composeEmail({
    subject: 'Your account will be erased',
    firstname,
    before: [
      `You asked us to erase your account. It’s now disabled and will be erased on ${day}.`,
      'If you change your mind, or it wasn’t you, sign in before then to reactivate it.',
    ],
    siteName,
  });
