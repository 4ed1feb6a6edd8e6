import { isSecondFactorPolicyOn } from '#features/identity/second-factor/server/index.ts';
import { listPlans } from '#features/money/subscriptions/server/index.ts';
import {
  adminRequiredMessage,
  adminsOnly,
  buildOutgoingEmail,
  findUserName,
  listAdminEmails,
  mayUse,
  queueAccountEmail,
  requireSession,
} from '#features/society/accounts/server/index.ts';
import { securitySettings } from '#features/society/settings/security-settings.ts';
import {
  findLastSettingsEditorId,
  findSettingsVersion,
  readSettings,
  sanitiseLogo,
  saveSettings,
} from '#features/society/settings/server/index.ts';
import type { Settings } from '#features/society/settings/settings.ts';
import { toSettings } from '#features/society/settings/settings-form.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { type DbReader, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { requireRecentAuthentication } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { composeEmail, type EmailContent } from '#platform/server/mail/index.ts';
import { createConflictResponse } from '#platform/shared/calls/conflict.ts';
import * as contract from '../contract.ts';

/** The settings that may contain pictures, with their labels. */
const settingsWithPictures: Partial<Record<keyof Settings, string>> = {
  about: 'About us',
  accessibility: 'Accessibility',
  privacy: 'Privacy',
  logo: 'Logo',
  ticketsHeroPhoto: 'Picture for the ticket page',
};

export async function listSettingTexts(db: DbReader) {
  const settings = await readSettings(db);
  return Object.entries(settingsWithPictures).map(([name, label]) => ({
    text: String(settings[name as keyof Settings]),
    where: `Site settings: ${label}`,
    href: '',
  }));
}

/** Composes the email that tells every admin that a second factor is no longer required. */
const composeSecondFactorOffEmail = ({
  siteName,
  by,
  href,
}: {
  siteName: string;
  by: string;
  href: string;
}): EmailContent =>
  composeEmail({
    subject: `${siteName} no longer requires a second factor`,
    before: [
      `${by} has changed a setting: admins and the box office no longer have to set up a second factor for ${siteName}.`,
      'Second factors that are set up keep working. An admin can require them again in Admin Settings.',
    ],
    link: { label: 'Open Admin Settings', href },
    siteName,
  });

const access = mayUse('admin');

const loadCurrent = async (db: DbReader) => ({
  settings: await readSettings(db),
  version: await findSettingsVersion(db, 'form'),
});

type Needed = Pick<Services, 'secondFactorRequired' | 'isPublicDemo'>;

export function registerAdminSettingsRoutes(registry: RouteRegistry, services: Needed): void {
  const { page, call } = registry;
  const context = { ...services, db: registry.db };
  page('/members/admin/admin_settings', { type: 'admin_settings', access }, buildSettingsPage);
  call(contract.saveSettings, { access, requiresReauthentication: 'in part' }, handleSave(context));
}

type Context = Needed & Pick<RouteRegistry, 'db'>;

const buildSettingsPage = async (visit: PageRequest): Promise<contract.AdminSettingsContent> => ({
  type: 'admin_settings',
  title: 'Admin Settings',
  ...(await loadCurrent(visit.db)),
  may_secure: adminsOnly.allows(visit.visitor, undefined),
  subs: await listPlans(visit.db, visit.today),
});

const handleSave =
  ({ db, isPublicDemo, secondFactorRequired: requiredByServer }: Context): CallHandler<typeof contract.saveSettings> =>
  async (request) => {
    const { body, visitor, now, home } = request;
    const changed = toSettings(body);
    if (changed.logo !== undefined) changed.logo = await sanitiseLogo(changed.logo);
    const entry = { ...createAuditContext(request, 'settings.changed') };
    const saved = await write(db, async (tx) => {
      await requireSession(tx, visitor);
      const settings = await readSettings(tx);
      if (!(await saveSettings(tx, changed, { form: body.version, by: visitor.id }))) return undefined;
      const changes = Object.entries(changed).filter(([name, value]) => settings[name as keyof Settings] !== value);
      const securityChanges = changes.filter(([name]) => securitySettings.has(name));
      if (securityChanges.length > 0) {
        if (!adminsOnly.allows(visitor, undefined))
          refuse(
            403,
            `Some of the settings that you changed protect everybody’s accounts and data. ${adminRequiredMessage}`,
          );
        if (isPublicDemo)
          refuse(
            403,
            'Everybody shares this demo, so the settings that protect its accounts and data can’t be changed here.',
          );
        requireRecentAuthentication(request);
      }
      const after = { ...settings, ...changed };
      if (isSecondFactorPolicyOn(settings, requiredByServer) && !isSecondFactorPolicyOn(after, requiredByServer)) {
        const { siteName } = after;
        const email = composeSecondFactorOffEmail({
          siteName,
          by: visitor.name,
          href: `${home}/members/admin/admin_settings`,
        });
        for (const to of await listAdminEmails(tx))
          await queueAccountEmail(tx, buildOutgoingEmail(to, email), { at: now, siteName });
      }
      await recordAudit(tx, { ...entry, detail: changes.map(([name]) => name).join(', ') });
      return findSettingsVersion(tx, 'form');
    });
    if (saved !== undefined) return ok('Settings saved. The site now uses them.', { version: saved });
    const current: contract.CurrentSettings = {
      ...(await loadCurrent(db.read)),
      changed_by: await findUserName(db.read, await findLastSettingsEditorId(db.read, 'form')),
    };
    return createConflictResponse(
      'Someone else has saved these settings since you opened them. What you typed is still here: compare the two, then save again.',
      current,
    );
  };
