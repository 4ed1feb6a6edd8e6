import sanitize from 'sanitize-html';
import { isActionUrl } from '#platform/shared/calls/action-url.ts';

/** The maximum depth, in elements. Beyond it, parsing takes quadratic time. */
const maxDepth = 250;
const maxElements = 300_000;

/** Thrown for markup that would take too long to read. */
export class MarkupTooComplexError extends Error {}

/**
 * Sanitises markup from elsewhere by a list of allowed elements and attributes. All markup from pages, documents and
 * drawings is sanitised here before it is stored or shown.
 * @throws MarkupTooComplexError if the markup is nested too deeply, or has too many elements
 */
export function sanitiseMarkup(markup: string, rules: sanitize.IOptions): string {
  let depth = 0;
  let elements = 0;
  return sanitize(markup, {
    allowProtocolRelative: false,
    ...rules,
    onOpenTag() {
      depth += 1;
      elements += 1;
      if (depth > maxDepth || elements > maxElements) throw new MarkupTooComplexError();
    },
    onCloseTag() {
      depth -= 1;
    },
  });
}

const textTags = ['p', 'br', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'strong', 'em', 'a'];
const tableTags = ['table', 'thead', 'tbody', 'tr', 'th', 'td'];

/** The maximum length of a link, in characters. */
const maxLinkLength = 2000;

interface TextRules {
  /** The page's own URL, on which relative links are based. Without it, relative links become plain text. */
  base?: string;
  /** The schemes that links may have. */
  schemes: readonly string[];
  /** Elements that remain in addition to the usual ones. */
  tags?: readonly string[];
  attributes?: Readonly<Record<string, readonly string[]>>;
  classes?: Readonly<Record<string, readonly string[]>>;
}

/**
 * Sanitises the HTML of a text: paragraphs, headings, lists, tables, quotations, emphasis and links remain, without
 * styles, ids and classes. `rules` can allow more. A link with a forbidden target becomes plain text.
 */
export function sanitiseHtml(html: string, rules: TextRules): string {
  const { base, schemes, tags = [], attributes = {}, classes = {} } = rules;
  return sanitiseMarkup(html, {
    allowedTags: [...textTags, ...tableTags, ...tags],
    allowedAttributes: { a: ['href', 'rel'], ...copy(attributes) },
    allowedClasses: copy(classes),
    allowedSchemes: [...schemes],
    // The only images are placeholders for the pictures in a document
    allowedSchemesByTag: { img: ['picture'] },
    nonTextTags: ['script', 'style', 'textarea', 'option', 'xmp', 'noscript', 'template', 'title', 'svg', 'math'],
    transformTags: {
      b: 'strong',
      i: 'em',
      cite: 'em',
      a: (tagName, { id = '', href }) => {
        const url = toLink(href, schemes, base);
        const rel = base === undefined ? '' : 'nofollow noopener noreferrer';
        return { tagName, attribs: { ...(url ? { href: url, ...(rel && { rel }) } : id && { id }) } };
      },
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'a' && !attribs.href && !attribs.id && 'excludeTag',
  });
}

const copy = (lists: Readonly<Record<string, readonly string[]>>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(lists).map(([name, values]) => [name, [...values]]));

/** Returns the absolute URL of a link that may be followed; undefined for any other link. */
function toLink(href: string | undefined, schemes: readonly string[], base?: string): string | undefined {
  if (href === undefined || href.length > maxLinkLength || !URL.canParse(href, base)) return undefined;
  const url = new URL(href, base);
  return schemes.includes(url.protocol.slice(0, -1)) && !isActionUrl(url.href) ? url.href : undefined;
}
