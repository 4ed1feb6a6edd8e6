import { fold } from '#platform/shared/text/text.ts';

/** A picture of a screen, in `docs/handbook/pictures`. */
export interface SectionPicture {
  file: string;
  /** Describes what the picture shows. */
  alt: string;
}

/** The text under one heading of a page of the handbook. */
export interface ChapterSection {
  /** The fragment of a link to it. */
  id: string;
  /** The level of its heading in the page: 2, or 3 for a part of the one before. */
  level: 2 | 3;
  heading: string;
  /** Markdown. */
  text: string;
  /** The picture below the heading. */
  picture?: SectionPicture;
}

export interface Chapter {
  title: string;
  /** One plain sentence or two about the reader of this page. */
  about: string;
  sections: ChapterSection[];
}

export const toAnchor = (heading: string): string => fold(heading).replaceAll(' ', '-');

/** A hint for the handbook's test: the screen on which the names that follow appear. Not shown to readers. */
const remark = /<!-- .*? --> ?/g;

/** A picture has a line of its own. */
const pictured = /^!\[(.*)\]\(pictures\/([\w-]+\.webp)\)$/;

/** Reads a page of the handbook: a title, a few words, and sections under headings of two levels. */
export function parseChapter(markdown: string): Chapter {
  const chapter: Chapter = { title: '', about: '', sections: [] };
  const lines = new Map<ChapterSection, string[]>();
  const before: string[] = [];
  for (const whole of markdown.split(/\r?\n/)) {
    const line = whole.replaceAll(remark, '');
    const [, marks, heading] = /^(#{1,3}) (.*)$/.exec(line) ?? [];
    const section = chapter.sections.at(-1);
    const [, alt, file] = pictured.exec(line) ?? [];
    if (marks === '#') chapter.title = heading ?? '';
    else if (marks && heading) {
      const made: ChapterSection = {
        id: toAnchor(heading),
        level: marks === '##' ? 2 : 3,
        heading,
        text: '',
      };
      chapter.sections.push(made);
      lines.set(made, []);
    } else if (line.trim() === '' && line !== whole) continue;
    else if (section && alt && file) section.picture = { file, alt };
    else if (!section) before.push(line);
    else lines.get(section)?.push(line);
  }
  chapter.about = before.join(' ').replace(/\s+/g, ' ').trim();
  for (const [section, its] of lines) section.text = its.join('\n').trim();
  return chapter;
}
