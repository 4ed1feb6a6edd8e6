import { z } from 'zod';
import { id } from '#platform/shared/schemas.ts';

/** What the log is asked for, as it stands in the address; "" asks for all. */
export const Asked = z.object({
  /** Some of a name. */
  who: z.string(),
  action: z.string(),
  /** Some of the name of what or whom it was done to. */
  thing: z.string(),
  /** The id of what or whom it was done to. */
  about: z.string(),
  /** The society's days, both included. */
  from: z.string(),
  until: z.string(),
});
export type Asked = z.infer<typeof Asked>;

/** One thing that somebody did. */
export const Entry = z.object({
  id,
  /** With the society's offset. */
  at: z.string(),
  who: z.string(),
  /** "Changed a blog post" */
  what: z.string(),
  /** What was said of it then; "" where that says nothing. */
  detail: z.string(),
  /** The id of what it was done to, and what that is called today; "" for neither. */
  about: z.string(),
  about_name: z.string(),
  /** The network address; "" for the program itself. */
  address: z.string(),
});
export type Entry = z.infer<typeof Entry>;

/** `/members/admin/audit`: a stretch of the log, newest first. */
export const AuditLog = z.object({
  type: z.literal('audit_log'),
  title: z.string(),
  asked: Asked,
  /** Everything that was ever done, as it is stored, and in words. */
  actions: z.array(z.object({ action: z.string(), words: z.string() })),
  /** What `asked.about` is called. */
  about_name: z.string(),
  /** Said where what was asked for can't be looked for. */
  note: z.string(),
  entries: z.array(Entry),
  /** Where the stretches before and after this one begin; "" where there is none. */
  newer: z.string(),
  older: z.string(),
});
export type AuditLog = z.infer<typeof AuditLog>;

declare module '#platform/shared/pages.ts' {
  interface Pages {
    audit_log: AuditLog;
  }
}
