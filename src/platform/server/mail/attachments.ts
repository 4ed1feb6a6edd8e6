import type { Encryption } from '../crypto/encryption.ts';
import type { Id } from '../crypto/ids.ts';
import type { Database } from '../database/index.ts';

/** A file that goes with a mail. */
export interface Attachment {
  name: string;
  contentType: string;
  content: Buffer;
}

/**
 * Makes what is attached to mails of a kind. It is made when the mail leaves, from what there is by then: nothing is
 * stored twice, and a mail that is sent again brings what is right now.
 */
export interface MailAttachments {
  kind: string;
  make: (
    on: { db: Database; sealing: Encryption; home: () => string; clock: () => Date },
    id: Id,
  ) => Promise<readonly Attachment[]>;
}
