import type { Access } from '../../../platform/server/http/access.ts';
import type { Item } from '../roles.ts';

export const signedIn: Access = { name: 'signed in', members: true, allows: (visitor) => visitor.signedIn };

/** By permitted item (CONTRACT §4). */
export const mayUse = (item: Item): Access => ({
  name: item,
  members: true,
  allows: (visitor) => visitor.may[item] === true,
});

/** A show's directors manage it without `shows_write` (CONTRACT §4); `directors` are user ids. */
export const mayManageShow: Access<{ directors: readonly string[] }> = {
  name: 'directors of the show, shows_write',
  members: true,
  allows: (visitor, { directors }) =>
    visitor.signedIn && (visitor.may.shows_write === true || directors.includes(visitor.id)),
};
