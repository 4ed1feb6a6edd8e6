import { z } from 'zod';
import { id } from '#platform/shared/calls/schemas.ts';

/** An entry of the audit log about a member, for that member or for an admin. */
export const OwnLogEntry = z.object({
  id,
  /** "Saturday 21 November 2026 at 7.30pm" */
  when: z.string(),
  /** For the member: "You changed your password", "Dee Moss viewed your emergency contact (Hamlet)". */
  what: z.string(),
  /** The actor's network address. For the member, it is "" if the actor is somebody else. */
  address: z.string(),
});
export type OwnLogEntry = z.infer<typeof OwnLogEntry>;

interface LabelledEntry {
  actor_id: string;
  actor_name: string;
  /** The label of the action. */
  what: string;
  detail: string;
}

/** Formats an entry of the audit log as a sentence for the member it is about. `member` is that member's id. */
export function formatOwnLogEntry({ actor_id, actor_name, what, detail }: LabelledEntry, member: string): string {
  const about = detail === '' ? '' : ` (${detail})`;
  if (actor_id === member) return `You ${what.replace(/\btheir\b/g, 'your')}${about}`;
  return `${actor_name || 'The site'} ${what.replace(/\ba member’s\b/g, 'your')}${about}`;
}
