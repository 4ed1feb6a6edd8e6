import { z } from 'zod';
import { id } from '#platform/shared/calls/schemas.ts';

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
  /** The label of what was done. */
  what: string;
  detail: string;
}

/** One entry of the audit log as a sentence to the member it is about. */
export function formatOwnLogEntry({ actor_id, actor_name, what, detail }: Entry, member: string): string {
  const about = detail === '' ? '' : ` (${detail})`;
  if (actor_id === member) return `You ${what.replace(/\btheir\b/g, 'your')}${about}`;
  return `${actor_name || 'The site'} ${what.replace(/\ba member’s\b/g, 'your')}${about}`;
}
