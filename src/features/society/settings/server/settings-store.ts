import { type DbReader, type DbTransaction, updateVersionedRow } from '#platform/server/database/index.ts';
import { Settings } from '../settings.ts';

/** Reads the site's settings. A setting that was never saved or is invalid has its default. */
export async function readSettings(db: DbReader): Promise<Settings> {
  const rows = await db.selectFrom('setting').select(['name', 'value']).execute();
  const stored = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  const parsed = Settings.safeParse(stored);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) delete stored[String(issue.path[0])];
  return Settings.parse(stored);
}

/** Returns true if any setting is stored. Internal settings don't count. */
export async function hasSavedSettings(db: DbReader): Promise<boolean> {
  const saved = db.selectFrom('setting').select('name').where('name', 'in', Object.keys(Settings.shape));
  return (await saved.limit(1).executeTakeFirst()) !== undefined;
}

/** A group of settings that are saved together: the text above Member Docs, or the form with all others. */
type SettingsGroup = 'docsText' | 'form';

/** The name of the row that holds the version, for each group of settings. */
const versionRows = { docsText: 'docsText', form: 'settings form' } as const;

/** Returns the version of a group, which increases with each save; 0 if it was never saved. */
export async function findSettingsVersion(db: DbReader, group: SettingsGroup): Promise<number> {
  const row = await db
    .selectFrom('setting')
    .select('version')
    .where('name', '=', versionRows[group])
    .executeTakeFirst();
  return row?.version ?? 0;
}

/** Returns the id of the user who last saved a group; null if unknown. */
export async function findLastSettingsEditorId(db: DbReader, group: SettingsGroup): Promise<string | null> {
  const saved = db.selectFrom('setting').select('updated_by').where('name', '=', versionRows[group]);
  return (await saved.executeTakeFirst())?.updated_by ?? null;
}

/** Saves settings. If somebody else has saved the group since the given version, saves nothing and returns false. */
export async function saveSettings(
  tx: DbTransaction,
  settings: Partial<Settings>,
  { by, ...versions }: { [Group in SettingsGroup]?: number | undefined } & { by?: string } = {},
): Promise<boolean> {
  const rows = Object.entries(settings).map(([name, value]) => ({ name, value: String(value) }));
  for (const group of new Set(rows.map(({ name }) => (name === 'docsText' ? name : 'form')))) {
    const name = versionRows[group];
    const version = versions[group];
    // Creates the row for the first save. If a row is missing and the version is above 0, the update below saves
    // nothing
    if (version === undefined || version === 0) {
      await tx
        .insertInto('setting')
        .values({ name, value: '', version: 0 })
        .onConflict((clash) => clash.column('name').doNothing())
        .execute();
    }
    if (!(await updateVersionedRow(tx.updateTable('setting').where('name', '=', name), version, { by }))) return false;
  }
  if (rows.length === 0) return true;
  await tx
    .insertInto('setting')
    .values(rows)
    .onConflict((clash) => clash.column('name').doUpdateSet((row) => ({ value: row.ref('excluded.value') })))
    .execute();
  return true;
}

/** Reads an internal setting: a value that the program stores under a name that `Settings` doesn't use. */
export async function readInternalSetting(db: DbReader, name: string): Promise<string | undefined> {
  return (await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst())?.value;
}

export async function createInternalSetting(tx: DbTransaction, name: string, value: string): Promise<void> {
  await tx.insertInto('setting').values({ name, value }).execute();
}

/** Deletes a setting; with `value`, only if that is its current value. */
export async function deleteSetting(tx: DbTransaction, name: string, value?: string): Promise<void> {
  const setting = tx.deleteFrom('setting').where('name', '=', name);
  await (value === undefined ? setting : setting.where('value', '=', value)).execute();
}

/** The internal setting that marks the database of a public demo. */
export const publicDemoSetting = 'publicDemo';

/** Returns true for a public demo, whose accounts strangers share. */
export const isPublicDemo = async (db: DbReader): Promise<boolean> =>
  (await readInternalSetting(db, publicDemoSetting)) !== undefined;

export const sharedAccountsMessage = 'Everybody shares the accounts of this demo, so this is switched off here.';
