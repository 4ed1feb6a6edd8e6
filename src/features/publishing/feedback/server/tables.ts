import type { Live } from '#platform/server/database/index.ts';
import type { FeedbackState, FeedbackTopic } from '../topics.ts';

export interface FeedbackTable {
  id: string;
  /** null once the member is deleted. */
  user_id: string | null;
  /** Name and address at that time. */
  name: string;
  email: string;
  about: FeedbackTopic;
  message: string;
  wants_reply: 0 | 1;
  /** The browser's description of itself. */
  device: string;
  state: FeedbackState;
  received_at: string;
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
    feedback: Live<FeedbackTable>;
    feedback_with_deleted: FeedbackTable;
  }
}
