import type { Encryption } from '../crypto/encryption.ts';
import type { Id } from '../crypto/ids.ts';
import type { Database } from '../database/index.ts';

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
export interface MailAttachments {
  kind: string;
  make: (
    on: { db: Database; encryption: Encryption; home: () => string; clock: () => Date },
    id: Id,
  ) => Promise<readonly Attachment[]>;
}
