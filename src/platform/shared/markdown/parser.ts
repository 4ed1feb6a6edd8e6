import MarkdownIt, { type Token } from 'markdown-it';
import { isActionUrl } from '#platform/shared/calls/action-url.ts';

/**
 * HTML in the source is shown as text, links lead only to http(s), mailto, tel and pages of this site, pictures are
 * only our own, and nesting is limited, so that the result is safe for any input.
 */
const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting: 30 });

const safeLink = /^(https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i;
markdown.validateLink = (url) => safeLink.test(url.trim()) && !isActionUrl(url.trim());

// A URL in a text is shown as typed. Decoded, it could contain control characters or letters that reverse the text, and
// readers would copy something else.
markdown.normalizeLinkText = (url) => url;

/** The maximum length of a URL in a text. */
const maxUrlLength = 2_000;

/**
 * Finds the URLs and email addresses in a plain text that become links. URLs are found after almost any character, as
 * by markdown-it's inline rule. A host without a scheme, such as "www.players.example", doesn't become a link.
 */
export function findLinks(text: string): { index: number; raw: string; url: string }[] {
  const links: { index: number; raw: string; url: string }[] = [];
  for (const { index } of text.matchAll(/(?<![a-z0-9.+-])[a-z][a-z0-9.+-]*:\/\//gi)) {
    const link = markdown.linkify.matchAtStart(text.slice(index, index + maxUrlLength));
    if (link) links.push({ index, raw: link.raw.replace(/\*+$/, ''), url: link.url.replace(/\*+$/, '') });
  }
  for (const { schema, index, raw, url } of markdown.linkify.match(text) ?? []) {
    const overlaps = links.some((link) => link.index < index + raw.length && index < link.index + link.raw.length);
    if (!/^(?:https?:|\/\/)/.test(schema) && !overlaps) links.push({ index, raw, url });
  }
  let end = 0;
  const ordered = links.toSorted((a, b) => a.index - b.index);
  return ordered.filter(({ index, raw, url }) => {
    if (index < end || !markdown.validateLink(url)) return false;
    end = index + raw.length;
    return true;
  });
}

// The h1 is the page's title, so headings in a text begin at h2, regardless of their typed level. No heading is more
// than one level below the previous one, so that people who navigate by headings miss nothing.
markdown.core.ruler.push('headings below the title', (state) => {
  const level = (token: Token) => Number(token.tag.slice(1));
  const headings = state.tokens.filter(({ type }) => type === 'heading_open' || type === 'heading_close');
  const highest = headings.reduce((least, heading) => Math.min(least, level(heading)), 6);
  let above = 1;
  for (const token of headings) {
    if (token.type === 'heading_open') above = Math.min(level(token) - highest + 2, above + 1, 6);
    token.tag = `h${above}`;
  }
});

// The text after an opening fence would become a class of the code block, but classes are reserved for our own styles.
markdown.core.ruler.push('code without classes', (state) => {
  for (const token of state.tokens) if (token.type === 'fence') token.info = '';
});

// `[words]()` has no target, so only its words are shown.
markdown.core.ruler.push('links that lead somewhere', (state) => {
  for (const block of state.tokens) {
    if (!block.children) continue;
    let isEmpty = false;
    block.children = block.children.filter((token) => {
      if (token.type === 'link_open') isEmpty = token.attrGet('href') === '';
      return !isEmpty || (token.type !== 'link_open' && token.type !== 'link_close');
    });
  }
});

/** Matches a URL of our own media, which serves only safe content. */
export const ownPicturePattern = /^\/media\/[\w-]{15,16}\/(?!(?:\.|%2e){1,2}$)[^/?#]+$/i;

// A picture from another site would reveal every reader to that site, so it becomes a link with its description or,
// within a link, only the description.
markdown.core.ruler.push('own pictures', (state) => {
  for (const block of state.tokens) {
    if (!block.children) continue;
    let links = 0;
    block.children = block.children.flatMap((token) => {
      links += token.type === 'link_open' ? 1 : token.type === 'link_close' ? -1 : 0;
      if (token.type !== 'image') return [token];
      const address = String(token.attrGet('src'));
      if (ownPicturePattern.test(address)) {
        token.attrSet('loading', 'lazy');
        token.attrSet('decoding', 'async');
        return [token];
      }
      const textToken = new state.Token('text', '', 0);
      textToken.content = token.content || address;
      if (links > 0) return [textToken];
      const open = new state.Token('link_open', 'a', 1);
      open.attrSet('href', address);
      return [open, textToken, new state.Token('link_close', 'a', -1)];
    });
  }
});

/**
 * The maximum length of a link definition. No URL or title needs as much. A longer definition would be repeated at each
 * of its links: 86 kB could become 231 MB.
 */
const maxDefinitionLength = 2_000;
markdown.core.ruler.after('block', 'short definitions', ({ env }) => {
  const references: Record<string, { href: string; title?: string }> = env.references ?? {};
  for (const [label, { href, title = '' }] of Object.entries(references)) {
    if (href.length + title.length > maxDefinitionLength) delete references[label];
  }
});

/**
 * A table's rows are padded to the width of its head, so a short text with a wide head and short rows could create
 * sixty thousand cells. A table with over a thousand more cells than characters is not treated as a table.
 */
const [table] = markdown.block.ruler.getRules('');
markdown.block.ruler.at(
  'table',
  (state, start, end, silent) => {
    if (!table?.(state, start, end, true)) return false;
    if (silent) return true;
    const textOf = (line: number) => state.src.slice(state.bMarks[line], state.eMarks[line]);
    const columns = textOf(start + 1).split('|').length;
    let letters = 1000;
    let cells = 0;
    for (let line = start; line < end && !state.isEmpty(line) && cells <= letters; line++) {
      cells += columns;
      letters += textOf(line).length;
    }
    return cells <= letters && table(state, start, end, false);
  },
  { alt: ['paragraph', 'reference'] },
);

/**
 * The maximum length of a text, in characters. Nobody reads further, and parsing more would only delay other visitors.
 */
export const maxMarkdownLength = 200_000;

/** Thrown for a text whose output would be many times longer than the text itself. */
export class OutputTooLargeError extends Error {}

/** Estimates how many characters these tokens will become. */
const weightOf = (tokens: readonly Token[]): number =>
  tokens.reduce((sum, { tag, type, content, attrs, children }) => {
    const own = type === 'inline' ? 0 : content.length + tag.length + 4;
    const length = attrs?.reduce((all, [name, value]) => all + name.length + String(value).length + 4, 0) ?? 0;
    return sum + own + length + (children ? weightOf(children) : 0);
  }, 0);

/** Parses Markdown into the tokens that are rendered; text beyond 200,000 characters is left out. */
export const parseMarkdown = (source: string): Token[] => markdown.parse(source.slice(0, maxMarkdownLength), {});

/** Returns the plain text of a picture's description. */
export const toPlainDescription = (tokens: Token[]): string =>
  markdown.renderer.renderInlineAsText(tokens, markdown.options, {});

/**
 * Returns a typed URL as a link uses it, with special characters encoded; undefined if the site wouldn't link to it.
 */
export function normaliseLink(url: string): string | undefined {
  const normalised = markdown.normalizeLink(url);
  return markdown.validateLink(normalised) ? normalised : undefined;
}

function rendered(tokens: Token[], source: string): string {
  if (weightOf(tokens) > source.length * 10 + 50_000) throw new OutputTooLargeError();
  return markdown.renderer.render(tokens, markdown.options, {});
}

/**
 * The part to render: the whole text, about its first `lead` characters, or only the URLs of its pictures, one per
 * line.
 */
export type MarkdownPart = 'whole' | { lead: number } | 'pictures';

/**
 * Renders Markdown as safe HTML. Text beyond 200,000 characters is left out.
 *
 * @throws OutputTooLargeError if the HTML would be many times longer than the text
 */
const whole = (source: string): string => rendered(parseMarkdown(source), source);

/**
 * Renders the beginning of a Markdown text as safe HTML: whole paragraphs, until there are `length` characters. Returns
 * "" if the text is hardly longer than `length`; the whole text should then be shown.
 */
function lead(source: string, length: number): string {
  if (source.length <= length * 1.5) return '';
  const tokens = parseMarkdown(source);
  let characters = 0;
  const end = tokens.findIndex((token) => {
    characters += token.content.length;
    return token.level === 0 && token.nesting <= 0 && characters >= length;
  });
  return end < 0 || end === tokens.length - 1 ? '' : rendered(tokens.slice(0, end + 1), source);
}

/** The maximum number of pictures of a text that are listed. */
const maxPictures = 20;

/** Returns the URLs of the first pictures in a Markdown text, one per line. */
function pictures(source: string): string {
  // Most texts have no picture, and parsing takes a thousand times longer than searching.
  if (!source.includes('/media/')) return '';
  return parseMarkdown(source)
    .flatMap(({ children }) => children?.filter(({ type }) => type === 'image') ?? [])
    .slice(0, maxPictures)
    .map((picture) => picture.attrGet('src'))
    .join('\n');
}

/**
 * Renders a whole text or a part of it: called directly for short texts, and in a thread for long ones.
 *
 * @throws OutputTooLargeError if the HTML would be many times longer than the text
 */
export function renderMarkdownSync(source: string, wanted: MarkdownPart): string {
  if (wanted === 'whole') return whole(source);
  return wanted === 'pictures' ? pictures(source) : lead(source, wanted.lead);
}

/**
 * Renders a text that can't be rendered as Markdown: as typed, in paragraphs. Returns "" if only the lead or the
 * pictures are wanted.
 */
export function renderPlainText(source: string, wanted: MarkdownPart): string {
  if (wanted !== 'whole') return '';
  const paragraphs = markdown.utils
    .escapeHtml(source.slice(0, maxMarkdownLength))
    .trim()
    .split(/\n{2,}/);
  return paragraphs.map((text) => `<p>${text.replaceAll('\n', '<br>\n')}</p>\n`).join('');
}
