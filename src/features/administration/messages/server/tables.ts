import type { LiveRow } from '#platform/server/database/index.ts';
import type { FeedbackState } from '../feedback-topics.ts';
import type { MessageKind } from '../inbox-contract.ts';

export interface MessageTable {
  id: string;
  kind: MessageKind;
  /** The member who sent feedback; null for a visitor, and once the member is gone. */
  user_id: string | null;
  /** Of a member, their name at that time. */
  name: string;
  /** As it was given: an email address, a phone number, or neither. */
  contact: string;
  /** A subject of the contact form, or a topic of feedback. */
  about: string;
  message: string;
  wants_reply: 0 | 1;
  /** The browser of a member, as it described itself. */
  device: string;
  /** 1 when the hidden field was filled in: stored, but not mailed. */
  suspect: 0 | 1;
  state: FeedbackState;
  received_at: string;
  /** When it was archived. */
  archived_at: string | null;
  /** Since when it is in the trash. */
  deleted_at: string | null;
  /** When it was last answered from here, and by whom. */
  answered_at: string | null;
  answered_by: string;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    inbox_message: LiveRow<MessageTable>;
    inbox_message_with_deleted: MessageTable;
  }
}
