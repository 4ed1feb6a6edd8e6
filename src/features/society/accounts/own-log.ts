import { z } from 'zod';
import { id } from '#platform/shared/schemas.ts';

/** An entry of the audit log about a member, as that member reads it. */
export const OwnLogEntry = z.object({
  id,
  /** "Saturday 21 November 2026 at 7.30pm" */
  when: z.string(),
  /** "You changed your password", "Dee Moss viewed your emergency contact (Hamlet)" */
  what: z.string(),
  /** The actor's network address; "" for actions of others, whose address is private. */
  address: z.string(),
});
export type OwnLogEntry = z.infer<typeof OwnLogEntry>;

interface Entry {
  actor_id: string;
  actor_name: string;
  action: string;
  detail: string;
}

/** One entry of the audit log as a sentence to the member it is about. `called` has the names of actions in plain words. */
export function formatOwnLogEntry(
  { actor_id, actor_name, action, detail }: Entry,
  member: string,
  called: readonly Readonly<Record<string, string>>[] = [],
): string {
  const about = detail === '' ? '' : ` (${detail})`;
  const done = called.find((names) => action in names)?.[action] ?? action;
  if (actor_id === member) return `You ${done.replace(/\btheir\b/g, 'your')}${about}`;
  return `${actor_name || 'The site'} ${done.replace(/\ba member’s\b/g, 'your')}${about}`;
}
