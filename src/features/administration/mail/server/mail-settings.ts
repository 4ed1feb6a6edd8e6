import { isIP } from 'node:net';
import {
  adminsOnly,
  buildOutgoingEmail,
  listAdminEmails,
  mayUse,
  queueAccountEmail,
  requireSession,
} from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import type { Encryption } from '#platform/server/crypto/encryption.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseFields } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, type CallRequest, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import {
  buildMailPasswordContext,
  composeEmail,
  createMailServerTransport,
  type DecryptedMailServer,
  type EmailContent,
  findMailServer,
  type MailServer,
  replaceMailServer,
} from '#platform/server/mail/index.ts';
import type { OutgoingNetwork } from '#platform/server/outgoing/public-connection.ts';
import * as contract from '../contract.ts';
import { type MailServerBody, mailSettingsPath } from '../contract.ts';
import { formatMailError, sendTestMailAndRespond } from './index.ts';

type Needed = Pick<Services, 'mailTransport' | 'outgoingNetwork' | 'encryption' | 'isPublicDemo'>;
type Context = Needed & Pick<RouteRegistry, 'db'>;

/**
 * Registers the page with the mail server, and the calls that test or change the server. An admin who redirects the
 * site's email would receive every password reset link, so the calls require the role admin and re-authentication.
 */
export function registerMailSettingsRoutes(registry: RouteRegistry, services: Needed): void {
  const { page, call } = registry;
  const context = { ...services, db: registry.db };
  page(mailSettingsPath, { type: 'mail_settings', access: mayUse('admin') }, buildMailSettings(context));
  const guard = { access: adminsOnly, requiresReauthentication: true, rateLimit: 'message' } as const;
  call(contract.saveMailServer, guard, handleSave(context));
  call(contract.testMailServer, guard, handleTest(context));
  call(contract.removeMailServer, guard, handleRemove(context));
}

const findSetBy = ({ mailTransport: mail, isPublicDemo }: Needed): contract.MailSettings['set_by'] => {
  if (isPublicDemo) return 'demo';
  return mail?.to === 'server' && !mail.isSetByAdmin ? 'environment' : 'admin';
};

const buildMailSettings =
  (context: Context) =>
  async ({ db, visitor }: PageRequest): Promise<contract.MailSettings> => {
    const set_by = findSetBy(context);
    const may_change = adminsOnly.allows(visitor, undefined) && set_by === 'admin';
    const saved = set_by === 'admin' ? await findMailServer(db) : undefined;
    const shown = set_by === 'environment' ? context.mailTransport?.server : saved;
    return {
      type: 'mail_settings',
      title: 'Mail settings',
      set_by,
      may_change,
      basis: saved?.id ?? '',
      host: shown?.host ?? '',
      port: shown?.port ?? 465,
      encryption: saved?.encryption ?? 'tls',
      user: adminsOnly.allows(visitor, undefined) ? (shown?.user ?? '') : '',
      has_password: saved !== undefined && saved.password !== '',
      password_lost: saved !== undefined && decryptMailPassword(saved, context.encryption) === undefined,
      sender: shown?.sender ?? '',
    };
  };

/** @throws HttpError 409 if the environment decides which server is used */
function assertSetOnScreen(context: Context): void {
  if (findSetBy(context) === 'environment')
    refuse(409, 'SMTP_URL is set on the server, and decides which mail server is used. Nothing was changed.');
}

/**
 * Completes the mail server as typed with its saved password, if that is needed and allowed, and creates the transport
 * to this server.
 *
 * @throws HttpError 409 if the environment decides which server is used, 400 if a field can't be used
 */
async function prepareServer(context: Context, request: CallRequest<contract.MailServerBody>) {
  assertSetOnScreen(context);
  const { outgoingNetwork: network, encryption } = context;
  const saved = await findMailServer(context.db.read);
  const entered = completeMailServer(request.body, { saved, encryption, network });
  return { entered, transport: createMailServerTransport(entered, network) };
}

const handleTest =
  (context: Context): CallHandler<typeof contract.testMailServer> =>
  async (request) => {
    const { transport } = await prepareServer(context, request);
    return sendTestMailAndRespond(context.db, request, { transport, isEntered: true });
  };

const handleSave =
  (context: Context): CallHandler<typeof contract.saveMailServer> =>
  async (request) => {
    const { entered, transport } = await prepareServer(context, request);
    // Checked before saving, because a server that doesn't respond, or refuses the password, would stop all emails
    await transport.verify?.().catch((fault) => refuse(400, formatMailError(fault, { isEntered: true })));
    const id = newId();
    const password = entered.password && context.encryption.encrypt(entered.password, buildMailPasswordContext(id));
    await changeServer(context, request, { basis: request.body.basis, server: { ...entered, id, password } });
    return ok(`Saved. Emails are now sent through ${entered.host}. All admins will get an email about this.`);
  };

const handleRemove =
  (context: Context): CallHandler<typeof contract.removeMailServer> =>
  async (request) => {
    assertSetOnScreen(context);
    const saved = await findMailServer(context.db.read);
    if (!saved) refuse(409, 'There is no mail server to remove.');
    await changeServer(context, request, { basis: saved.id, server: undefined });
    return ok('Removed. Until there is a mail server again, emails aren’t sent: they are only stored in the mail log.');
  };

