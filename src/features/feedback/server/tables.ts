import type { About, State } from '../abouts.ts';

export interface FeedbackTable {
  id: string;
  /** null once the member is gone. */
  user_id: string | null;
  /** Name and address at that time. */
  name: string;
  email: string;
  about: About;
  message: string;
  wants_reply: 0 | 1;
  /** As the browser described itself. */
  device: string;
  state: State;
  received_at: string;
}

declare module '../../../platform/server/database/schema.ts' {
  interface Tables {
    feedback: FeedbackTable;
  }
}
