import type { Access } from '../../../platform/server/http/access.ts';

/** Whoever edits shows chooses their pictures, and brings new ones. */
export const mayBringMedia: Access = {
  name: 'admin, shows_write',
  allows: ({ may }) => may.admin === true || may.shows_write === true,
};
