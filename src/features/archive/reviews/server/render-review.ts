import { escapeMarkup } from '#platform/server/formats/xml.ts';
import { isActionUrl } from '#platform/shared/calls/action-url.ts';
import { getReviewPart, type HtmlElement, type HtmlNode, isElement, type ReviewPart } from './page-tree.ts';

/** A paragraph, heading, list or quotation, ready to be shown. */
interface Block {
  part: ReviewPart;
  html: string;
}

/** In characters, about eight printed pages: a review is shorter, and longer texts are read on their own site. */
const longestReview = 20_000;
const longestLink = 2000;

/** Elements that are ignored: they hold no text, or none for us. */
const unread = [
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
  'canvas',
].concat(['video', 'audio', 'picture', 'select', 'button', 'textarea', 'input', 'dialog']);

const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const ownBlocks = new Set(['p', 'ul', 'ol', 'li', 'blockquote', ...headings]);
const containers = ['div', 'section', 'article', 'main', 'body', 'html', 'header', 'footer', 'nav', 'aside', 'form']
  .concat(['figure', 'figcaption', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption', 'dl', 'dt', 'dd'])
  .concat(['pre', 'address', 'hr', 'details', 'summary', 'fieldset', 'center']);
const blockNames = new Set([...ownBlocks, ...containers]);

const emphasis = new Map([
  ['b', 'strong'],
  ['strong', 'strong'],
  ['i', 'em'],
  ['em', 'em'],
  ['cite', 'em'],
]);

/**
 * Renders the text of elements as HTML of our own: paragraphs, headings, lists, quotations, emphasis and https links,
 * in `<div class="subheading">` and `<div class="content">`; "" if there is none. Every letter is escaped, and no tag
 * or attribute is copied.
 * @param leaveOut names of elements to ignore
 */
export function renderReviewHtml(
  elements: readonly HtmlElement[],
  address: string,
  leaveOut: readonly string[] = [],
): string {
  const skipped = new Set([...unread, ...leaveOut]);
  const isBlock = blockRule();
  let left = longestReview;

  const isSkipped = (node: HtmlNode) => isElement(node) && (skipped.has(node.name) || 'hidden' in node.attribs);

  function blocksOf(nodes: readonly HtmlNode[], part: ReviewPart): Block[] {
    const blocks: Block[] = [];
    let line: HtmlNode[] = [];
    const endLine = () => {
      const html = inline(line).trim();
      if (hasText(html)) blocks.push({ part, html: `<p>${html}</p>` });
      line = [];
    };
    for (const node of nodes) {
      if (left <= 0) break;
      if (isSkipped(node)) continue;
      if (isElement(node) && isBlock(node)) {
        endLine();
        blocks.push(...blocksIn(node, part));
      } else {
        line.push(node);
      }
    }
    endLine();
    return blocks;
  }

  function blocksIn(element: HtmlElement, around: ReviewPart): Block[] {
    const part = around === 'content' ? (getReviewPart(element) ?? around) : around;
    const { name, children } = element;
    const whole = (html: string) => (hasText(html) ? [{ part, html }] : []);
    // One level, below the heading of the review's section.
    if (headings.has(name) && part === 'content') return whole(`<h3>${inline(children).trim()}</h3>`);
    if (name === 'blockquote') return whole(`<blockquote>${joined(blocksOf(children, part))}</blockquote>`);
    if (name === 'ul' || name === 'ol') return whole(`<${name}>${listItems(children, part)}</${name}>`);
    return blocksOf(children, part);
  }

  const listItems = (nodes: readonly HtmlNode[], part: ReviewPart) =>
    nodes
      .filter((node) => isElement(node) && !isSkipped(node))
      .map((node) => joined(blocksOf(isElement(node) ? node.children : [], part)))
      .filter(hasText)
      .map((item) => `<li>${item}</li>`)
      .join('');

  function inline(nodes: readonly HtmlNode[]): string {
    return nodes.map(inlineNode).join('');
  }

  function inlineNode(node: HtmlNode): string {
    if (node.type === 'text') {
      const text = node.data.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, Math.max(0, left));
      left -= text.length;
      // Half of the last character may be left
      return escaped(text.replace(/\p{Cs}$/u, '')) + (left <= 0 && text ? '…' : '');
    }
    if (!isElement(node) || isSkipped(node)) return '';
    if (node.name === 'br') return '<br>';
    const inner = inline(node.children);
    if (!hasText(inner)) return inner.includes(' ') ? ' ' : '';
    const tag = emphasis.get(node.name);
    if (tag) return `<${tag}>${inner}</${tag}>`;
    const href = node.name === 'a' ? httpsLink(node.attribs.href, address) : undefined;
    return href ? `<a href="${escaped(href)}" rel="nofollow noopener noreferrer">${inner}</a>` : inner;
  }

  return inParts(elements.flatMap((element) => blocksIn(element, getReviewPart(element) ?? 'content')));
}

/**
 * Returns a function that tells if an element starts a new line: by its name, as a part, or by its content. Each
 * element is checked once.
 */
function blockRule(): (element: HtmlElement) => boolean {
  const known = new Map<HtmlElement, boolean>();
  return function isBlock(element): boolean {
    const before = known.get(element);
    if (before !== undefined) return before;
    const holdsOne = () => element.children.some((child) => isElement(child) && isBlock(child));
    const is = blockNames.has(element.name) || getReviewPart(element) !== undefined || holdsOne();
    known.set(element, is);
    return is;
  };
}

const joined = (blocks: readonly Block[]) => blocks.map(({ html }) => html).join('');

/** Neighbours of one part share its `<div>`. */
function inParts(blocks: readonly Block[]): string {
  let html = '';
  let open: ReviewPart | undefined;
  for (const block of blocks) {
    if (block.part !== open) html += `${open ? '</div>' : ''}<div class="${block.part}">`;
    open = block.part;
    html += block.html;
  }
  return open ? `${html}</div>` : '';
}

/** Our own HTML, where every `>` ends a tag. Checked at every level, so it stops at the first letter. */
const hasText = (html: string) => /(?:^|>)\s*[^\s<]/.test(html);

/** Also without the characters that turn the direction of everything after them. */
const escaped = (text: string) => escapeMarkup(text.replace(/[\u202a-\u202e\u2066-\u2069]/g, ''));

function httpsLink(href: string | undefined, address: string): string | undefined {
  if (href === undefined || href.length > longestLink || !URL.canParse(href, address)) return undefined;
  const url = new URL(href, address);
  return url.protocol === 'https:' && !isActionUrl(url.href) ? url.href : undefined;
}
