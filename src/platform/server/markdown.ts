import MarkdownIt, { type Token } from 'markdown-it';

/**
 * HTML in the source is shown as text, links lead only to http(s), mailto, tel and this site, pictures are only our
 * own, and nesting is bounded, so that what comes out is safe to show whatever a person typed.
 */
const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting: 30 });

const safeLink = /^(https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i;
markdown.validateLink = (url) => safeLink.test(url.trim());

// The page's own title is the h1 of its screen: below it headings begin at h2, whatever they were typed as, and none
// stands more than one level below the last, so that those who go from heading to heading miss nothing.
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

// What follows the fence would become a class, and classes are ours.
markdown.core.ruler.push('code without classes', (state) => {
  for (const token of state.tokens) if (token.type === 'fence') token.info = '';
});

/** An address of our own media, where nothing is served that wasn't made safe. */
const ownPicture = /^\/media\/[\w-]{15,16}\/[^?#]+$/;

// A picture from elsewhere would tell its owner of every reader, so it is a link instead.
markdown.core.ruler.push('own pictures', (state) => {
  for (const block of state.tokens) {
    if (!block.children) continue;
    let links = 0;
    block.children = block.children.flatMap((token) => {
      links += token.type === 'link_open' ? 1 : token.type === 'link_close' ? -1 : 0;
      if (token.type !== 'image') return [token];
      const address = String(token.attrGet('src'));
      if (ownPicture.test(address)) {
        token.attrSet('loading', 'lazy');
        token.attrSet('decoding', 'async');
        return [token];
      }
      const words = new state.Token('text', '', 0);
      words.content = token.content || address;
      if (links > 0) return [words];
      const open = new state.Token('link_open', 'a', 1);
      open.attrSet('href', address);
      return [open, words, new state.Token('link_close', 'a', -1)];
    });
  }
});

/** Beyond this nobody reads, and the parser's time is better spent on other visitors. In characters. */
const longestText = 200_000;

const parsed = (source: string): Token[] => markdown.parse(source.slice(0, longestText), {});
const rendered = (tokens: Token[]): string => markdown.renderer.render(tokens, markdown.options, {});

/** Markdown as safe HTML. Text beyond 200,000 characters is left out. */
export const renderMarkdown = (source: string): string => rendered(parsed(source));

/**
 * The beginning of a Markdown text as safe HTML: whole paragraphs, until there are `length` characters. "" for a text
 * that is hardly longer than that, and is better shown as it is.
 */
export function renderLead(source: string, length: number): string {
  if (source.length <= length * 1.5) return '';
  const tokens = parsed(source);
  let characters = 0;
  const end = tokens.findIndex((token) => {
    characters += token.content.length;
    return token.level === 0 && token.nesting <= 0 && characters >= length;
  });
  return end < 0 || end === tokens.length - 1 ? '' : rendered(tokens.slice(0, end + 1));
}

/** The address of the first picture in a Markdown text, "" without one. */
export function firstPicture(source: string): string {
  // Most texts have none, and parsing takes a thousand times longer than looking.
  if (!source.includes('/media/')) return '';
  for (const { children } of parsed(source)) {
    const picture = children?.find((token) => token.type === 'image');
    if (picture) return String(picture.attrGet('src'));
  }
  return '';
}
