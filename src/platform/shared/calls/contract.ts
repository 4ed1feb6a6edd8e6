import { z } from 'zod';
import { declareCall } from './calls.ts';

/** Calls that the kit makes wherever it is used; the features serve them. */

/** Asks for the password unless it was entered recently, so that the next call isn't refused. */
export const ensureRecentAuthentication = declareCall('POST', '/members/api/reauthenticate/if_long_ago');

/** Markdown as the site will show it. */
export const previewText = declareCall('POST', '/members/api/preview', {
  body: z.object({ content: z.string().max(100_000, 'Keep the text to 100,000 characters or fewer.') }),
  answers: { 200: z.object({ html: z.string() }) },
});
