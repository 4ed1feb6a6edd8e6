import { DomHandler, Parser } from 'htmlparser2';
import { PageFetchError } from './network.ts';

export type HtmlNode = DomHandler['root']['children'][number];
export type HtmlElement = Extract<HtmlNode, { attribs: Record<string, string> }>;

/** Limits that no genuine page exceeds; larger pages are treated as an attack. */
const deepest = 250;
const mostElements = 50_000;

class BoundedHandler extends DomHandler {
  #elements = 0;

  override onopentag(name: string, attributes: Record<string, string>): void {
    this.#elements++;
    if (this.#elements > mostElements || this.tagStack.length > deepest) {
      throw new PageFetchError('refused', 'The review’s page is too complicated for us to read.');
    }
    super.onopentag(name, attributes);
  }
}

/**
 * Parses a page as a tree, however its HTML is written.
 * @throws PageFetchError when the page is nested more deeply, or has more elements, than any page made for people
 */
export function parsePage(html: string): HtmlNode[] {
  const handler = new BoundedHandler();
  new Parser(handler).end(html);
  return handler.root.children;
}

export const isElement = (node: HtmlNode): node is HtmlElement => 'attribs' in node;

export type ReviewPart = 'subheading' | 'content';

/** Returns the part of a review, `subheading` or `content`, that an element's class declares. */
export function getReviewPart({ attribs }: HtmlElement): ReviewPart | undefined {
  const classes = (attribs.class ?? '').split(/\s+/);
  if (classes.includes('subheading')) return 'subheading';
  return classes.includes('content') ? 'content' : undefined;
}
