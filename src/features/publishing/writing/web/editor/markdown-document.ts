import type { Token } from 'markdown-it';
import { defaultMarkdownSerializer, MarkdownParser, MarkdownSerializer } from 'prosemirror-markdown';
import { Fragment, type Mark, type Node } from 'prosemirror-model';
import {
  findLinks,
  maxMarkdownLength,
  parseMarkdown,
  renderMarkdownSync,
  toPlainDescription,
} from '#platform/shared/markdown/parser.ts';
import { editorSchema, toCellSpan, toHeadingLevel, toListStart } from './schema.ts';

/** A text opened in the visual editor. */
interface EditableText {
  doc: Node;
  /**
   * Returns the Markdown of an edited document. Blocks that haven't changed keep their source. Returns undefined for a
   * document that Markdown can't express.
   */
  toMarkdown: (doc: Node) => string | undefined;
}

/**
 * Parses a Markdown text for the visual editor. Returns undefined if the text is too long, or would render differently
 * after being parsed and serialised. Such a text can only be edited as Markdown.
 */
export function parseEditableText(source: string): EditableText | undefined {
  if (source.length > maxMarkdownLength) return undefined;
  try {
    const doc = parseMarkdownDocument(source);
    if (renderMarkdownSync(serialiseDocumentAsMarkdown(doc), 'whole') !== renderMarkdownSync(source, 'whole'))
      return undefined;
    const sources = mapBlockSources(source, doc);
    return {
      doc,
      toMarkdown: (edited) => {
        try {
          return edited.eq(doc) ? source : serialiseDocumentAsMarkdown(edited, sources);
        } catch {
          return undefined;
        }
      },
    };
  } catch {
    // If parsing fails, the renderer shows the text as typed
    return undefined;
  }
}

const isTight = (tokens: readonly Token[], index: number): boolean =>
  tokens.slice(index + 1).find(({ type }) => type !== 'list_item_open')?.hidden ?? false;

const alignmentOf = (token: Token) => /^text-align:(\w+)$/.exec(`${token.attrGet('style') ?? ''}`)?.[1] ?? '';

/** Returns the level that was typed, from the heading's markup, because the renderer changes the level of the tag. */
const levelOf = ({ markup }: Token) => (markup.startsWith('#') ? markup.length : markup === '=' ? 1 : 2);

const parser = new MarkdownParser(editorSchema, { parse: parseMarkdown } as unknown as MarkdownParser['tokenizer'], {
  paragraph: { block: 'paragraph' },
  heading: { block: 'heading', getAttrs: (token) => ({ level: levelOf(token) }) },
  blockquote: { block: 'blockquote' },
  bullet_list: { block: 'bullet_list', getAttrs: (_, tokens, index) => ({ tight: isTight(tokens, index) }) },
  ordered_list: {
    block: 'ordered_list',
    getAttrs: (token, tokens, index) => ({ order: Number(token.attrGet('start') ?? 1), tight: isTight(tokens, index) }),
  },
  list_item: { block: 'list_item' },
  code_block: { block: 'code_block' },
  fence: { block: 'code_block' },
  hr: { node: 'horizontal_rule' },
  table: { block: 'table' },
  thead: { ignore: true },
  tbody: { ignore: true },
  tr: { block: 'table_row' },
  th: { block: 'table_header', getAttrs: (token) => ({ align: alignmentOf(token) }) },
  td: { block: 'table_cell', getAttrs: (token) => ({ align: alignmentOf(token) }) },
  image: {
    node: 'image',
    getAttrs: (token) => ({
      src: token.attrGet('src'),
      alt: toPlainDescription(token.children ?? []),
      title: token.attrGet('title') ?? '',
    }),
  },
  hardbreak: { node: 'hard_break' },
  softbreak: { node: 'soft_break' },
  link: {
    mark: 'link',
    getAttrs: (token) => ({ href: token.attrGet('href'), title: token.attrGet('title') ?? '' }),
  },
  em: { mark: 'em' },
  strong: { mark: 'strong' },
  s: { mark: 'strike' },
  code_inline: { mark: 'code' },
});

/** Parses Markdown with the site's own parser. */
export const parseMarkdownDocument = (source: string): Node => parser.parse(source);

/**
 * Maps each block to its lines of the source. Code blocks are left out, and so are blocks that can't be parsed without
 * other lines, such as a paragraph with a link whose URL is defined elsewhere.
 */
