import type { AuditSubjects } from '#platform/server/feature/audit-actions.ts';

/** Finds members' names. */
export const userNames: AuditSubjects = async (db, ids) => {
  const users = db.selectFrom('user').select(['id', 'firstname', 'lastname']);
  const found = await (ids ? users.where('id', 'in', ids) : users).execute();
  return found.map(({ id, firstname, lastname }) => ({ id, name: `${firstname} ${lastname}`.trim() }));
};