/**
 * Replaces or removes the mail server, and notifies all admins through the earlier server. Without an earlier server
 * that can be used, they are notified through the new one.
 */
async function changeServer(
  { db, encryption }: Context,
  request: CallRequest<unknown>,
  { basis, server }: { basis: string; server: MailServer | undefined },
): Promise<void> {
  const { visitor, now, home } = request;
  const action = server ? 'mail_server.changed' : 'mail_server.removed';
  const entry = createAuditContext(request, action);
  const { siteName } = await readSettings(db.read);
  await write(db, async (tx: DbTransaction) => {
    await requireSession(tx, visitor);
    const before = await findMailServer(tx);
    if ((before?.id ?? '') !== basis)
      refuse(409, 'The mail server has been changed since you opened this page. Reload the page, and try again.');
    await replaceMailServer(tx, server);
    const [from, to] = [formatServer(before), formatServer(server)];
    const email = composeServerChangedEmail({
      ...{ before: from, after: to, by: visitor.name, siteName },
      href: `${home}${mailSettingsPath}`,
    });
    const isUsable = before !== undefined && decryptMailPassword(before, encryption) !== undefined;
    // Without a server that can be used, nothing could deliver the emails
    const recipients = server || isUsable ? await listAdminEmails(tx) : [];
    for (const address of recipients) {
      await queueAccountEmail(
        tx,
        { ...buildOutgoingEmail(address, email), serverId: isUsable ? before.id : undefined },
        { at: now, siteName },
      );
    }
    await recordAudit(tx, { ...entry, detail: [from, to].filter(Boolean).join(' → ') });
  });
}

const formatServer = (server: MailServer | undefined) => (server ? `${server.host}:${server.port}` : '');

/**
 * Composes the email that tells every admin which server sends the site's emails from now on. `before` and `after` are
 * host and port ("mail.example.org:465"); "" if there is no server.
 */
function composeServerChangedEmail({
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
  const readers =
    after === '' ? '' : 'Anyone who runs that server can read the password reset links that the site sends. ';
  const sentence =
    after === ''
      ? `${by} has removed the mail server of ${siteName}, ${before}. From now on no email is delivered.`
      : `${by} has changed the settings for email: ${siteName} now sends its emails through ${after}.${earlier}`;
  return composeEmail({
    subject: after === '' ? `${siteName} no longer sends email` : `${siteName} sends its emails through another server`,
    before: [
      sentence,
      `${readers}If you don’t know of this change, ask the other admins at once, and look at the audit log.`,
    ],
    link: { label: 'Open Mail settings', href },
    siteName,
  });
}

/**
 * The ports on which mail servers accept mail. Unless private networks are allowed, other ports are refused, so that no
 * other service can be reached.
 */
const mailPorts = new Set([25, 465, 587, 2465, 2525, 2587]);

/**
 * Decrypts a saved server's password; "" if it has none, undefined if the data key was replaced after the password was
 * saved.
 */
const decryptMailPassword = (
  { id, password }: Pick<MailServer, 'id' | 'password'>,
  encryption: Pick<Encryption, 'decrypt'>,
): string | undefined => (password === '' ? '' : encryption.decrypt(password, buildMailPasswordContext(id)));

/**
 * Completes a mail server as typed: an empty password means the saved one, but only for the same account on the same
 * server. Otherwise the saved password could be sent to somebody's own server.
 *
 * @throws HttpError 400 naming every field that can't be used
 */
function completeMailServer(
  typed: MailServerBody,
  {
    saved,
    encryption,
    network,
  }: { saved: MailServer | undefined; encryption: Pick<Encryption, 'decrypt'>; network: OutgoingNetwork },
): DecryptedMailServer {
  const { basis: _, password, ...server } = typed;
  const fields: Record<string, string> = {};
  if (!network.allowPrivate && !mailPorts.has(server.port))
    fields.port =
      'Mail servers don’t usually take emails on this port, so the site doesn’t connect to it. Use 465, 587 or 25.';
  if (!network.allowPrivate && !server.host.includes('.') && isIP(server.host) === 0)
    fields.host = 'Enter the whole name of the mail server, such as mail.example.org.';
  if (server.user !== '' && server.encryption === 'optional')
    fields.encryption = 'A password is only sent over an encrypted connection: choose one of the other two options.';
  if (server.user === '' && password !== '') fields.user = 'Enter the user name that the password belongs to.';
  if (server.user === '' || password !== '') return refuseFieldsOrReturn(fields, { ...server, password });
  const isSame =
    saved !== undefined &&
    (['host', 'port', 'encryption', 'user'] as const).every((name) => saved[name] === server[name]);
  const stored = isSame ? decryptMailPassword(saved, encryption) : undefined;
  if (stored === undefined || stored === '')
    fields.password =
      saved && !isSame
        ? 'Enter the password again, because the server, port, encryption or user name has changed.'
        : 'Enter the password.';
  return refuseFieldsOrReturn(fields, { ...server, password: stored ?? '' });
}

function refuseFieldsOrReturn(fields: Record<string, string>, server: DecryptedMailServer): DecryptedMailServer {
  if (Object.keys(fields).length > 0) refuseFields(fields);
  return server;
}
