import type { Generated } from 'kysely';

/** A setting of the society's site: a name of `settings.ts`, and its value as text. */
interface SettingTable {
  name: string;
  value: string;
  /** Moves with each save of it. */
  version: Generated<number>;
  /** The user who saved it last; null where that isn't known. */
  updated_by?: string | null | undefined;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    setting: SettingTable;
  }
}