function mapBlockSources(source: string, doc: Node): WeakMap<Node, string> {
  const lines = source.split(/\r\n|\r|\n/);
  const blocks = parseMarkdown(source).filter(({ level, nesting }) => level === 0 && nesting >= 0);
  const sources = new WeakMap<Node, string>();
  if (blocks.length !== doc.childCount) return sources;
  doc.forEach((node, _, index) => {
    const [start, end] = blocks[index]?.map ?? [0, 0];
    // The block's indentation is removed, because it would make the block part of a list inserted before it
    const own = lines.slice(start, end).join('\n').trim();
    // A code block without a closing fence would swallow text that is added after it
    if (
      node.type !== editorSchema.nodes.code_block &&
      parseMarkdownDocument(own).eq(editorSchema.node('doc', null, [node]))
    )
      sources.set(node, own);
  });
  return sources;
}

const isList = ({ type }: Node) => type === editorSchema.nodes.bullet_list || type === editorSchema.nodes.ordered_list;

/**
 * Serialises a document.
 * @param sources the known Markdown of blocks. The Markdown of other blocks is added to the map
 */
export function serialiseDocumentAsMarkdown(doc: Node, sources = new WeakMap<Node, string>()): string {
  const texts: string[] = [];
  for (let index = 0; index < doc.childCount; index += 1) {
    const blocks = [doc.child(index)];
    // Adjacent lists of the same type need different marks
    while (isList(doc.child(index)) && doc.maybeChild(index + 1)?.type === doc.child(index).type) {
      index += 1;
      blocks.push(doc.child(index));
    }
    const [first] = blocks;
    const known = first && blocks.length === 1 ? sources.get(first) : undefined;
    const text = known ?? serializer.serialize(editorSchema.node('doc', null, blocks)).trimEnd();
    if (first && blocks.length === 1) sources.set(first, text);
    if (text !== '') texts.push(text);
  }
  return texts.join('\n\n');
}

const isBreak = (node: Node | null) =>
  node?.type === editorSchema.nodes.hard_break || node?.type === editorSchema.nodes.soft_break;

/** Returns the number of lists of the same type directly before a list. */
function countListsBefore(parent: Node, index: number): number {
  let count = 0;
  while (parent.maybeChild(index - count - 1)?.type === parent.child(index).type) count += 1;
  return count;
}

const blockNodes = defaultMarkdownSerializer.nodes;
const hasContent = (node: Node) => node.content.size > 0;

const serializer = new MarkdownSerializer(
  {
    paragraph: (state, node) => {
      state.renderInline(trimLines(node));
      state.closeBlock(node);
    },
    heading: (state, node) => {
      if (!hasContent(node)) return;
      state.write(`${'#'.repeat(toHeadingLevel(node.attrs.level))} `);
      state.renderInline(trimLines(node), false);
      state.closeBlock(node);
    },
    blockquote: (state, node) => {
      if (
        node.textContent === '' &&
        node.childCount === 1 &&
        node.firstChild?.isTextblock &&
        !hasContent(node.child(0))
      )
        return;
      state.wrapBlock('> ', null, node, () => state.renderContent(node));
    },
    bullet_list: (state, node, parent, index) => {
      const sign = countListsBefore(parent, index) % 2 === 0 ? '-' : '*';
      state.renderList(node, '  ', () => `${sign} `);
    },
    ordered_list: (state, node, parent, index) => {
      const sign = countListsBefore(parent, index) % 2 === 0 ? '.' : ')';
      const numberOf = (item: number) => `${toListStart(node.attrs.order) + item}`;
      const width = numberOf(node.childCount - 1).length;
      state.renderList(node, ' '.repeat(width + 2), (item) => `${numberOf(item).padStart(width)}${sign} `);
    },
    list_item: (state, node) => state.renderContent(node),
    code_block: (state, node, parent, index) => blockNodes.code_block?.(state, node, parent, index),
    horizontal_rule: (state, node) => {
      state.write('---');
      state.closeBlock(node);
    },
    table: (state, node) => {
      const rows = rowsOf(node);
      const [head = []] = rows;
      const border = head.map(({ attrs: { align } }) => {
        if (align === 'center') return ':---:';
        return align === 'right' ? '---:' : align === 'left' ? ':---' : '---';
      });
      const lines = rows.map((row) => row.map(cellText));
      for (const line of [lines[0] ?? [], border, ...lines.slice(1)]) {
        state.ensureNewLine();
        state.write(`| ${line.join(' | ')} |`);
      }
      state.closeBlock(node);
    },
    table_row: () => {},
    table_header: () => {},
    table_cell: () => {},
    image: (state, { attrs: { src, alt, title } }) => {
      state.write(`![${escapeText(withoutBlocks(alt))}](${formatTarget(src, title)})`);
    },
    hard_break: (state, _, parent, index) => {
      if (hasTextAfter(parent, index)) state.write('\\\n');
    },
    soft_break: (state, _, parent, index) => {
      if (index > 0 && hasTextAfter(parent, index)) state.write('\n');
    },
    text: (state, node, parent, index) => {
      const text = node.text ?? '';
      if (isInAutolink(node, parent, index)) return state.text(text, false);
      state.text(escapeInContext(text, parent, index), false);
    },
  },
  {
    link: {
      mixable: true,
      open: (_, mark, parent, index) => (isAutolink(mark, parent, index) ? '<' : '['),
      close: (_, mark, parent, index) =>
        isAutolink(mark, parent, index - 1) ? '>' : `](${formatTarget(mark.attrs.href, mark.attrs.title)})`,
    },
    em: { open: '*', close: '*', mixable: true, expelEnclosingWhitespace: true },
    strong: { open: '**', close: '**', mixable: true, expelEnclosingWhitespace: true },
    strike: { open: '~~', close: '~~', mixable: true, expelEnclosingWhitespace: true },
    code: {
      escape: false,
      open: (_, __, parent, index) => codeMarks(parent.child(index).text ?? '').join(''),
      close: (_, __, parent, index) =>
        codeMarks(parent.child(index - 1).text ?? '')
          .reverse()
          .join(''),
    },
  },
);

