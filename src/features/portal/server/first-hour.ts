import { hasSecondAdmin, mayUse } from '#features/accounts/server/index.ts';
import { isMailTested } from '#features/mail-log/server/index.ts';
import { everyShow } from '#features/shows/server/index.ts';
import { readNote, readSettings, settingVersion, writeNote } from '#features/society/server/index.ts';
import { Settings } from '#features/society/settings.ts';
import { doneBy, lastBackup, recordAudit } from '#platform/server/audit/index.ts';
import { type Reading, writeQuietly } from '#platform/server/database/index.ts';
import { ok } from '#platform/server/http/call.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type AdminTools, putAwayFirstHour } from '../contract.ts';

/** When an admin put the list away. */
const awayNote = 'first hour put away';

type Steps = AdminTools['first_hour'];

/**
 * What a society does in its first hour, each with whether it is done. The list goes away as soon as all is, or an admin
 * puts it away: not every society takes cards.
 */
export async function firstHour(db: Reading, { takesCards }: { takesCards: boolean }): Promise<Steps> {
  if ((await readNote(db, awayNote)) !== undefined) return [];
  const { siteName, timeZone } = await readSettings(db);
  const settings = '/members/admin/admin_settings';
  const steps: Steps = [
    {
      key: 'name',
      title: 'Name, logo and colour',
      about: 'What visitors see of you on every page.',
      link: settings,
      done: siteName !== Settings.parse({}).siteName,
    },
    {
      key: 'zone',
      title: 'Time zone',
      about: `It is ${timeZone} now, and decides when a day begins. Saving the settings confirms it.`,
      link: settings,
      done: (await settingVersion(db, 'form')) > 0,
    },
    {
      key: 'mail',
      title: 'Send yourself a test mail',
      about: 'You read here what the mail server answers.',
      link: '',
      done: await isMailTested(db),
    },
    {
      key: 'archive',
      title: 'Add your shows, or import all of them',
      about: 'From a spreadsheet on the server, or one by one.',
      link: '/members/manage_shows',
      done: (await everyShow(db)).length > 0,
    },
    {
      key: 'admin',
      title: 'Invite a second admin',
      about: 'So that somebody can let you in when you have lost your telephone.',
      link: '/members/admin/manage_users/invite',
      done: await hasSecondAdmin(db),
    },
    {
      key: 'cards',
      title: 'Take cards',
      about: 'Needs an account with Square, and five settings on the server. Leave it out if you take none.',
      link: '',
      done: takesCards,
    },
    {
      key: 'backup',
      title: 'Make the first backup',
      about: 'With BACKUP_DIR set on the server one is made each night. By hand: docs/operating.md, Backups, says how.',
      link: '',
      done: (await lastBackup(db)) !== undefined,
    },
  ];
  return steps.every(({ done }) => done) ? [] : steps;
}

export function firstHourCalls({ call, db }: Platform): void {
  call(putAwayFirstHour, { access: mayUse('admin') }, async (request) => {
    const entry = { ...doneBy(request), action: 'put the list of first steps away' };
    await writeQuietly(db, async (tx) => {
      if ((await readNote(tx, awayNote)) !== undefined) return;
      await writeNote(tx, awayNote, request.now);
      await recordAudit(tx, entry);
    });
    return ok('Put away. Everything in it stays where it is in Admin Tools.');
  });
}
