import { composeEmail, type EmailContent } from '#platform/server/mail/index.ts';

/** Composes the email that tells every admin which server sends the site's emails from now on; `host` "" means none. */
export function composeServerChangedEmail({
  before,
  after,
  by,
  siteName,
  href,
}: {
  before: string;
  after: string;
  by: string;
  siteName: string;
  href: string;
}): EmailContent {
  const earlier = before === '' ? '' : ` Until now it was ${before}.`;
  const sentence =
    after === ''
      ? `${by} has removed the mail server of ${siteName}, ${before}. From now on no email is delivered.`
      : `${by} has changed the settings for email: ${siteName} now sends its emails through ${after}.${earlier}`;
  return composeEmail({
    subject: after === '' ? `${siteName} no longer sends email` : `${siteName} sends its emails through another server`,
    before: [
      sentence,
      'Whoever runs that server can read the links for new passwords. If you don’t know of this change, ask the other admins at once, and look at the audit log.',
    ],
    link: { label: 'Open Mail settings', href },
    siteName,
  });
}
