import { counted } from '#platform/server/feature/admin-todos.ts';
import type { AdminTodo } from '#platform/server/feature/feature.ts';
import { messagesPath } from '../table.ts';
import { unreadMessages } from './store.ts';

/** Messages that nobody has read yet. */
export const unreadTodo: AdminTodo = {
  tool: messagesPath,
  waiting: async ({ db }) => {
    const { length } = await unreadMessages(db);
    if (length === 0) return [];
    const text = `${counted(length, 'message hasn’t', 'messages haven’t')} been read yet`;
    return [{ words: text, link: `${messagesPath}?state=unread` }];
  },
};
