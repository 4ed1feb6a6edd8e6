/** What is there of these, in one line with dots between. A line breaks before a dot, which stays with what follows it. */
export const metaLine = (parts: readonly (string | number | false | undefined)[]): string =>
  parts.filter(Boolean).join(' ·\u00a0');
