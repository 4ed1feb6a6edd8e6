import { fold } from '#platform/shared/text.ts';

/**
 * The words of a section, each once, without those of its title and without addresses of links. In the order of the
 * alphabet they travel a tenth lighter.
 */
export function wordsBeside(title: string, markdown: string): string[] {
  const inTitle = new Set(wordsIn(title));
  return [...new Set(wordsIn(markdown.replaceAll(/\]\([^)]*\)/g, ' ')))].filter((word) => !inTitle.has(word)).sort();
}

const wordsIn = (text: string): string[] => fold(text).split(' ').filter(Boolean);
