import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import {
  createAuditContext,
  findFirstBackupTime,
  findLastBackupTime,
  findLastEntryOfAction,
  offsiteCopyAction,
  recordAudit,
} from '#platform/server/audit/index.ts';
import { offsiteCopyJobKind } from '#platform/server/backup/feature.ts';
import { write } from '#platform/server/database/index.ts';
import type { AdminTodoSource, Services } from '#platform/server/feature/feature.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { findUnsentReason } from '#platform/server/mail/index.ts';
import { isPublicHost } from '#platform/server/outgoing/public-connection.ts';
import { version } from '#platform/server/program/program.ts';
import type { AdminTool } from '#platform/shared/admin-tools.ts';
import { toCalendarDate } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import {
  brokenEmailLinksWarning,
  describeBackup,
  describeOffsiteCopy,
  describeRestoreTrial,
  formatDiskWarning,
  formatLocalEmailLinksWarning,
} from '../admin-tools-text.ts';
import { type AdminToolsContent, recordRestoreTrial } from '../contract.ts';
import { listOnboardingSteps } from './onboarding.ts';

/** Builds the Admin Tools page: the tools that the visitor may use, each with its pending tasks. */
export const buildAdminToolsPage =
  ({ tools, todos }: { tools: readonly AdminTool[]; todos: readonly AdminTodoSource[] }, services: Services) =>
  async (visit: PageRequest): Promise<AdminToolsContent> => {
    const { db, today, visitor } = visit;
    const { environment, db: database, storage, mailTransport: mail } = services;
    const { timeZone } = await readSettings(db);
    const waiting = new Map<string, AdminToolsContent['tools'][number]['waiting']>();
    for (const { tool, waiting: listTasks } of todos.filter((todo) => todo.tool !== ''))
      waiting.set(tool, [...(waiting.get(tool) ?? []), ...(await listTasks(visit, services))]);
    const last = await findLastBackupTime(db);
    return {
      type: 'admin_tools',
      title: 'Admin Tools',
      tools: tools
        .toSorted((a, b) => a.order - b.order)
        .filter(({ item }) => item === undefined || visitor.may[item] === true)
        .map(({ label, href, about, group }) => ({
          title: label,
          link: href,
          about,
          group,
          waiting: waiting.get(href) ?? [],
        })),
      backup: describeBackup(last ? formatIsoWithOffset(last, timeZone) : '', today),
      offsite: await findOffsiteStatus(visit, services, timeZone),
      restore_trial: await findRestoreTrial(visit, services, timeZone),
      disk: formatDiskWarning({ isFull: database.isFull(), takesNoFiles: await storage.isFull() }),
      // The demo sends no email on purpose
      mail: environment === 'practice' ? '' : findUnsentReason(mail) || findBrokenLinksReason(mail, visit.home),
      first_hour: await listOnboardingSteps(db, services),
      version,
    };
  };

type Visit = Pick<PageRequest, 'db' | 'now'>;
type OverviewServices = Pick<Services, 'environment' | 'jobHandlers'>;

const restoreTriedAction = 'backup.restore_tried';

/** Matches the hosts by which a machine only reaches itself. */
const loopbackHost = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Explains why the links in sent emails don't work outside this machine or its network; "" if the site's address is
 * public, or if no email is sent. Only the doctor finds out if a public address leads here.
 */
function findBrokenLinksReason(mail: Services['mailTransport'], home: string): string {
  if (mail?.to !== 'server') return '';
  if (home === '' || loopbackHost.test(new URL(home).hostname)) return brokenEmailLinksWarning;
  return isPublicHost(new URL(home)) ? '' : formatLocalEmailLinksWarning(home);
}

/** Describes the last off-site copy; without words if no store is set. */
async function findOffsiteStatus(
  { db, now }: Visit,
  { jobHandlers }: OverviewServices,
  timeZone: string,
): Promise<AdminToolsContent['offsite']> {
  if (!jobHandlers().some(({ kind }) => kind === offsiteCopyJobKind)) return { words: '', due: false };
  const last = await findLastEntryOfAction(db, offsiteCopyAction);
  return describeOffsiteCopy(
    last && { at: formatIsoWithOffset(last.at, timeZone), detail: last.detail },
    toCalendarDate(new Date(now), timeZone),
  );
}

/** Describes the last time that somebody tried a restore. */
async function findRestoreTrial(
  { db, now }: Visit,
  { environment }: OverviewServices,
  timeZone: string,
): Promise<AdminToolsContent['restore_trial']> {
  // In the demo, nobody is asked to try a restore
  const firstBackup = environment === 'practice' ? undefined : await findFirstBackupTime(db);
  const last = await findLastEntryOfAction(db, restoreTriedAction);
  return describeRestoreTrial(last && { at: formatIsoWithOffset(last.at, timeZone), name: last.actor_name }, {
    firstBackup: firstBackup ? formatIsoWithOffset(firstBackup, timeZone) : '',
    today: toCalendarDate(new Date(now), timeZone),
  });
}

/**
 * Tells admins on the dashboard that an off-site copy is due, because none has been made or the copies have stopped.
 */
export const offsiteCopyTodo: AdminTodoSource = {
  tool: '',
  nudge: { kind: 'offsite_copy', item: 'admin', action: 'See Admin Tools' },
  waiting: async (visit, services) => {
    const { timeZone } = await readSettings(visit.db);
    const { words, due } = await findOffsiteStatus(visit, services, timeZone);
    return due ? [{ words: words.replace(/\.$/, ''), link: '/members/admin' }] : [];
  },
};

export function registerRestoreTrialCall(registry: RouteRegistry): void {
  registry.call(recordRestoreTrial, { access: mayUse('admin') }, handleRestoreTrial(registry));
}

const handleRestoreTrial =
  ({ db }: Pick<RouteRegistry, 'db'>): CallHandler<typeof recordRestoreTrial> =>
  async (request) => {
    const entry = { ...createAuditContext(request, restoreTriedAction) };
    await write(db, async (tx) => {
      if (!(await findFirstBackupTime(tx))) refuse(409, 'No backup has been made yet, so none can have been restored.');
      const last = await findLastEntryOfAction(tx, restoreTriedAction);
      // A second press on the same day records nothing new
      if (last?.at.slice(0, 10) === request.now.slice(0, 10)) return;
      await recordAudit(tx, entry);
    });
    return ok('Trial restore recorded. The next reminder comes in a year.');
  };
