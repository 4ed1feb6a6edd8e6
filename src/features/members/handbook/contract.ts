import { z } from 'zod';

/** A heading of a page, and its address. */
const Heading = z.object({ heading: z.string(), link: z.string() });

/** `/members/help`: the handbook's pages, each a job. */
export const Handbook = z.object({
  type: z.literal('handbook'),
  title: z.string(),
  jobs: z.array(z.object({ title: z.string(), about: z.string(), link: z.string(), headings: z.array(Heading) })),
});
export type Handbook = z.infer<typeof Handbook>;

export const HandbookSection = z.object({
  /** The fragment of a link to it. */
  id: z.string(),
  /** 3 is a part of the section before it. */
  level: z.union([z.literal(2), z.literal(3)]),
  heading: z.string(),
  /** HTML that the server has made safe. */
  html: z.string(),
  /**
   * Describes the screen in the picture. Its file is one of this site's own, under a name that is made when the site is
   * built.
   */
  picture: z.object({ file: z.string(), alt: z.string() }).optional(),
});
export type HandbookSection = z.infer<typeof HandbookSection>;

/** `/members/help/{job}` */
export const HandbookPageContent = z.object({
  type: z.literal('handbook_page'),
  title: z.string(),
  about: z.string(),
  sections: z.array(HandbookSection),
  /** The handbook's other pages. */
  others: z.array(z.object({ title: z.string(), link: z.string() })),
});
export type HandbookPageContent = z.infer<typeof HandbookPageContent>;

declare module '#platform/shared/pages.ts' {
  interface Pages {
    handbook: Handbook;
    handbook_page: HandbookPageContent;
  }
}
