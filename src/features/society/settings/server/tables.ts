import type { Generated } from 'kysely';

/** A setting: a name in `settings.ts` or an internal one, and its value as text. */
interface SettingTable {
  name: string;
  value: string;
  /** Increases with each save of the setting. */
  version: Generated<number>;
  /** The user who last saved the setting; null if unknown. */
  updated_by?: string | null | undefined;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    setting: SettingTable;
  }
}
