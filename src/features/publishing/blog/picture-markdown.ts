/** Formats a picture in Markdown; characters that would end its words become blanks. */
export const formatPictureMarkdown = (alt: string, address: string): string =>
  `![${alt.replace(/[[\]\\\s]+/g, ' ').trim()}](${address})`;
