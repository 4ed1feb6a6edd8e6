import { STATUS_CODES } from 'node:http';
import type { ErrorContent } from '#platform/shared/pages.ts';

/** "404 Not Found". */
export const statusTitle = (code: number) => `${code} ${STATUS_CODES[code] ?? 'Error'}`;

/** The error page's content; `content` repeats `message` for clients that render it as a post. */
export const errorContent = (code: number, message: string): ErrorContent => ({
  type: 'error',
  code,
  title: statusTitle(code),
  message,
  content: message,
});
