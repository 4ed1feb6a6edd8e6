import type { AuditNames } from '#platform/server/feature/audit-names.ts';

/** What members are called. */
export const userNames: AuditNames = async (db, ids) => {
  const users = db.selectFrom('user').select(['id', 'firstname', 'lastname']);
  const found = await (ids ? users.where('id', 'in', ids) : users).execute();
  return found.map(({ id, firstname, lastname }) => ({ id, name: `${firstname} ${lastname}`.trim() }));
};
