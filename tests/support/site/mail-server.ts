// A society's own mail server, on loopback.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface MailServer {
  /** The settings for a site that sends email through this server. */
  settings: Record<string, string>;
  /** The accepted emails, as received. */
  taken: string[];
  stop: () => Promise<void>;
}

/** Starts a mail server that accepts email to the addresses for which `isKnown` returns true. */
export async function startMailServer(isKnown: (address: string) => boolean = () => true): Promise<MailServer> {
  const taken: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
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
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    settings: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'office@players.example' },
    taken,
    stop: () => new Promise<void>((closed) => server.close(closed)),
  };
}

/** Returns the text of an email without the line breaks and codes of its transfer encoding. */
export const decoded = (mail: string): string =>
  mail
    .replaceAll('=\r\n', '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (codes) => Buffer.from(codes.replaceAll('=', ''), 'hex').toString());
