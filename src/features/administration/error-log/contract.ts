import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { id } from '#platform/shared/calls/schemas.ts';

/** An error of the program, and how often it happened. */
export const ListedError = z.object({
  id,
  /** "TypeError", with its code if it has one. */
  what: z.string(),
  /** "src/features/archive/shows/server/store.ts:41"; "" if it isn't known. */
  place: z.string(),
  /** The route or the task where it happened last. */
  happened_in: z.string(),
  times: z.int(),
  /** With the society's offset. */
  first: z.string(),
  last: z.string(),
  /** The last request's name in the log; "" for a task. */
  request: z.string(),
  version: z.string(),
});
export type ListedError = z.infer<typeof ListedError>;

/** `/members/admin/errors` */
export const ErrorLogContent = z.object({
  type: z.literal('faults'),
  title: z.string(),
  /** The last one first. */
  faults: z.array(ListedError),
});
export type ErrorLogContent = z.infer<typeof ErrorLogContent>;

export const dismissError = declareCall('POST', '/members/api/errors/:id/dismiss');

declare module '#platform/shared/pages.ts' {
  interface Pages {
    faults: ErrorLogContent;
  }
}
