/** A picture as Markdown has it: what would end its words early is a blank. */
export const pictureInMarkdown = (alt: string, address: string): string =>
  `![${alt.replace(/[[\]\\\s]+/g, ' ').trim()}](${address})`;
