import { readSettings } from '#features/society/settings/server/index.ts';
import { findLastBackup } from '#platform/server/audit/index.ts';
import type { AdminTodo, Services } from '#platform/server/feature/feature.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { findUnsentReason } from '#platform/server/mail/index.ts';
import { version } from '#platform/server/program/version.ts';
import type { AdminTool } from '#platform/shared/admin-tools.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { sortByOrder } from '#platform/shared/sort-by-order.ts';
import { formatBackupStatus, formatDiskStatus } from '../admin-tools-text.ts';
import type { AdminTools } from '../contract.ts';
import { findOffsiteStatus, findRestoreTrial } from './backup-status.ts';
import { listOnboardingSteps } from './onboarding.ts';

/** Builds the Admin Tools page: the tools that the visitor may use, each with its pending tasks. */
export const buildAdminTools =
  ({ tools, todos }: { tools: readonly AdminTool[]; todos: readonly AdminTodo[] }, services: Services) =>
  async (visit: PageRequest): Promise<AdminTools> => {
    const { db, today, visitor } = visit;
    const { environment, db: database, storage, mailTransport: mail } = services;
    const { timeZone } = await readSettings(db);
    const waiting = new Map<string, AdminTools['tools'][number]['waiting']>();
    for (const { tool, waiting: listTasks } of todos.filter((todo) => todo.tool !== ''))
      waiting.set(tool, [...(waiting.get(tool) ?? []), ...(await listTasks(visit, services))]);
    const last = await findLastBackup(db);
    return {
      type: 'admin_tools',
      title: 'Admin Tools',
      tools: sortByOrder(tools)
        .filter(({ item }) => item === undefined || visitor.may[item] === true)
        .map(({ label, href, about, group }) => ({
          title: label,
          link: href,
          about,
          group,
          waiting: waiting.get(href) ?? [],
        })),
      backup: formatBackupStatus(last ? formatIsoWithOffset(last, timeZone) : '', today),
      offsite: await findOffsiteStatus(visit, services, timeZone),
      restore_trial: await findRestoreTrial(visit, services, timeZone),
      disk: formatDiskStatus({ isFull: database.isFull(), takesNoFiles: await storage.isFull() }),
      // The demo sends no email on purpose
      mail: environment === 'practice' ? '' : findUnsentReason(mail),
      first_hour: await listOnboardingSteps(db, services),
      version,
    };
  };
