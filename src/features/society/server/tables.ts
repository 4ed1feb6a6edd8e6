/** What the society has set for its site: a name of `settings.ts`, and its value as text. */
interface SettingTable {
  name: string;
  value: string;
}

declare module '#platform/server/database/schema.ts' {
  interface Tables {
    setting: SettingTable;
  }
}
