import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { singleLine } from '#platform/shared/calls/schemas.ts';

/** Markdown for the editor to insert into the text. */
const insertion = { 200: z.object({ content: z.string() }) };

/** Imports a Word document, sent as `document`: returns its text, and adds its pictures to the media. */
export const importWordDocument = declareCall('POST', '/members/api/blog/word', { answers: insertion, once: true });

/** Uploads a picture sent as `picture`, with its alternative text. */
export const uploadTextPicture = declareCall('POST', '/members/api/blog/picture', {
  body: z.object({ alt: singleLine(300).default('') }),
  answers: insertion,
  once: true,
});
