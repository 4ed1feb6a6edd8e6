import { hasSentTestMail } from '#features/administration/mail/server/index.ts';
import { selectShowsOnSite } from '#features/archive/shows/server/index.ts';
import { selectPerformanceStarts } from '#features/box-office/performances/server/index.ts';
import { listPlans } from '#features/money/subscriptions/server/index.ts';
import { listMemberDocEntries } from '#features/publishing/files/server/index.ts';
import { hasSecondAdmin, mayUse } from '#features/society/accounts/server/index.ts';
import {
  createInternalSetting,
  findSettingsVersion,
  readInternalSetting,
  readSettings,
} from '#features/society/settings/server/index.ts';
import { Settings } from '#features/society/settings/settings.ts';
import { createAuditContext, findLastBackupTime, recordAudit } from '#platform/server/audit/index.ts';
import { backupJobKind } from '#platform/server/backup/feature.ts';
import { type DbReader, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { toCalendarDate } from '#platform/shared/dates/dates.ts';
import { type AdminToolsContent, dismissOnboarding } from '../contract.ts';

/** The internal setting that holds the time at which an admin dismissed the onboarding steps. */
const dismissedSetting = 'first hour put away';

type Steps = AdminToolsContent['first_hour'];

export type OnboardingServices = Pick<
  Services,
  'environment' | 'paymentProvider' | 'mailTransport' | 'jobHandlers' | 'clock'
>;

/**
 * Lists the onboarding steps. Lists none in the demo, once all required steps are done, or once an admin has dismissed
 * the list.
 */
export async function listOnboardingSteps(
  db: DbReader,
  { environment, paymentProvider, mailTransport: mail, jobHandlers: work, clock }: OnboardingServices,
): Promise<Steps> {
  // The demo society is already set up
  if (environment === 'practice') return [];
  if ((await readInternalSetting(db, dismissedSetting)) !== undefined) return [];
  const hasNoServer = mail?.to === 'folder';
  const isBackedUp = work().some(({ kind }) => kind === backupJobKind);
  const { siteName, timeZone, contactEmail, about, privacy, docsText } = await readSettings(db);
  const settings = '/members/admin/admin_settings';
  const steps: (Omit<Steps[number], 'optional'> & { optional?: true })[] = [
    {
      key: 'name',
      title: 'Name, logo and colour',
      about: 'What visitors see on every page.',
      link: settings,
      done: siteName !== Settings.parse({}).siteName,
    },
    {
      key: 'zone',
      title: 'Time zone',
      about: `Currently ${timeZone}. The time zone decides when a day begins. Save the settings to confirm it.`,
      link: settings,
      done: (await findSettingsVersion(db, 'form')) > 0,
    },
    {
      key: 'mail',
      title: 'Send yourself a test email',
      about: hasNoServer
        ? 'No email is delivered until there is a mail server: enter it in Mail settings, and send a test email there.'
        : 'You’ll see the mail server’s answer here.',
      link: hasNoServer ? '/members/admin/mail_settings' : '',
      done: !hasNoServer && (await hasSentTestMail(db)),
    },
    {
      key: 'archive',
      title: 'Add your shows, or import all of them',
      about:
        'One by one with “New show”, or from a spreadsheet with “Import shows” under “More”, which shows a preview first.',
      link: '/members/manage_shows',
      done: (await selectShowsOnSite(db).limit(1).executeTakeFirst()) !== undefined,
    },
    {
      key: 'admin',
      title: 'Invite a second admin',
      about: 'So that somebody can restore your access if you lose your phone.',
      link: '/members/admin/manage_users/invite',
      done: await hasSecondAdmin(db),
    },
    {
      key: 'contact',
      title: 'Choose who answers visitors',
      about:
        'Messages from visitors appear in Messages. If the site can send email, they are also emailed to the addresses entered for the contact form; without any, to all admins.',
      link: `${settings}#mail`,
      done: contactEmail !== '',
      optional: true,
    },
    {
      key: 'about',
      title: 'Write the “About us” text',
      about: 'Who you are, where you rehearse, and how to join.',
      link: `${settings}#society`,
      done: about !== '',
      optional: true,
    },
    {
      key: 'privacy',
      title: 'Write your own privacy notice',
      about: 'Until then, the privacy page has a standard notice about what this site does with people’s data.',
      link: `${settings}#privacy`,
      done: privacy !== '',
      optional: true,
    },
    {
      key: 'plans',
      title: 'Add your subscription plans',
      about: 'What membership costs, and when it renews. Nobody can subscribe until there is a plan.',
      link: settings,
      done: (await listPlans(db, toCalendarDate(clock(), timeZone))).length > 0,
      optional: true,
    },
    {
      key: 'docs',
      title: 'Add Member Docs',
      about: 'Such as your constitution, or how to hire the hall.',
      link: '/members/docs/manage',
      done: docsText !== '' || (await listMemberDocEntries(db)).length > 0,
      optional: true,
    },
    {
      key: 'box_office',
      title: 'Open the box office',
      about: 'Add the performances of your next show, with prices and the date when tickets go on sale.',
      link: '/members/bookings',
      done: (await selectPerformanceStarts(db).executeTakeFirst()) !== undefined,
      optional: true,
    },
    {
      key: 'cards',
      title: 'Take card payments',
      about: 'Needs a Square account and five settings on the server. Skip this if you don’t take cards.',
      link: '',
      done: paymentProvider !== undefined,
      optional: true,
    },
    {
      key: 'backup',
      title: 'Make the first backup',
      about: isBackedUp
        ? 'The site makes the first backup as soon as it has started, then one every night. If no backup appears, Background tasks says why.'
        : 'Ask the person who looks after the server to set BACKUP_DIR for nightly backups, or to make one by hand: see “Backups” in docs/operating.md.',
      link: isBackedUp ? '/members/admin/jobs' : '',
      done: (await findLastBackupTime(db)) !== undefined,
    },
  ];
  const isDone = steps.every(({ done, optional }) => done || optional);
  if (isDone) return [];
  const required = steps.filter(({ optional }) => !optional);
  const others = steps.filter(({ optional }) => optional);
  return [...required, ...others].map((step) => ({ ...step, optional: step.optional === true }));
}

export function registerOnboardingCalls(registry: RouteRegistry): void {
  const { call } = registry;
  const context = { db: registry.db };
  call(dismissOnboarding, { access: mayUse('admin') }, handleDismiss(context));
}

type Context = Pick<RouteRegistry, 'db'>;

const handleDismiss =
  ({ db }: Context): CallHandler<typeof dismissOnboarding> =>
  async (request) => {
    const entry = { ...createAuditContext(request, 'onboarding.dismissed') };
    await write(db, async (tx) => {
      if ((await readInternalSetting(tx, dismissedSetting)) !== undefined) return;
      await createInternalSetting(tx, dismissedSetting, request.now);
      await recordAudit(tx, entry);
    });
    return ok('List dismissed. You can still do everything that was on it.');
  };
