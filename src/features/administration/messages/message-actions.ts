/** The actions on a message, each with its confirmation, the action that undoes it, and its code in the audit log. */
export const messageActions = {
  read: { confirmation: 'Marked as read.', undo: 'unread', action: 'message.read' },
  unread: { confirmation: 'Marked as unread.', undo: 'read', action: 'message.unread' },
  archive: { confirmation: 'Archived.', undo: 'unarchive', action: 'message.archived' },
  unarchive: { confirmation: 'Moved back to Messages.', undo: 'archive', action: 'message.unarchived' },
  delete: { confirmation: 'Deleted. You can restore it for 30 days.', undo: 'restore', action: 'message.deleted' },
  restore: { confirmation: 'Restored.', undo: 'delete', action: 'message.restored' },
  done: { confirmation: 'Marked as dealt with. The member can see this.', undo: 'read', action: 'feedback.resolved' },
} as const;
export type MessageAction = keyof typeof messageActions;

/** Returns the action that undoes another one. `done` is true if the message was marked as dealt with before. */
export const getUndoAction = (action: MessageAction, { done }: { done: boolean }): MessageAction =>
  action === 'unread' && done ? 'done' : messageActions[action].undo;

/** The mailboxes, with their labels. */
export const mailboxLabels = { inbox: 'Messages', archived: 'Archive', deleted: 'Deleted' } as const;
export type Mailbox = keyof typeof mailboxLabels;

export function getMailbox({
  archived_at,
  deleted_at,
}: {
  archived_at: string | null;
  deleted_at: string | null;
}): Mailbox {
  if (deleted_at !== null) return 'deleted';
  return archived_at === null ? 'inbox' : 'archived';
}
