/** The details of a mail server's refusal. */
export interface MailTransportError {
  code?: unknown;
  /** What the server said, word for word. */
  response?: unknown;
}

/** The longest answer that anybody wants to read. */
const longest = 300;

const reasons: Readonly<Record<string, string>> = {
  EAUTH: 'The mail server doesn’t take the user or the password in SMTP_URL.',
  EDNS: 'There is no mail server of the name in SMTP_URL.',
  ENOTFOUND: 'There is no mail server of the name in SMTP_URL.',
  ECONNECTION: 'Nothing answers at the address in SMTP_URL. Is the port right, and does the machine let mail out?',
  ECONNREFUSED: 'Nothing answers at the address in SMTP_URL. Is the port right, and does the machine let mail out?',
  ESOCKET: 'There was no line to the mail server in SMTP_URL. Is the port right, and does the machine let mail out?',
  ETIMEDOUT: 'The mail server in SMTP_URL didn’t answer in time. Is the port right, and does the machine let mail out?',
  ETLS: 'The mail server and the site couldn’t agree how to encrypt. Is it smtp:// where it should be smtps://?',
  EENVELOPE: 'The mail server takes no mail from the address in MAIL_FROM, or none to yours.',
  EMESSAGE: 'The mail server took the addresses, and then not the mail.',
};

const quoted = (response: unknown) => {
  const said =
    typeof response === 'string'
      ? response
          .replace(/[\p{Cc}\s]+/gu, ' ')
          .trim()
          .slice(0, longest)
      : '';
  return said === '' ? '' : ` It said: “${said}”`;
};

/** Why a mail didn't leave, and what to check, in words. */
export function formatMailError({ code, response }: MailTransportError): string {
  const reason = (typeof code === 'string' && reasons[code]) || 'The mail server didn’t take the mail.';
  return `${reason}${quoted(response)}`;
}

/** That it left, and where to look for it. */
export const formatTestMailSent = (to: string, response: string): string =>
  `Sent to ${to}.${quoted(response)} If it doesn’t arrive, look among the unwanted mails, then at SPF and DKIM.`;
