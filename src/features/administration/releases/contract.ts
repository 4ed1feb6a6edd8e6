import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';

/** `/members/admin/updates`: the running version and the check for new ones. */
export const Updates = z.object({
  type: z.literal('updates'),
  title: z.string(),
  /** The version that is running. */
  version: z.string(),
  may_change: z.boolean(),
  /** The address of the release feed; "" while the check is off. */
  feed: z.string(),
  /** The time of the last check, with the society's UTC offset; "" for never. */
  checked: z.string(),
  /** The problem of the last check, as a sentence; "" for none. */
  problem: z.string(),
  /** A newer version, and the address of its release notes; "" for none. */
  newer: z.string(),
  link: z.string(),
});
export type Updates = z.infer<typeof Updates>;

/**
 * Switches the check for new versions on, or off with an empty address. After switching on, the feed is requested at
 * once.
 */
export const saveReleaseFeed = declareCall('POST', '/members/api/admin/updates', {
  body: z.object({ feed: z.string().trim().max(500, 'Keep the address to 500 characters or fewer.') }),
});

declare module '#platform/shared/pages.ts' {
  interface Pages {
    updates: Updates;
  }
}
