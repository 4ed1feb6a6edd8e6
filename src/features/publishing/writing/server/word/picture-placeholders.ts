/** Matches a picture's placeholder. Text can't contain one, because its brackets are escaped. */
const placeholder = /(?<=(?<!\\)(?:\\\\)*)!\[\]\(picture:(\d+)\)/g;
/** Matches a link without content. Such a link remains when a linked picture is left out. */
const emptyLink = /(?<=(?<!\\)(?:\\\\)*)\[\]\((?!picture:)(?:<[^<>\n]*>|[^\s()<>]*)\)/g;

/** Replaces the placeholders in a text with pictures. If a picture is "", it is left out. */
export function fillPicturePlaceholders(content: string, pictureAt: (n: number) => string): string {
  const text = content
    .replace(placeholder, (one, n) => (pictureAt(Number(n)) === '' ? '' : one))
    .replace(emptyLink, '')
    // Filled in last, because a picture without a description looks like a link without content
    .replace(placeholder, (_, n) => pictureAt(Number(n)));
  // A picture that is left out leaves no empty line
  return text
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
