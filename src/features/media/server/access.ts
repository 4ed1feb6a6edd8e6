import { mayUse } from '#features/accounts/server/index.ts';

/** Whoever edits shows chooses their pictures, and adds new ones. */
export const mayBringMedia = mayUse('admin', 'shows_write');
