import type { Reading, Writing } from '#platform/server/database/index.ts';
import type { CalendarDate } from '#platform/shared/dates.ts';

/**
 * Stands among the settings while the demo's pictures and files are still to be made; its value is the day the demo was
 * opened on. Gone once they are there, so that what an admin then takes away never comes back.
 */
const NOTE = 'demoMediaWanted';

export async function noteMediaWanted(tx: Writing, day: CalendarDate): Promise<void> {
  await tx.insertInto('setting').values({ name: NOTE, value: day }).execute();
}

export async function mediaWanted(db: Reading): Promise<CalendarDate | undefined> {
  const note = await db.selectFrom('setting').select('value').where('name', '=', NOTE).executeTakeFirst();
  return note?.value;
}

export async function mediaComplete(tx: Writing): Promise<void> {
  await tx.deleteFrom('setting').where('name', '=', NOTE).execute();
}
