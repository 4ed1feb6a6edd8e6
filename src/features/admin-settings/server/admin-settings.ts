import { createHash } from 'node:crypto';
import { mayUse } from '#features/accounts/server/index.ts';
import { allPlans } from '#features/membership/server/index.ts';
import { cleanLogo, readSettings, saveSettings } from '#features/society/server/index.ts';
import type { Settings } from '#features/society/settings.ts';
import { SettingsForm, settingsIn } from '#features/society/settings-form.ts';
import { doneBy, recordAudit } from '#platform/server/audit/index.ts';
import { type Reading, write } from '#platform/server/database/index.ts';
import { ok } from '#platform/server/http/call.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { mustBeRecent } from '#platform/server/http/recent-password.ts';
import { refuse } from '#platform/server/http/refusal.ts';
import type { AdminSettings } from '../contract.ts';

const access = mayUse('admin');

/** The settings that decide who gets in, how, and who is told when somebody looks at emergency contacts. */
const guarding: ReadonlySet<string> = new Set<keyof Settings>([
  'registration',
  'secondFactorRequired',
  'committeeMail',
  'webmasterMail',
]);

/** Changes with any of the settings that this page edits. */
const versionOf = ({ docsText: _, ...settings }: Settings) =>
  createHash('sha256').update(JSON.stringify(settings)).digest('base64url').slice(0, 16);

const current = async (db: Reading) => {
  const settings = await readSettings(db);
  return { settings, version: versionOf(settings) };
};

export function adminSettingsPages({ page, call, db }: Platform): void {
  page(
    '/members/admin/admin_settings',
    { access },
    async (visit): Promise<AdminSettings> => ({
      type: 'admin_settings',
      title: 'Admin Settings',
      ...(await current(visit.db)),
      subs: await allPlans(visit.db),
    }),
  );

  const save = { access, grave: 'in part', accepts: SettingsForm } as const;
  call('POST', '/members/api/admin/admin_settings/site_settings', save, async (act) => {
    const { body } = act;
    const changed = settingsIn(body);
    if (changed.logo !== undefined) changed.logo = cleanLogo(changed.logo);
    const entry = { ...doneBy(act), action: 'changed site settings' };
    await write(db, async (tx) => {
      const { settings, version } = await current(tx);
      if (body.version && body.version !== version) {
        refuse(
          409,
          'Someone else has saved these settings meanwhile. What you typed is still here: copy it, then reload.',
        );
      }
      const names = Object.entries(changed).filter(([name, value]) => settings[name as keyof Settings] !== value);
      if (names.some(([name]) => guarding.has(name))) mustBeRecent(act);
      await saveSettings(tx, changed);
      await recordAudit(tx, { ...entry, detail: names.map(([name]) => name).join(', ') });
    });
    return ok('Settings saved. The site shows them now.');
  });
}
