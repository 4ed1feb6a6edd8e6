import type { Reading } from '../database/index.ts';
import type { Id } from '../ids.ts';

/** What was noted about a thing or a person, newest first; of one kind of action, or all. */
export async function auditAbout(
  db: Reading,
  subject: Id,
  { action, count }: { action?: string | undefined; count: number },
) {
  const entries = db.selectFrom('audit').selectAll().where('subject', '=', subject);
  return (action === undefined ? entries : entries.where('action', '=', action))
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(count)
    .execute();
}
