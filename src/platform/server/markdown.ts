import MarkdownIt from 'markdown-it';

/**
 * HTML in the source is shown as text, links lead only to http(s), mailto, tel and this site, and nesting is bounded,
 * so that what comes out is safe to show whatever a person typed.
 */
const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting: 30 });

const safeLink = /^(https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i;
markdown.validateLink = (url) => safeLink.test(url.trim());

// The page's own title is the h1 of its screen.
markdown.core.ruler.push('headings below the title', (state) => {
  for (const token of state.tokens) {
    if (/^heading_(open|close)$/.test(token.type)) token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 1)}`;
  }
});

/** Beyond this nobody reads, and the parser's time is better spent on other visitors. In characters. */
const longestText = 200_000;

/** Markdown as safe HTML. Text beyond 200,000 characters is left out. */
export const renderMarkdown = (source: string): string => markdown.render(source.slice(0, longestText));
