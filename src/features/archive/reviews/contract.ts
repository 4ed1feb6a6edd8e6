import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';

/**
 * The body of POST /cors: the URL of the review. The response is HTML; if the request is refused, it is the usual
 * `{code, msg}`.
 */
export const FetchReviewBody = z.object({
  url: z
    .string('Choose a review.')
    .max(2000, 'That web address is too long.')
    .regex(/^\P{Cc}+$/u, 'That isn’t the web address of a review.'),
});

/** Fetches a review to which one of our own shows links; other addresses are refused. */
export const fetchReview = declareCall('POST', '/cors', { body: FetchReviewBody, content: 'html' });
