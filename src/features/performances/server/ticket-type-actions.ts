/** What the log calls a change of ticket types. */
export const ticketTypeActions = {
  added: 'added a ticket type',
  changed: 'changed a ticket type',
  removed: 'removed a ticket type',
} as const;

type Action = (typeof ticketTypeActions)[keyof typeof ticketTypeActions];

/** The same for every performance of a show but those that were cancelled by then. */
export const exceptCancelled = (action: Action) => `${action}, except at cancelled performances`;

/** All that the log may have of a performance's ticket types: whoever left out a cancelled one isn't named there. */
export const ticketTypeActionsAt = ({ cancelled_at }: { cancelled_at: string | null }): string[] =>
  Object.values(ticketTypeActions).flatMap((action) =>
    cancelled_at === null ? [action, exceptCancelled(action)] : [action],
  );
