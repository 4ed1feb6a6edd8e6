/** The error of a mail server. */
export interface MailTransportError {
  code?: unknown;
  /** The server's reply, word for word. */
  response?: unknown;
}

/** The maximum number of characters quoted from the server's response. */
const maxQuoteLength = 300;

const reasons: Readonly<Record<string, string>> = {
  EAUTH: 'The mail server rejected the user name or password in SMTP_URL.',
  EDNS: 'There’s no mail server with the name in SMTP_URL.',
  ENOTFOUND: 'There’s no mail server with the name in SMTP_URL.',
  ECONNECTION:
    'Nothing responds at the address in SMTP_URL. Is the port right, and does this machine allow outgoing mail?',
  ECONNREFUSED:
    'Nothing responds at the address in SMTP_URL. Is the port right, and does this machine allow outgoing mail?',
  ESOCKET:
    'The mail server in SMTP_URL couldn’t be reached. Is the port right, and does this machine allow outgoing mail?',
  ETIMEDOUT:
    'The mail server in SMTP_URL didn’t respond in time. Is the port right, and does this machine allow outgoing mail?',
  ETLS: 'The mail server and the site couldn’t agree on encryption. Does it say smtp:// where it should be smtps://?',
  EENVELOPE: 'The mail server refuses mail from the address in MAIL_FROM, or to your address.',
  EMESSAGE: 'The mail server accepted the addresses but then refused the email.',
};

const formatQuote = (response: unknown) => {
  const text =
    typeof response === 'string'
      ? response
          .replace(/[\p{Cc}\s]+/gu, ' ')
          .trim()
          .slice(0, maxQuoteLength)
      : '';
  return text === '' ? '' : ` It said: “${text}”`;
};

/** Explains why an email couldn't be sent, and what to check. */
export function formatMailError({ code, response }: MailTransportError): string {
  const reason = (typeof code === 'string' && reasons[code]) || 'The mail server refused the email.';
  return `${reason}${formatQuote(response)}`;
}

/** Confirms that the test email was sent, and says where to look for it. */
export const formatTestMailSent = (to: string, response: string): string =>
  `Sent to ${to}.${formatQuote(response)} If it doesn’t arrive, check your spam folder, then SPF and DKIM.`;
