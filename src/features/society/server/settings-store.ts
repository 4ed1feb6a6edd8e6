import type { Reading, Writing } from '#platform/server/database/index.ts';
import { Settings } from '../settings.ts';

/** The site's settings. One that was never saved, or can't be parsed, has its default. */
export async function readSettings(db: Reading): Promise<Settings> {
  const rows = await db.selectFrom('setting').select(['name', 'value']).execute();
  const stored = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  const read = Settings.safeParse(stored);
  if (read.success) return read.data;
  for (const issue of read.error.issues) delete stored[String(issue.path[0])];
  return Settings.parse(stored);
}

/** Saves the settings given and leaves the others as they are. */
export async function saveSettings(tx: Writing, settings: Partial<Settings>): Promise<void> {
  const rows = Object.entries(settings).map(([name, value]) => ({ name, value: String(value) }));
  if (rows.length === 0) return;
  await tx
    .insertInto('setting')
    .values(rows)
    .onConflict((clash) => clash.column('name').doUpdateSet((row) => ({ value: row.ref('excluded.value') })))
    .execute();
}

/** Notes that the program makes for itself among the settings, under names that `Settings` doesn't have. */
export async function readNote(db: Reading, name: string): Promise<string | undefined> {
  return (await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst())?.value;
}

export async function writeNote(tx: Writing, name: string, value: string): Promise<void> {
  await tx.insertInto('setting').values({ name, value }).execute();
}

/** Deletes a note or a setting; with `value`, only while that is its value. */
export async function removeSetting(tx: Writing, name: string, value?: string): Promise<void> {
  const setting = tx.deleteFrom('setting').where('name', '=', name);
  await (value === undefined ? setting : setting.where('value', '=', value)).execute();
}
