import { PageFetchError } from './network.ts';
import { getReviewPart, type HtmlElement, type HtmlNode, isElement, parsePage } from './page-tree.ts';
import { renderReviewHtml } from './render-review.ts';

/**
 * Extracts a review from a page as safe HTML: its parts of class `subheading` and `content` in order, in `<div>`s of
 * these classes. A page without such parts gives its main text as `content`. The HTML is rebuilt from a short list of
 * elements, so that none of the page's own markup remains, including styles and scripts.
 * @param address the page's own URL, which its links are relative to
 * @throws PageFetchError if there is nothing to read, or the page is too complicated
 */
export function extractReview(html: string, address: string): string {
  const all = elementsOf(parsePage(html));
  const parts = outermost(all, (element) => getReviewPart(element) !== undefined);
  const review = renderReviewHtml(parts, address) || renderReviewHtml(mainOf(all), address, pageFurniture);
  if (review) return review;
  throw new PageFetchError('refused', 'The review’s page has no text to show here.');
}

/** Elements that contain no review text. They are left out of pages that don't mark the parts of the review. */
const pageFurniture = ['header', 'footer', 'nav', 'aside', 'form'];

/** Lists all elements in document order. */
function elementsOf(nodes: readonly HtmlNode[], found: HtmlElement[] = []): HtmlElement[] {
  for (const node of nodes) {
    if (!isElement(node)) continue;
    found.push(node);
    elementsOf(node.children, found);
  }
  return found;
}

/** Returns the `wanted` elements that aren't inside another wanted element. */
function outermost(elements: readonly HtmlElement[], wanted: (element: HtmlElement) => boolean): HtmlElement[] {
  const found = new Set<HtmlElement>();
  for (const element of elements) if (wanted(element) && !isInside(element, found)) found.add(element);
  return [...found];
}

function isInside(element: HtmlElement, others: ReadonlySet<HtmlElement>): boolean {
  for (let at = element.parent; at && isElement(at); at = at.parent) if (others.has(at)) return true;
  return false;
}

/**
 * Returns the elements that contain the page's main text: `main`, otherwise articles, otherwise the body, otherwise
 * everything.
 */
function mainOf(elements: readonly HtmlElement[]): HtmlElement[] {
  const places: ((element: HtmlElement) => boolean)[] = [
    ({ name, attribs }) => name === 'main' || attribs.role === 'main',
    ({ name }) => name === 'article',
    ({ name }) => name === 'body',
  ];
  for (const place of places) {
    const found = outermost(elements, place);
    if (found.length > 0) return found;
  }
  return outermost(elements, () => true);
}
