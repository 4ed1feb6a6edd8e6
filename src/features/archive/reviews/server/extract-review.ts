import { DomHandler, DomUtils, Parser } from 'htmlparser2';
import { sanitiseHtml } from '#platform/server/formats/sanitise-html.ts';
import { PageFetchError } from './fetch-page.ts';

/**
 * Extracts a review from a page as safe HTML. Elements of class `subheading` or `content` are rendered in document
 * order, in `<div>`s of the same class. If none of them has text, the page's main text is rendered as `content`. The
 * HTML is rebuilt from a short list of elements, so that none of the page's own markup remains, including styles and
 * scripts.
 *
 * @param address the page's own URL, which its links are relative to
 * @throws PageFetchError if there is nothing to read, or the page is too complicated
 */
export function extractReview(html: string, address: string): string {
  const all = listElements(parsePage(html));
  const parts = findOutermost(all, (element) => getReviewPart(element) !== undefined);
  const review = renderReviewHtml(parts, address) || renderReviewHtml(findMainElements(all), address, pageFurniture);
  if (review) return review;
  throw new PageFetchError('refused', 'The review’s page has no text to show here.');
}

/** Elements that are left out, besides `textlessElements`, if the review is taken from the page's main text. */
const pageFurniture = ['header', 'footer', 'nav', 'aside', 'form'];

/** Lists all elements in document order. */
function listElements(nodes: readonly HtmlNode[], found: HtmlElement[] = []): HtmlElement[] {
  for (const node of nodes) {
    if (!isElement(node)) continue;
    found.push(node);
    listElements(node.children, found);
  }
  return found;
}