/** Returns the rows of a table without spans: a cell over several columns or rows is followed by empty cells. */
function rowsOf(table: Node): Node[][] {
  const rows: Node[][] = table.children.map(() => []);
  const empty = editorSchema.node('table_cell');
  table.forEach((row, _, top) => {
    let left = 0;
    row.forEach((cell) => {
      while (rows[top]?.[left]) left += 1;
      const [colspan, rowspan] = [toCellSpan(cell.attrs.colspan), toCellSpan(cell.attrs.rowspan)];
      for (let down = 0; down < rowspan; down += 1) {
        const line = rows[top + down];
        for (let right = 0; line && right < colspan; right += 1) line[left + right] = down + right === 0 ? cell : empty;
      }
    });
  });
  const width = Math.max(...rows.map((row) => row.length));
  return rows.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? empty));
}

/** Returns a cell's Markdown. Bars are escaped, because they would separate cells. */
const cellText = (cell: Node): string =>
  serializer
    .serialize(editorSchema.node('doc', null, [editorSchema.node('paragraph', null, cell.content)]))
    .replace(/\s*\\?\n\s*/g, ' ')
    .replaceAll('|', '\\|');

/** Formats the URL and title of a link or picture in Markdown. */
function formatTarget(url: string, title: string): string {
  const target = url.replace(/[\\()<>]/g, '\\$&').replace(/[\s\p{Cc}]/gu, encodeURIComponent);
  return title === '' ? target : `${target} "${withoutBlocks(title).replace(/[\\"]|&(?=#?\w+;)/g, '\\$&')}"`;
}

/** Returns a title or description in which no line begins a block. A line that begins with a letter never does. */
const withoutBlocks = (text: string): string => text.replace(/\s*[\r\n](?!\p{L})\s*/gu, ' ');

/** Returns the marks before inline code: backticks, and a space if one is needed between backticks and code. */
function codeMarks(text: string): string[] {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const needsSpace = /^`|`$/.test(text) || /^ .*[^ ].* $/.test(text);
  return ['`'.repeat(longest + 1), needsSpace ? ' ' : ''];
}

/** Returns true if a link's text is just its own URL. Such a link is written in angle brackets. */
function isAutolink(link: Mark, parent: Node, index: number): boolean {
  const node = parent.maybeChild(index);
  if (link.attrs.title !== '' || !/^(https?|mailto):[^<>\s]+$/.test(link.attrs.href)) return false;
  if (!node?.isText || node.text !== link.attrs.href || node.marks.at(-1) !== link) return false;
  const isContinued = (other: Node | null) => other !== null && link.isInSet(other.marks);
  return !isContinued(parent.maybeChild(index - 1)) && !isContinued(parent.maybeChild(index + 1));
}

const isInAutolink = (node: Node, parent: Node, index: number) =>
  node.marks.some((mark) => mark.type === editorSchema.marks.link && isAutolink(mark, parent, index));

function hasTextAfter(parent: Node, index: number): boolean {
  for (let next = index + 1; next < parent.childCount; next += 1) {
    if (!isBreak(parent.child(next)) && !/^\s*$/.test(parent.child(next).text ?? 'image')) return true;
  }
  return false;
}

