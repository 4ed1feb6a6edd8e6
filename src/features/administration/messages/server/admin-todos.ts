import { formatCount } from '#platform/server/feature/admin-todos.ts';
import type { AdminTodo } from '#platform/server/feature/feature.ts';
import { messagesPath } from '../table.ts';
import { listUnreadMessages } from './inbox.ts';

/** Messages that nobody has read yet. */
export const unreadMessagesTodo: AdminTodo = {
  tool: messagesPath,
  waiting: async ({ db }) => {
    const { length } = await listUnreadMessages(db);
    if (length === 0) return [];
    const text = `${formatCount(length, 'message hasn’t', 'messages haven’t')} been read yet`;
    return [{ words: text, link: `${messagesPath}?state=unread` }];
  },
};
