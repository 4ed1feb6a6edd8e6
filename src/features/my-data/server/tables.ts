import type { WayToBeNamed } from '../shown-name.ts';

interface ErasureTable {
  user_id: string;
  shown_as: WayToBeNamed;
  asked_at: string;
  due_at: string;
  /** Whether an admin has shut the account since: its owner can’t open it by signing in. */
  kept_shut: 0 | 1;
}

declare module '#platform/server/database/schema.ts' {
  interface Tables {
    erasure: ErasureTable;
  }
}

export type { ErasureTable };
