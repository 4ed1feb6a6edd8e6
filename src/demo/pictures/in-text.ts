import { mediaAddress } from '#features/publishing/media/server/index.ts';
import type { PlannedPicture } from './plan.ts';

/** A picture as a text names it. */
export const inMarkdown = ({ id, filename, alt }: PlannedPicture): string =>
  `![${alt}](${mediaAddress({ id, filename, kind: 'image' })})`;

/** A text with its picture below the first paragraph. */
export function withPicture(text: string, picture: PlannedPicture): string {
  const [first = '', ...rest] = text.split('\n\n');
  return [first, inMarkdown(picture), ...rest].join('\n\n');
}
