import type { Subject } from '../message.ts';

export interface ContactMessageTable {
  id: string;
  name: string;
  contact: string;
  subject: Subject;
  message: string;
  /** 1 when the hidden field was filled in: stored, but not mailed. */
  suspect: 0 | 1;
  received_at: string;
  read_at: string | null;
  /** When it was put away, and when it was put into the trash. */
  archived_at: string | null;
  deleted_at: string | null;
  /** When it was last answered from here, and by whom. */
  answered_at: string | null;
  answered_by: string;
}

declare module '#platform/server/database/schema.ts' {
  interface Tables {
    contact_message: ContactMessageTable;
  }
}
