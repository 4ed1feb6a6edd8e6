import { z } from 'zod';
import { declareCall } from '#platform/shared/calls.ts';

/** POST /cors: which review to read. The answer is HTML; a refusal is the usual `{code, msg}`. */
export const FetchReview = z.object({
  url: z
    .string('Which review?')
    .max(2000, 'That address is too long to be a review’s.')
    .regex(/^\P{Cc}+$/u, 'That isn’t the address of a review.'),
});

/** Fetches only reviews that our own shows name, no other page. */
export const fetchReview = declareCall('POST', '/cors', { body: FetchReview, content: 'html' });
