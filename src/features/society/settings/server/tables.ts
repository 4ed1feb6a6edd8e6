import type { Generated } from 'kysely';

/** A setting: a name in `settings.ts` or an internal one, and its value as text. */
interface SettingTable {
  name: string;
  value: string;
  /** In the row of a group of settings (`versionRows`): increases with each save of the group. */
  version: Generated<number>;
  /** In the row of a group: the user who last saved it; null if unknown. */
  updated_by?: string | null | undefined;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    setting: SettingTable;
  }
}
