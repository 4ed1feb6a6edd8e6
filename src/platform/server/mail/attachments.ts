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
 * Creates the attachments of one kind of mail. They are created when the mail is sent, from the data at that moment:
 * nothing is stored twice, and a mail that is sent again has current ones.
 */
export interface MailAttachments {
  kind: string;
  make: (
    on: { db: Database; encryption: Encryption; home: () => string; clock: () => Date },
    id: Id,
  ) => Promise<readonly Attachment[]>;
}
