import type { LiveRow } from '#platform/server/database/index.ts';
import type { FeedbackState, MessageKind } from '../message.ts';

export interface MessageTable {
  id: string;
  kind: MessageKind;
  /** The member who sent feedback; null for a visitor, or if the account no longer exists. */
  user_id: string | null;
  /** The name as typed; for a member, their name at that time. */
  name: string;
  /**
   * The contact as typed by a visitor: an email address, a phone number or anything else; for a member, their email
   * address at that time.
   */
  contact: string;
  /** A subject of the contact form, or a topic of feedback. */
  about: string;
  message: string;
  wants_reply: 0 | 1;
  /** The user agent of a member's browser; "" for a visitor. */
  device: string;
  /** 1 if the hidden field was filled in. The message is then stored, but not emailed. */
  suspect: 0 | 1;
  state: FeedbackState;
  received_at: string;
  archived_at: string | null;
  /** The time when the message was moved to the trash. */
  deleted_at: string | null;
  /** The time and the author of the last reply sent from this site; null and "" for none. */
  answered_at: string | null;
  answered_by: string;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    inbox_message: LiveRow<MessageTable>;
    inbox_message_with_deleted: MessageTable;
  }
}
