import { z } from 'zod';
import { declareCall } from './calls.ts';

// Calls that the UI kit makes on any screen. Features serve them.

/**
 * A call that is refused unless the user has authenticated recently. The browser makes it before a download, so that it
 * can ask for the password first.
 */
export const ensureRecentAuthentication = declareCall('POST', '/members/api/reauthenticate/if_long_ago');

/** Renders Markdown as the site will show it. */
export const previewText = declareCall('POST', '/members/api/preview', {
  body: z.object({ content: z.string().max(100_000, 'Keep the text to 100,000 characters or fewer.') }),
  answers: { 200: z.object({ html: z.string() }) },
});
