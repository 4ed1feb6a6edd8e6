import type { Live } from '#platform/server/database/index.ts';
import type { ContactSubject } from '../contact-form.ts';

export interface ContactMessageTable {
  id: string;
  name: string;
  contact: string;
  subject: ContactSubject;
  message: string;
  /** 1 when the hidden field was filled in: stored, but not mailed. */
  suspect: 0 | 1;
  received_at: string;
  read_at: string | null;
  /** When it was archived. */
  archived_at: string | null;
  /** The time of its deletion. */
  deleted_at: string | null;
  /** The time of the last answer sent from here, and its author. */
  answered_at: string | null;
  answered_by: string;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    contact_message: Live<ContactMessageTable>;
    contact_message_with_deleted: ContactMessageTable;
  }
}
