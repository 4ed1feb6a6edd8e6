import { z } from 'zod';

/** A heading of a chapter, and the link to it. */
const Heading = z.object({ heading: z.string(), link: z.string() });

/** `/members/help`: the handbook's chapters, one for all members and one for each job. */
export const HandbookIndexContent = z.object({
  type: z.literal('handbook'),
  title: z.string(),
  jobs: z.array(z.object({ title: z.string(), about: z.string(), link: z.string(), headings: z.array(Heading) })),
});
export type HandbookIndexContent = z.infer<typeof HandbookIndexContent>;

export const HandbookSection = z.object({
  /** The fragment of a link to the section. */
  id: z.string(),
  /** The level of the heading: 3 for a subsection of the section before it. */
  level: z.union([z.literal(2), z.literal(3)]),
  heading: z.string(),
  /** HTML, sanitised by the server. */
  html: z.string(),
  /** A screenshot: `file` is its name in `docs/handbook/pictures`, `alt` describes it. */
  picture: z.object({ file: z.string(), alt: z.string() }).optional(),
});
export type HandbookSection = z.infer<typeof HandbookSection>;

/** `/members/help/{job}` */
export const HandbookPageContent = z.object({
  type: z.literal('handbook_page'),
  title: z.string(),
  about: z.string(),
  sections: z.array(HandbookSection),
  /** The handbook's other chapters. */
  others: z.array(z.object({ title: z.string(), link: z.string() })),
});
export type HandbookPageContent = z.infer<typeof HandbookPageContent>;

declare module '#platform/shared/pages.ts' {
  interface Pages {
    handbook: HandbookIndexContent;
    handbook_page: HandbookPageContent;
  }
}
