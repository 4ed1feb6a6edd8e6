import type { Subject } from '../message.ts';

export interface ContactMessageTable {
  id: string;
  name: string;
  contact: string;
  subject: Subject;
  message: string;
  /** 1 when the field that people don't see was filled: kept, but not mailed. */
  suspect: 0 | 1;
  received_at: string;
  read_at: string | null;
  /** When it was put away, and when it was deleted: it can be restored for a while. */
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
