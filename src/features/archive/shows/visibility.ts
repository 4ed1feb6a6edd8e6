/** Whether visitors are shown the show: an archived one is only for those who manage it. */
export const isOnSite = ({ archived_at }: { archived_at: string | null }): boolean => archived_at === null;
