import { mayUse } from '#features/society/accounts/server/index.ts';

/** Users who edit shows may also choose and add pictures for them. */
export const canAddMedia = mayUse('admin', 'shows_write');
