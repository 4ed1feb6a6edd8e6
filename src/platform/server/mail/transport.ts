import { formatCannotEmailMessage } from '#platform/shared/text/cannot-email.ts';
import type { Encryption } from '../crypto/encryption.ts';
import type { Id } from '../crypto/ids.ts';
import type { Database } from '../database/index.ts';
import type { MailServer } from './mail-server.ts';
import type { MailTable } from './tables.ts';

/** A file attached to an email. */
export interface Attachment {
  name: string;
  contentType: string;
  content: Buffer;
}

/**
 * Creates the attachments of one kind of email. They are created when the email is sent, from the data at that time.
 * Nothing is therefore stored twice, and an email that is sent again has current attachments.
 */
export interface MailAttachmentProvider {
  kind: string;
  make: (
    on: { db: Database; encryption: Encryption; home: () => string; clock: () => Date },
    id: Id,
  ) => Promise<readonly Attachment[]>;
}

/** The way in which emails leave the site. */
export interface MailTransport {
  /** True if an admin enters the mail server on a screen; false if the environment sets it. */
  readonly isSetByAdmin?: boolean;
  /** The mail server, if the environment sets it. */
  readonly server?: Pick<MailServer, 'host' | 'port' | 'user' | 'sender'>;
  /**
   * The destination of emails: a mail server, which delivers them, or only a local folder. In a public demo, emails go
   * nowhere.
   */
  readonly to: 'server' | 'folder' | 'nowhere';
  /**
   * Resolves once a mail server has accepted the email, with that server's response. Without a mail server, resolves
   * once the email is stored or, in a public demo, discarded.
   * @throws if the email was neither accepted nor stored
   */
  send: (mail: MailTable, attachments?: readonly Attachment[]) => Promise<string>;
  /**
   * Connects to the server and signs in, without sending anything.
   * @throws if the server can't be used
   */
  verify?: () => Promise<void>;
  /**
   * Deletes stored emails whose link has expired, or that are no longer in the mail log.
   * @param inLog returns the ids that are still in the mail log
   */
  sweep?: (now: Date, inLog: (ids: readonly string[]) => Promise<ReadonlySet<string>>) => Promise<void>;
  /**
   * Returns the present transport for emails. With `serverId`, returns the one through that server, unless the server
   * has been deleted.
   */
  current?: (serverId?: string) => Promise<MailTransport>;
  /** Updates `to`, unless it was read at this revision of the database. */
  refresh?: (revision: number) => Promise<void>;
}

/** Returns true if emails are delivered by a mail server, and aren't just stored or dropped. */
export const hasMailServer = (transport: MailTransport | undefined): boolean => transport?.to === 'server';

/**
 * Explains why emails aren't sent, and what an admin can do about it; "" if a mail server is set, or emails are waiting
 * for one.
 */
export function findUnsentReason(transport: MailTransport | undefined): string {
  if (transport?.to === 'folder')
    return 'No mail server is set up, so emails aren’t being delivered. Each one is stored as a file in the “mail” folder of the site’s data. An admin can enter a mail server in Admin Tools, Mail settings.';
  if (transport?.to === 'nowhere')
    return 'This is a public demo, so it doesn’t send any emails. You can read the emails in the mail log.';
  return '';
}

/** Returns true if emails are sent, or wait for a mail server to be set; false if they stay on this site. */
export const canSendMail = (transport: MailTransport | undefined): boolean => findUnsentReason(transport) === '';

const unsentMessages = {
  folder: 'No email was sent, because this site has no mail server yet. Unsent emails are kept in the mail log.',
  nowhere: 'No email was sent, because this is a demo. Unsent emails are kept in the mail log.',
} as const;

/**
 * Returns a sentence about an email that was just queued: `sent`, or if this site sends no emails, a sentence that says
 * so.
 */
export const describeQueuedEmail = (transport: MailTransport | undefined, sent: string): string =>
  transport === undefined || transport.to === 'server' ? sent : unsentMessages[transport.to];

/** Does the same as `describeQueuedEmail` for an email to a person who can also be reached in another way. */
export const describeQueuedEmailTo = (
  transport: MailTransport | undefined,
  sent: string,
  person: Parameters<typeof formatCannotEmailMessage>[0],
): string => (canSendMail(transport) ? sent : formatCannotEmailMessage(person));
