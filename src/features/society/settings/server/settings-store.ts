import { type DbReader, type DbTransaction, updateVersionedRow } from '#platform/server/database/index.ts';
import { Settings } from '../settings.ts';

/** The site's settings. One that was never saved, or can't be parsed, has its default. */
export async function readSettings(db: DbReader): Promise<Settings> {
  const rows = await db.selectFrom('setting').select(['name', 'value']).execute();
  const stored = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  const read = Settings.safeParse(stored);
  if (read.success) return read.data;
  for (const issue of read.error.issues) delete stored[String(issue.path[0])];
  return Settings.parse(stored);
}

/** Returns true if anybody has ever saved one. Notes that the program makes for itself don't count. */
export async function hasSavedSettings(db: DbReader): Promise<boolean> {
  const saved = db.selectFrom('setting').select('name').where('name', 'in', Object.keys(Settings.shape));
  return (await saved.limit(1).executeTakeFirst()) !== undefined;
}

/** The settings that are saved together: the text above Member Docs on their page, everything else in one form. */
type SavedTogether = 'docsText' | 'form';

/** The row that holds the version of the form; its name isn't one of `Settings`. */
const guardOf = { docsText: 'docsText', form: 'settings form' } as const;

/** Returns the version of each: it increases with each save; 0 if it was never saved. */
export async function findSettingsVersion(db: DbReader, together: SavedTogether): Promise<number> {
  const row = await db.selectFrom('setting').select('version').where('name', '=', guardOf[together]).executeTakeFirst();
  return row?.version ?? 0;
}

/** The user who saved it last; null where that isn't known. */
export async function findSettingsSaver(db: DbReader, together: SavedTogether): Promise<string | null> {
  const saved = db.selectFrom('setting').select('updated_by').where('name', '=', guardOf[together]);
  return (await saved.executeTakeFirst())?.updated_by ?? null;
}

/** Saves the given settings. False, with nothing saved, if a version is given and someone else has saved since. */
export async function saveSettings(
  tx: DbTransaction,
  settings: Partial<Settings>,
  { by, ...versions }: { [Together in SavedTogether]?: number | undefined } & { by?: string } = {},
): Promise<boolean> {
  const rows = Object.entries(settings).map(([name, value]) => ({ name, value: String(value) }));
  for (const together of new Set(rows.map(({ name }) => (name === 'docsText' ? name : 'form')))) {
    const name = guardOf[together];
    const version = versions[together];
    // If there is no row, a later version is refused, and no row is left
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

/** Reads an internal value stored among the settings, under a name that `Settings` doesn't use. */
export async function readInternalSetting(db: DbReader, name: string): Promise<string | undefined> {
  return (await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst())?.value;
}

export async function writeInternalSetting(tx: DbTransaction, name: string, value: string): Promise<void> {
  await tx.insertInto('setting').values({ name, value }).execute();
}

/** Deletes a note or a setting; with `value`, only while that is its value. */
export async function removeSetting(tx: DbTransaction, name: string, value?: string): Promise<void> {
  const setting = tx.deleteFrom('setting').where('name', '=', name);
  await (value === undefined ? setting : setting.where('value', '=', value)).execute();
}
