import { type AdminTodo, counted } from '#platform/server/feature/admin-todos.ts';
import { failedMails } from '#platform/server/mail/index.ts';
import { mailsPath } from '../table.ts';

/** Mails that were given up. */
export const failedTodo: AdminTodo = {
  tool: mailsPath,
  waiting: async ({ db }) => {
    const failed = await failedMails(db);
    if (failed === 0) return [];
    const text = `${counted(failed, 'mail wasn’t', 'mails weren’t')} delivered`;
    return [{ words: text, link: `${mailsPath}?standing=failed` }];
  },
};