/** Returns the `wanted` elements that aren't inside another wanted element. */
function findOutermost(elements: readonly HtmlElement[], wanted: (element: HtmlElement) => boolean): HtmlElement[] {
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
function findMainElements(elements: readonly HtmlElement[]): HtmlElement[] {
  const places: ((element: HtmlElement) => boolean)[] = [
    ({ name, attribs }) => name === 'main' || attribs.role === 'main',
    ({ name }) => name === 'article',
    ({ name }) => name === 'body',
  ];
  for (const place of places) {
    const found = findOutermost(elements, place);
    if (found.length > 0) return found;
  }
  return findOutermost(elements, () => true);
}

type HtmlNode = DomHandler['root']['children'][number];
type HtmlElement = Extract<HtmlNode, { attribs: Record<string, string> }>;

/** The maximum depth and number of elements of a page. No genuine page exceeds them; a page that does is refused. */
const maxDepth = 250;
const maxElements = 50_000;

class BoundedHandler extends DomHandler {
  #elements = 0;

  override onopentag(name: string, attributes: Record<string, string>): void {
    this.#elements++;
    if (this.#elements > maxElements || this.tagStack.length > maxDepth) {
      throw new PageFetchError('refused', 'The review’s page is too complicated for us to read.');
    }
    super.onopentag(name, attributes);
  }
}

/**
 * Parses a page's HTML, however badly it is written, as a tree.
 *
 * @throws PageFetchError if the page is nested more deeply, or has more elements, than any genuine page
 */
function parsePage(html: string): HtmlNode[] {
  const handler = new BoundedHandler();
  new Parser(handler).end(html);
  return handler.root.children;
}

const isElement = (node: HtmlNode): node is HtmlElement => 'attribs' in node;

type ReviewPart = 'subheading' | 'content';

/** Returns the part of a review, `subheading` or `content`, that an element's class declares. */
function getReviewPart({ attribs }: HtmlElement): ReviewPart | undefined {
  const classes = (attribs.class ?? '').split(/\s+/);
  if (classes.includes('subheading')) return 'subheading';
  return classes.includes('content') ? 'content' : undefined;
}

/** A paragraph, heading, list or quotation, not yet sanitised. */
interface Block {
  part: ReviewPart;
  html: string;
}

/**
 * The maximum length of a review in characters, about eight printed pages. Reviews are shorter; a longer text is cut,
 * and can be read in full on its own site.
 */
const maxReviewLength = 20_000;

/** Elements that contain no review text. */
const textlessElements = [
  'script',
  'style',
  'noscript',
  'template',
  'head',
  'title',
  'iframe',
  'object',
  'svg',
  'math',
].concat(['canvas', 'video', 'audio', 'picture', 'select', 'button', 'textarea', 'input', 'dialog']);

const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const blockNames = new Set(
  ['p', 'ul', 'ol', 'li', 'blockquote', ...headings].concat(
    ['div', 'section', 'article', 'main', 'body', 'html', 'header', 'footer', 'nav', 'aside', 'form', 'figure'],
    ['figcaption', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption', 'dl', 'dt', 'dd', 'pre', 'address'],
    ['hr', 'details', 'summary', 'fieldset', 'center'],
  ),
);

/**
 * Renders the text of elements as sanitised HTML: paragraphs, headings, lists, quotations, emphasis and https links, in
 * `<div class="subheading">` and `<div class="content">`; "" if there is no text. Modifies the elements.
 *
 * @param base the page's own URL
 * @param leaveOut names of elements that are left out besides `textlessElements`
 */
function renderReviewHtml(elements: readonly HtmlElement[], base: string, leaveOut: readonly string[] = []): string {
  const kept = prune(elements, new Set([...textlessElements, ...leaveOut]), { length: maxReviewLength }).filter(
    isElement,
  );
  const isBlock = createBlockTest();

  function toBlocks(nodes: readonly HtmlNode[], part: ReviewPart): Block[] {
    const blocks: Block[] = [];
    let line: HtmlNode[] = [];
    const endLine = () => {
      if (line.some(hasText)) blocks.push({ part, html: `<p>${toHtml(line).trim()}</p>` });
      line = [];
    };
    for (const node of nodes) {
      if (isElement(node) && isBlock(node)) {
        endLine();
        blocks.push(...toBlocksOf(node, part));
      } else {
        line.push(node);
      }
    }
    endLine();
    return blocks;
  }

  function toBlocksOf(element: HtmlElement, around: ReviewPart): Block[] {
    const part = around === 'content' ? (getReviewPart(element) ?? around) : around;
    const { name, children } = element;
    // All headings in the content become `<h3>`, just below the level of the heading of the review's section
    if (headings.has(name) && part === 'content') return [{ part, html: `<h3>${toHtml(children).trim()}</h3>` }];
    if (name === 'blockquote') return [{ part, html: `<blockquote>${join(toBlocks(children, part))}</blockquote>` }];
    if (name === 'ul' || name === 'ol') {
      const items = children.filter(isElement).filter((child) => !isBreak(child));
      const listed = items.map((item) => `<li>${join(toBlocks(item.children, part))}</li>`);
      return [{ part, html: `<${name}>${listed.join('')}</${name}>` }];
    }
    return toBlocks(children, part);
  }

  const blocks = kept.flatMap((element) => toBlocksOf(element, getReviewPart(element) ?? 'content'));
  return sanitiseHtml(groupByPart(blocks), {
    base,
    schemes: ['https'],
    tags: ['div'],
    classes: { div: ['subheading', 'content'] },
  });
}

/**
 * Removes hidden elements, elements named in `skipped`, elements without text, and characters that change the direction
 * of text. Collapses white space, and cuts the text after `left.length` characters, which it counts down across calls.
 */
function prune(nodes: readonly HtmlNode[], skipped: ReadonlySet<string>, left: { length: number }): HtmlNode[] {
  const kept: HtmlNode[] = [];
  for (const node of nodes) {
    if (left.length <= 0) break;
    if (node.type === 'text') {
      const text = node.data.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, left.length);
      left.length -= text.length;
      // The cut may have left half of the last character
      node.data = text.replace(/\p{Cs}$|[\u202a-\u202e\u2066-\u2069]/gu, '') + (left.length <= 0 ? '…' : '');
      kept.push(node);
    } else if (isBreak(node)) {
      // Keeps at most two line breaks in a row
      if (!kept.slice(-2).every(isBreak) || kept.length < 2) kept.push(node);
    } else if (isElement(node) && !skipped.has(node.name) && !('hidden' in node.attribs)) {
      const children = prune(node.children, skipped, left);
      node.children = children as typeof node.children;
      if (children.some(hasText)) kept.push(node);
      else kept.push(...children.filter(({ type }) => type === 'text').slice(0, 1));
    }
  }
  return kept;
}

const isBreak = (node: HtmlNode) => isElement(node) && node.name === 'br';

/** Returns true if a node has text. Works for pruned nodes, whose remaining elements all have text. */
const hasText = (node: HtmlNode) => (node.type === 'text' ? node.data.trim() !== '' : !isBreak(node));

/**
 * Creates a function that returns true if an element starts a new line: it is one of `blockNames`, has the class of a
 * review part, or contains an element that starts a new line. Each element is checked only once.
 */
function createBlockTest(): (element: HtmlElement) => boolean {
  const known = new Map<HtmlElement, boolean>();
  return function isBlock(element): boolean {
    const before = known.get(element);
    if (before !== undefined) return before;
    const holdsBlock = () => element.children.some((child) => isElement(child) && isBlock(child));
    const is = blockNames.has(element.name) || getReviewPart(element) !== undefined || holdsBlock();
    known.set(element, is);
    return is;
  };
}

const toHtml = (nodes: readonly HtmlNode[]) => nodes.map((node) => DomUtils.getOuterHTML(node)).join('');

const join = (blocks: readonly Block[]) => blocks.map(({ html }) => html).join('');

/** Renders blocks as HTML. Neighbouring blocks of the same part share one `<div>`. */
function groupByPart(blocks: readonly Block[]): string {
  let html = '';
  let open: ReviewPart | undefined;
  for (const block of blocks) {
    if (block.part !== open) html += `${open ? '</div>' : ''}<div class="${block.part}">`;
    open = block.part;
    html += block.html;
  }
  return open ? `${html}</div>` : '';
}
