// A society's own mail server, on loopback.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';

export interface MailServer {
  port: number;
  /** The settings for a site that sends email through this server. */
  settings: Record<string, string>;
  /** The accepted emails, as received. */
  taken: string[];
  stop: () => Promise<void>;
}

const certificates = join(import.meta.dirname, 'certificates');

/** The certificate of a mail server that encrypts. It is valid for `reviews.example`. */
export const mailCertificate = readFileSync(join(certificates, 'reviews.example.pem'));

/** Settings for the way a mail server admits its clients. */
interface MailServerAccess {
  /** Encryption from the start, or after STARTTLS. In either case, nothing is accepted without it. Default: none. */
  encryption?: 'tls' | 'starttls';
  /** The account that has to sign in. Default: none. */
  account?: { user: string; password: string };
}

/** Starts a mail server that accepts email to the addresses for which `isKnown` returns true. */
export async function startMailServer(
  isKnown: (address: string) => boolean = () => true,
  { encryption, account }: MailServerAccess = {},
): Promise<MailServer> {
  const taken: string[] = [];
  const key = readFileSync(join(certificates, 'reviews.example.key.pem'));
  const server = new SMTPServer({
    authOptional: account === undefined,
    secure: encryption === 'tls',
    ...(encryption ? { key, cert: mailCertificate } : { disabledCommands: ['STARTTLS'] }),
    allowInsecureAuth: false,
    onAuth: ({ username, password }, _session, done) =>
      username === account?.user && password === account?.password
        ? done(null, { user: username })
        : done(Object.assign(new Error('Authentication failed'), { responseCode: 535 })),
    onMailFrom: (_address, session, done) =>
      done(
        encryption && !session.secure
          ? Object.assign(new Error('Must issue a STARTTLS command first'), { responseCode: 530 })
          : null,
      ),
    onRcptTo: ({ address }, _session, done) =>
      done(isKnown(address) ? null : Object.assign(new Error('No such person here'), { responseCode: 550 })),
    onData(stream, _session, done) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        taken.push(Buffer.concat(pieces).toString());
        done();
      });
    },
  });
  // Ignores clients that disconnect while encryption begins
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    settings: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'office@players.example' },
    taken,
    stop: () => new Promise<void>((closed) => server.close(closed)),
  };
}

/** Returns the text of an email without the line breaks and codes of its transfer encoding. */
export const decodeMail = (mail: string): string =>
  mail
    .replaceAll('=\r\n', '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (codes) => Buffer.from(codes.replaceAll('=', ''), 'hex').toString());
