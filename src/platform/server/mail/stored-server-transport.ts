import type { Encryption } from '../crypto/encryption.ts';
import type { Database } from '../database/index.ts';
import type { OutgoingNetwork } from '../outgoing/public-connection.ts';
import { describeMailPassword, findMailServer, findReplacedMailServer, type MailServer } from './mail-server.ts';
import { createMailServerTransport, type MailTransport } from './transport.ts';

/** The error code for a password that can't be decrypted, because the data key was replaced. */
const unreadablePassword = 'EPASSWORD';

/** The maximum number of transports that are stored. A replaced server is needed for a while too. */
const mostTransports = 4;

interface StoredServerParts {
  db: Pick<Database, 'read'>;
  encryption: Pick<Encryption, 'decrypt'>;
  network: OutgoingNetwork;
  /** The transport used while the admins have entered no mail server. */
  otherwise: MailTransport;
}

/**
 * Creates the transport to the mail server that the admins have entered, or to `otherwise` while there is none. The
 * server is read from the database for each email, so a change takes effect in every process at once.
 */
export function createStoredServerTransport({ db, encryption, network, otherwise }: StoredServerParts): MailTransport {
  const transports = new Map<string, MailTransport>();
  let isEntered = false;
  let readAt: number | undefined;

  /** A row never changes, so its id is enough to identify the transport. */
  function transportTo(server: MailServer): MailTransport {
    const known = transports.get(server.id);
    if (known) return known;
    const password = server.password && encryption.decrypt(server.password, describeMailPassword(server.id));
    if (password === undefined) return failingTransport;
    const made = createMailServerTransport({ ...server, password }, network);
    if (transports.size >= mostTransports) transports.clear();
    transports.set(server.id, made);
    return made;
  }

  async function current(serverId?: string): Promise<MailTransport> {
    const replaced = serverId ? await findReplacedMailServer(db.read, serverId) : undefined;
    const server = replaced ?? (await findMailServer(db.read));
    return server ? transportTo(server) : otherwise;
  }

  return {
    isSetByAdmin: true,
    get to() {
      return isEntered ? 'server' : otherwise.to;
    },
    send: async (mail, attachments) => (await current()).send(mail, attachments),
    ...(otherwise.sweep ? { sweep: otherwise.sweep } : {}),
    current,
    refresh: async (revision) => {
      if (readAt === revision) return;
      isEntered = (await findMailServer(db.read)) !== undefined;
      readAt = revision;
    },
  };
}

const failingTransport: MailTransport = {
  to: 'server',
  isSetByAdmin: true,
  send: () => Promise.reject(Object.assign(new Error('The password is unreadable.'), { code: unreadablePassword })),
};
