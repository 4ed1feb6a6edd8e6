/** Returns true if visitors can see the show. An archived show is only visible to people who manage it. */
export const isOnSite = ({ archived_at }: { archived_at: string | null }): boolean => archived_at === null;
