import { z } from 'zod';
import { id } from '#platform/shared/calls/schemas.ts';

/** The filters of the log, as in the address; "" lets everything through. */
export const AuditQuery = z.object({
  /** Part of a name. */
  who: z.string(),
  action: z.string(),
  /** Part of the subject's name. */
  thing: z.string(),
  /** The subject's id. */
  about: z.string(),
  /** The society's days, both included. */
  from: z.string(),
  until: z.string(),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

/** One entry of the log. */
export const AuditEntry = z.object({
  id,
  /** With the society's offset. */
  at: z.string(),
  who: z.string(),
  /** "Changed a blog post" */
  what: z.string(),
  /** Its code: `blog_post.changed`. */
  action: z.string(),
  /** Recorded details; "" for none. */
  detail: z.string(),
  /** The subject's id, and its name today; "" for neither. */
  about: z.string(),
  about_name: z.string(),
  /** The network address; "" for the program itself. */
  address: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** `/members/admin/audit`: a page of the log, newest first. */
export const AuditLog = z.object({
  type: z.literal('audit_log'),
  title: z.string(),
  asked: AuditQuery,
  /** Every action that was ever recorded, as its code and its label. */
  actions: z.array(z.object({ action: z.string(), words: z.string() })),
  /** The name of `asked.about`. */
  about_name: z.string(),
  /** The reason why a filter can't be applied. */
  note: z.string(),
  entries: z.array(AuditEntry),
  /** True if the page is a long one, to print. */
  is_long: z.boolean(),
  /** The cursors of the pages before and after this one; "" if there is none. */
  newer: z.string(),
  older: z.string(),
});
export type AuditLog = z.infer<typeof AuditLog>;

declare module '#platform/shared/pages.ts' {
  interface Pages {
    audit_log: AuditLog;
  }
}
