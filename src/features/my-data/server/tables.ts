import type { WayToBeNamed } from '../shown-name.ts';

interface ErasureTable {
  user_id: string;
  shown_as: WayToBeNamed;
  asked_at: string;
  due_at: string;
}

declare module '../../../platform/server/database/schema.ts' {
  interface Tables {
    erasure: ErasureTable;
  }
}

export type { ErasureTable };
