import { readSettings } from '#features/society/server/index.ts';
import { lastBackup } from '#platform/server/audit/index.ts';
import type { AdminTodo } from '#platform/server/feature/admin-todos.ts';
import type { PageRequest } from '#platform/server/http/page.ts';
import { withOffset } from '#platform/shared/dates.ts';
import { overviewTools } from '../admin-tools.ts';
import { backupInWords } from '../backup-age.ts';
import type { AdminTools } from '../contract.ts';

/** The admin's tools, each with what waits there. */
export const adminOverview =
  (todos: readonly AdminTodo[]) =>
  async (visit: PageRequest): Promise<AdminTools> => {
    const { db, today } = visit;
    const { timeZone } = await readSettings(db);
    const waiting = new Map<string, AdminTools['tools'][number]['waiting']>();
    for (const { tool, waiting: ask } of todos)
      waiting.set(tool, [...(waiting.get(tool) ?? []), ...(await ask(visit))]);
    const last = await lastBackup(db);
    return {
      type: 'admin_tools',
      title: 'Admin Tools',
      tools: overviewTools.map(({ label, href, about }) => ({
        title: label,
        link: href,
        about,
        waiting: waiting.get(href) ?? [],
      })),
      backup: backupInWords(last ? withOffset(last, timeZone) : '', today),
    };
  };
