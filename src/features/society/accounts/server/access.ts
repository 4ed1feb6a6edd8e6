import type { Access } from '#platform/server/http/request/access.ts';
import type { Permission } from '../roles.ts';

export const signedIn: Access = { name: 'signed in', members: true, allows: (visitor) => visitor.signedIn };

/** By permitted item; of several, any one will do. */
export const mayUse = (...items: [Permission, ...Permission[]]): Access => ({
  name: items.join(', '),
  members: true,
  allows: (visitor) => items.some((item) => visitor.may[item] === true),
});

/** Says why Admin Tools isn't enough. */
export const askAnAdmin = 'Only somebody with the role Admin can do this. Ask an admin to do it.';

/**
 * By role: actions that could take over an account, weaken sign-in, or lead to emergency contacts. The permission
 * `admin`, which anybody can be given, allows none of them (docs/decisions/0101).
 */
export const adminsOnly: Access = {
  name: 'admins',
  members: true,
  allows: (visitor) => visitor.role === 'admin' && visitor.may.admin === true,
  why: (visitor) => (visitor.may.admin === true ? askAnAdmin : undefined),
};

const mayWriteForSociety = mayUse('society_write');

/** A show's directors manage it without `shows_write`; `directors` are user ids. */
export const mayManageShow: Access<{ directors: readonly string[] }> = {
  name: 'directors of the show, shows_write',
  members: true,
  allows: (visitor, { directors }) =>
    visitor.signedIn && (visitor.may.shows_write === true || directors.includes(visitor.id)),
};

/** Content of a show: people who manage the show. Other content: people who may write for the society. */
export const mayManageContent: Access<{ show_id: string | null; directors: readonly string[] }> = {
  name: 'directors of the show, shows_write; without a show, society_write',
  members: true,
  allows: (visitor, subject) =>
    subject.show_id === null ? mayWriteForSociety.allows(visitor, undefined) : mayManageShow.allows(visitor, subject),
};
