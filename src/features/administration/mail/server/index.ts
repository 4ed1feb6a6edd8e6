import { findUser } from '#features/society/accounts/server/index.ts';
import {
  createInternalSetting,
  deleteSetting,
  readInternalSetting,
  readSettings,
} from '#features/society/settings/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type Database, type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import { refuse, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import { type CallRequest, ok } from '#platform/server/http/routes/call.ts';
import { composeEmail, type MailTransport } from '#platform/server/mail/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';

/** An error that occurred while an email was being sent. */
export interface MailTransportError {
  code?: unknown;
  /** The server's reply, word for word. */
  response?: unknown;
  message?: unknown;
}

/** The maximum number of characters quoted from the server's response. */
const maxQuoteLength = 300;

/** The places where an admin finds the mail server and the sender, as phrases in an error message. */
interface MailSettingPhrases {
  server: string;
  sender: string;
  /** The remedy if the site and the server can't agree on encryption. */
  encryption: string;
}

const inEnvironment: MailSettingPhrases = {
  server: ' in SMTP_URL',
  sender: 'the address in MAIL_FROM',
  encryption: 'Does SMTP_URL say smtp:// where it should say smtps://?',
};

const onScreen: MailSettingPhrases = {
  server: ' in Mail settings',
  sender: 'the sender in Mail settings',
  encryption: 'Port 465 usually needs “From the start”, and port 587 “STARTTLS”.',
};

const portHint = 'Is the port right, and does this machine allow outgoing mail?';

const reasons: Readonly<Record<string, (places: MailSettingPhrases) => string>> = {
  EAUTH: ({ server }) => `The mail server rejected the user name or password${server}.`,
  ENOAUTH: ({ server }) => `The mail server doesn’t accept a user name and password on the port${server}.`,
  EPASSWORD: ({ server }) =>
    `The password${server} can’t be read any more, because SECRET was replaced. Enter it again.`,
  EPRIVATE: () =>
    'The mail server’s name belongs to this machine or a private network, and the site only connects to public mail servers. The person who runs the server can allow it with ALLOW_PRIVATE_ADDRESSES=1.',
  EDNS: ({ server }) => `The mail server’s name${server} can’t be found. Is it spelt correctly?`,
  ENOTFOUND: ({ server }) => `The mail server’s name${server} can’t be found. Is it spelt correctly?`,
  ECONNECTION: ({ server }) => `Nothing responds at the address${server}. ${portHint}`,
  ECONNREFUSED: ({ server }) => `Nothing responds at the address${server}. ${portHint}`,
  ESOCKET: ({ server }) => `The mail server${server} couldn’t be reached. ${portHint}`,
  ETIMEDOUT: ({ server, encryption }) => `The mail server${server} didn’t respond in time. ${portHint} ${encryption}`,
  ETLS: ({ encryption }) => `The mail server and the site couldn’t agree on encryption. ${encryption}`,
  ECERTIFICATE: () =>
    'The mail server’s certificate isn’t valid, or is for another name. Use the name that the provider gives.',
  EENVELOPE: ({ sender }) => `The mail server refuses mail from ${sender}, or to your address.`,
  EMESSAGE: () => 'The mail server accepted the addresses but then refused the email.',
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

/**
 * Returns the code of an error. nodemailer reports failed encryption with the code of a broken connection, and a wrong
 * certificate with the code of failed encryption. Only the error's message tells them apart.
 */
function findCode({ code, message }: MailTransportError): string {
  if (typeof code !== 'string') return '';
  if (!['ETLS', 'ESOCKET'].includes(code) || typeof message !== 'string') return code;
  if (/certificate|altnames|self-signed/i.test(message)) return 'ECERTIFICATE';
  return /\b(ssl|tls)/i.test(message) ? 'ETLS' : code;
}

/**
 * Explains why an email couldn't be sent, and what to check.
 *
 * @param isEntered true if the mail server is entered on a screen, and not in the environment
 */
export function formatMailError(error: MailTransportError, { isEntered } = { isEntered: false }): string {
  const reason =
    reasons[findCode(error)]?.(isEntered ? onScreen : inEnvironment) ?? 'The mail server couldn’t be used.';
  return `${reason}${formatQuote(error.response)}`;
}

/** Confirms that the test email was sent, with the server's response, and says what to check if it doesn't arrive. */
export const formatTestMailConfirmation = (to: string, response: string): string =>
  `Sent to ${to}.${formatQuote(response)} If the email doesn’t arrive, check your spam folder, then your domain’s SPF and DKIM records.`;

/** The internal setting that holds the time of the last test email. */
const lastTestMailSetting = 'test mail left';

/** Returns true once a test email has been sent. */
export const hasSentTestMail = async (db: DbReader): Promise<boolean> =>
  (await readInternalSetting(db, lastTestMailSetting)) !== undefined;

export async function recordTestMail(tx: DbTransaction, now: Instant): Promise<void> {
  await deleteSetting(tx, lastTestMailSetting);
  await createInternalSetting(tx, lastTestMailSetting, now);
}

/** Composes a test email, which is sent without the queue: the admin waits for the server's response. */
function composeTestEmail({
  to,
  siteName,
  now,
}: {
  to: string;
  siteName: string;
  now: Instant;
}): Parameters<MailTransport['send']>[0] {
  const before = [`This is a test: emails from ${siteName} are reaching you.`];
  return {
    ...{ id: newId(), to, from_name: siteName, created_at: now, idempotency_key: '', reply_to: '' },
    ...{ secret_until: null, secret: '', kept: 0 as const, attached_kind: '', attached_id: '' },
    ...composeEmail({ subject: `Test email from ${siteName}`, before, siteName }),
  };
}

/**
 * Sends a test email to the admin through a mail server, records that one was sent, and responds with what the server
 * said.
 *
 * @param isEntered true if the mail server is entered on a screen, and not in the environment
 *
 * @throws HttpError 400 with the reason if the email can't be sent
 */
export async function sendTestMailAndRespond(
  db: Database,
  request: CallRequest<unknown>,
  { transport, isEntered }: { transport: Pick<MailTransport, 'send'>; isEntered: boolean },
) {
  const { visitor, now } = request;
  const { email: to } = (await findUser(db.read, visitor.id)) ?? refuseNotFound();
  const { siteName } = await readSettings(db.read);
  const response = await transport
    .send(composeTestEmail({ to, siteName, now }))
    .catch((fault) => refuse(400, formatMailError(fault as MailTransportError, { isEntered })));
  const entry = createAuditContext(request, 'mail.tested');
  await write(db, async (tx) => {
    await recordTestMail(tx, now);
    await recordAudit(tx, entry);
  });
  return ok(formatTestMailConfirmation(to, response));
}
