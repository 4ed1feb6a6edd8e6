import { mayUse } from '#features/society/accounts/server/index.ts';

/** Users who edit shows choose their pictures, and add new ones. */
export const canAddMedia = mayUse('admin', 'shows_write');
