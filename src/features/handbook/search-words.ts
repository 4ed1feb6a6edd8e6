import { fold } from '#platform/shared/text.ts';

/** The words of a section, each once, without those of its title and without addresses of links. */
export function wordsBeside(title: string, markdown: string): string[] {
  const inTitle = new Set(wordsIn(title));
  return [...new Set(wordsIn(markdown.replaceAll(/\]\([^)]*\)/g, ' ')))].filter((word) => !inTitle.has(word));
}

const wordsIn = (text: string): string[] => fold(text).split(' ').filter(Boolean);
