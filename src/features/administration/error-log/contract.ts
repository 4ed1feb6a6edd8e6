import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { id } from '#platform/shared/calls/schemas.ts';

export const errorLogPath = '/members/admin/errors';

/** An error in the program, and how often it happened. */
export const ListedError = z.object({
  id,
  /** The error's type, such as "TypeError", followed by its code if there is one. */
  what: z.string(),
  /** The source file and line of the error: "src/features/archive/shows/server/store.ts:41"; "" if unknown. */
  place: z.string(),
  /** The route or the background job in which the error last happened. */
  happened_in: z.string(),
  times: z.int(),
  /** The times when the error first and last happened, with the society's UTC offset. */
  first: z.string(),
  last: z.string(),
  /** The id of the last request in the server's log; "" if the error happened in a job. */
  request: z.string(),
  version: z.string(),
});
export type ListedError = z.infer<typeof ListedError>;

/** `/members/admin/errors`: the errors in the program. */
export const ErrorLogContent = z.object({
  type: z.literal('faults'),
  title: z.string(),
  /** Most recent first. */
  faults: z.array(ListedError),
});
export type ErrorLogContent = z.infer<typeof ErrorLogContent>;

export const dismissError = declareCall('POST', '/members/api/errors/:id/dismiss');

declare module '#platform/shared/pages.ts' {
  interface Pages {
    faults: ErrorLogContent;
  }
}
