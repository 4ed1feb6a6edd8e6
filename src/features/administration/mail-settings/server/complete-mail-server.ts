import { isIP } from 'node:net';
import type { Encryption } from '#platform/server/crypto/encryption.ts';
import { refuseFields } from '#platform/server/http/errors/http-error.ts';
import { type DecryptedMailServer, describeMailPassword, type MailServer } from '#platform/server/mail/index.ts';
import type { OutgoingNetwork } from '#platform/server/outgoing/public-connection.ts';
import type { MailServerForm } from '../contract.ts';

/**
 * The ports on which mail servers accept mail. Unless private networks are allowed, other ports are refused, so that no
 * other service can be reached.
 */
const mailPorts = new Set([25, 465, 587, 2465, 2525, 2587]);

/** Decrypts a saved server's password; undefined if the data key was replaced after the password was saved. */
export const decryptMailPassword = (
  { id, password }: Pick<MailServer, 'id' | 'password'>,
  encryption: Pick<Encryption, 'decrypt'>,
): string | undefined => (password === '' ? '' : encryption.decrypt(password, describeMailPassword(id)));

/**
 * Completes a mail server as typed: an empty password means the saved one, but only for the same account on the same
 * server. Otherwise the saved password could be sent to somebody's own server.
 *
 * @throws HttpError 400 naming every field that can't be used
 */
export function completeMailServer(
  typed: MailServerForm,
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
    fields.encryption = 'A password is only sent over an encrypted connection: choose one of the other two.';
  if (server.user === '' && password !== '') fields.user = 'Enter the user name that the password belongs to.';
  if (server.user === '' || password !== '') return done(fields, { ...server, password });
  const isSame =
    saved !== undefined &&
    (['host', 'port', 'encryption', 'user'] as const).every((name) => saved[name] === server[name]);
  const stored = isSame ? decryptMailPassword(saved, encryption) : undefined;
  if (stored === undefined || stored === '')
    fields.password =
      saved && !isSame
        ? 'Enter the password again, because the server, port, encryption or user name has changed.'
        : 'Enter the password.';
  return done(fields, { ...server, password: stored ?? '' });
}

function done(fields: Record<string, string>, server: DecryptedMailServer): DecryptedMailServer {
  if (Object.keys(fields).length > 0) refuseFields(fields);
  return server;
}
