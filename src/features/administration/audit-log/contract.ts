import { z } from 'zod';
import { id } from '#platform/shared/calls/schemas.ts';

/** The filters of the log; "" for no filter. */
export const AuditQuery = z.object({
  /** The actor's name, or part of it. */
  who: z.string(),
  action: z.string(),
  /** The subject's name, or words of it. */
  thing: z.string(),
  /** The subject's id. */
  about: z.string(),
  /** Days in the society's time zone, both included. */
  from: z.string(),
  until: z.string(),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

export const AuditEntry = z.object({
  id,
  /** The time of the entry, with the society's UTC offset. */
  at: z.string(),
  who: z.string(),
  /** The label of the action: "Changed a blog post". */
  what: z.string(),
  /** The code of the action: `blog_post.changed`. */
  action: z.string(),
  /** Recorded details; "" for none. */
  detail: z.string(),
  /** The subject's id and its current name; "" if there is none. */
  about: z.string(),
  about_name: z.string(),
  /** The actor's network address; "" if none was recorded, and once the address has been deleted. */
  address: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** `/members/admin/audit`: a page of the log, newest first. */
export const AuditLog = z.object({
  type: z.literal('audit_log'),
  title: z.string(),
  asked: AuditQuery,
  /** Every recorded action, with its code and its label. */
  actions: z.array(z.object({ action: z.string(), words: z.string() })),
  /** The current name of `asked.about`; "" if there is none. */
  about_name: z.string(),
  /** The reason why a filter can't be applied; "" if all can. */
  note: z.string(),
  entries: z.array(AuditEntry),
  /** True if this is a long page for printing. */
  is_long: z.boolean(),
  /** The cursors of the next page with newer entries and the next with older ones; "" if there is none. */
  newer: z.string(),
  older: z.string(),
});
export type AuditLog = z.infer<typeof AuditLog>;

declare module '#platform/shared/pages.ts' {
  interface Pages {
    audit_log: AuditLog;
  }
}