/** Escapes characters that have a meaning in Markdown. */
function escapeText(text: string): string {
  return text.replace(/[\\`*~[\]]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|<(?=[\w/!?])|&(?=#?\w+;)/g, '\\$&');
}

/**
 * Escapes a text. URLs that become links are written in angle brackets if they contain characters that need escaping.
 */
function escapeWithUrls(text: string): string {
  let escaped = '';
  let end = 0;
  for (const { start, url } of bracketedUrls(text)) {
    escaped += `${escapeText(text.slice(end, start))}<${url}>`;
    end = start + url.length;
  }
  return escaped + escapeText(text.slice(end));
}

/**
 * Finds URLs with characters that need escaping: a backslash would become part of the URL. A URL ends before an angle
 * bracket, which can't be written in angle brackets.
 */
function bracketedUrls(text: string): { start: number; url: string }[] {
  if (!text.includes('://')) return [];
  return findLinks(text)
    .map(({ index, raw }) => ({ start: index, url: /^https?:\/\/[^<>\s]+/.exec(raw)?.[0] ?? '' }))
    .filter(({ url }) => escapeText(url) !== url);
}

/** Escapes characters that have a meaning at the beginning of a line in Markdown. */
const escapeLineStart = (text: string): string =>
  text.replace(/^(#{1,6}(?=\s|$)|[-+](?=[\s-]|$)|>|=|\||:(?=-))/, '\\$&').replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');

/**
 * Returns a block without spaces at either end of its lines. At the beginning, they would turn the line into code, or
 * into a part of the list before it. At the end, they would add a line break.
 */
function trimLines(block: Node): Node {
  const trimStarts = trimAfterBreaks((text) => text.trimStart());
  const trimEnds = trimAfterBreaks((text) => text.trimEnd());
  const inline = trimEnds(trimStarts(block.children).reverse()).reverse();
  return block.copy(Fragment.from(inline));
}

/** Creates a function that trims the first text of each line in a list of inline nodes. Inline code isn't trimmed. */
const trimAfterBreaks = (trim: (text: string) => string) => (inline: readonly Node[]) => {
  const trimmed: Node[] = [];
  let startsLine = true;
  for (const node of inline) {
    const text =
      startsLine && node.isText && !editorSchema.marks.code.isInSet(node.marks) ? trim(node.text ?? '') : null;
    if (text === '') continue;
    trimmed.push(text === null ? node : editorSchema.text(text, node.marks));
    startsLine = isBreak(node);
  }
  return trimmed;
};

/** Escapes a text node so that neither its marks nor the marks of its neighbours are misread. */
function escapeInContext(text: string, parent: Node, index: number): string {
  const before = parent.maybeChild(index - 1);
  const after = parent.maybeChild(index + 1);
  let inner = text.replaceAll('\n', ' ');
  const startsLine = before === null || isBreak(before);
  let first = '';
  if (before && needsEntity(before, parent.child(index), 'after')) {
    // The first letter becomes an entity. It is cut off first, because a URL may begin right after it
    inner = inner.replace(/^[\p{L}\p{N}]/u, (letter) => {
      first = toEntity(letter);
      return '';
    });
  }
  const isLinked = editorSchema.marks.link.isInSet(parent.child(index).marks) !== undefined;
  let escaped = isLinked ? escapeText(inner) : escapeWithUrls(inner);
  if (startsLine && parent.type !== editorSchema.nodes.heading) escaped = escapeLineStart(escaped);
  // A # at the end of a heading would be taken for a closing mark
  if (after === null && parent.type === editorSchema.nodes.heading) escaped = escaped.replace(/#$/, '\\#');
  // An exclamation mark before a link would turn the link into a picture
  if (after && editorSchema.marks.link.isInSet(after.marks)) escaped = escaped.replace(/!$/, '\\!');
  if (after && needsEntity(parent.child(index), after, 'before')) escaped = escaped.replace(/[\p{L}\p{N}]$/u, toEntity);
  return first + escaped;
}

const toEntity = (letter: string) => `&#${letter.codePointAt(0)};`;

const emphasis = new Set([editorSchema.marks.em, editorSchema.marks.strong, editorSchema.marks.strike]);

/**
 * Returns true if emphasis that the neighbouring node doesn't share begins or ends with punctuation at their border.
 * The marks of such emphasis are applied only if a space or punctuation is outside it, so a letter or digit outside
 * must be written as an entity, which counts as punctuation.
 */
function needsEntity(left: Node, right: Node, side: 'before' | 'after'): boolean {
  const [inside, outside] = side === 'after' ? [left, right] : [right, left];
  const changes = inside.marks.some((mark) => emphasis.has(mark.type) && !mark.isInSet(outside.marks));
  return changes && endsInPunctuation(inside, side === 'after' ? 'end' : 'start');
}

function endsInPunctuation(node: Node, end: 'start' | 'end'): boolean {
  const { link, code } = editorSchema.marks;
  if (!node.isText || node.marks.some(({ type }) => type === link || type === code)) return true;
  const text = node.text ?? '';
  if (/[\p{P}\p{S}]/u.test((end === 'start' ? text[0] : text.at(-1)) ?? '')) return true;
  return bracketedUrls(text).some(
    ({ start, url }) => (end === 'start' ? start : text.length - url.length - start) === 0,
  );
}
