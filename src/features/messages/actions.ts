/** What can be done to a message: the sentence about it, its action in the audit log, and what undoes it. */
export const actions = {
  read: { said: 'Marked as read.', undo: 'unread', action: 'marked a message as read' },
  unread: { said: 'Marked as not read yet.', undo: 'read', action: 'marked a message as not read' },
  archive: { said: 'Put away in the archive.', undo: 'unarchive', action: 'archived a message' },
  unarchive: { said: 'Back among the messages.', undo: 'archive', action: 'took a message out of the archive' },
  delete: { said: 'Deleted. It can be restored for 30 days.', undo: 'restore', action: 'deleted a message' },
  restore: { said: 'Restored.', undo: 'delete', action: 'restored a message' },
  done: { said: 'The member sees now that it was dealt with.', undo: 'read', action: 'dealt with feedback' },
} as const;
export type MessageAction = keyof typeof actions;

/** Where messages can be. */
export const boxes = { inbox: 'Messages', archived: 'Archive', deleted: 'Deleted' } as const;
export type Box = keyof typeof boxes;

/** Where a message is, by when it was archived and deleted. */
export function boxOf({ archived_at, deleted_at }: { archived_at: string | null; deleted_at: string | null }): Box {
  if (deleted_at !== null) return 'deleted';
  return archived_at === null ? 'inbox' : 'archived';
}
