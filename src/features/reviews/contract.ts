import { z } from 'zod';

/** POST /cors: which review to read. The answer is HTML; a refusal is the usual `{code, msg}`. */
export const ReadReview = z.object({
  url: z
    .string('Which review?')
    .max(2000, 'That address is too long to be a review’s.')
    .regex(/^\P{Cc}+$/u, 'That isn’t the address of a review.'),
});
