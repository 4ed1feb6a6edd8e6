import { DomHandler, Parser } from 'htmlparser2';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { toMarkdown } from 'mdast-util-to-markdown';
import { sanitiseHtml } from '#platform/server/formats/sanitise-html.ts';
import { type InlineToken, type PhrasingMark, toPhrasingContent } from './phrasing.ts';

type Node = DomHandler['root']['children'][number];
type Element = Extract<Node, { attribs: Record<string, string> }>;

type MarkdownNode = Parameters<typeof toMarkdown>[0];
type Block = Extract<
  MarkdownNode,
  { type: 'paragraph' | 'heading' | 'list' | 'table' | 'blockquote' | 'thematicBreak' }
>;
type List = Extract<MarkdownNode, { type: 'list' }>;
type ListItem = Extract<MarkdownNode, { type: 'listItem' }>;

const isElement = (node: Node): node is Element => 'attribs' in node;
const childElements = ({ children }: { children: Node[] }): Element[] => children.filter(isElement);

const marks: Record<string, PhrasingMark> = { strong: 'strong', em: 'emphasis', s: 'delete', del: 'delete' };
const inlineTags = new Set(['a', 'br', 'img', ...Object.keys(marks)]);
const isInline = (node: Node): boolean => !isElement(node) || inlineTags.has(node.name);

/** Matches the link at the end of a footnote or endnote, which leads back to the mark in the text. */
const noteBackLink = /\s*<a href="#(?:foot|end)note-ref-[\w-]*">↑<\/a>/g;
const noteId = /^(?:foot|end)note-/;
/** The bookmark that `prepareDocument` adds to a list item. */
const listNumber = /^callboard-number-(\d{1,9})$/;

/** The maximum number of columns, which is Word's own limit. */
const maxColumns = 63;

/**
 * Converts Mammoth's HTML of a document to Markdown: headings, paragraphs, lists, tables, emphasis, struck-out text,
 * links, notes and pictures. Picture `n` becomes a placeholder for `fillPicturePlaceholders`.
 *
 * Cells of Markdown tables have one line and can't be merged. A merged cell is therefore followed by empty cells, and a
 * title across all columns is moved in front of the table. A table of one column is only a frame, so it is replaced by
 * its content.
 */
export function htmlToMarkdown(html: string): string {
  const handler = new DomHandler();
  const clean = sanitiseHtml(html.replace(noteBackLink, ''), {
    schemes: ['http', 'https', 'mailto', 'tel'],
    tags: ['img', 's', 'del'],
    attributes: { a: ['href', 'id'], img: ['src'], li: ['id'], td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'] },
  });
  new Parser(handler).end(clean);
  const text = toMarkdown(
    { type: 'root', children: toBlocks(handler.root.children) },
    {
      bullet: '-',
      listItemIndent: 'one',
      rule: '-',
      extensions: [gfmTableToMarkdown({ tablePipeAlign: false }), gfmStrikethroughToMarkdown()],
    },
  );
  return text.trim();
}

function toBlocks(nodes: readonly Node[]): Block[] {
  const blocks: Block[] = [];
  let line: Node[] = [];
  const endParagraph = () => {
    const children = toPhrasingContent(readInline(line));
    if (children.length > 0) blocks.push({ type: 'paragraph', children });
    line = [];
  };
  for (const node of nodes) {
    if (isInline(node)) line.push(node);
    else {
      endParagraph();
      if (isElement(node)) blocks.push(...toBlock(node));
    }
  }
  endParagraph();
  return blocks;
}

function toBlock(element: Element): Block[] {
  const { name, children } = element;
  const level = Number(/^h([1-6])$/.exec(name)?.[1] ?? 0);
  if (level > 0) {
    const title = toPhrasingContent(readInline(children), { breaks: 'space' });
    return title.length === 0 ? [] : [{ type: 'heading', depth: toDepth(level), children: title }];
  }
  if (name === 'ul' || name === 'ol') return toLists(element);
  if (name === 'table') return toTable(element);
  const inner = toBlocks(children);
  return name === 'blockquote' && inner.length > 0 ? [{ type: 'blockquote', children: inner }] : inner;
}

const depths = [2, 2, 3, 4, 5, 6] as const;
/** Returns the depth of a heading. Only the page's title is a heading of the first level. */
const toDepth = (level: number) => depths[level - 1] ?? 6;

/**
 * Converts a list to Markdown lists; there are several if its numbers jump or restart. Notes become a list below a rule.
 */
function toLists(element: Element): Block[] {
  const ordered = element.name === 'ol';
  const lists: List[] = [];
  let list: List | undefined;
  let next = 1;
  let hasNotes = false;
  for (const item of childElements(element).filter(({ name }) => name === 'li')) {
    const children = toBlocks(item.children);
    hasNotes ||= noteId.test(item.attribs.id ?? '');
    if (children.length === 0) continue;
    const [deeper] = children;
    if (!list && deeper?.type === 'list' && item.children.length === 1) {
      // A list that begins at a deeper level has no item above it
      lists.push(deeper);
      continue;
    }
    const number = ordered ? (findListNumber(item) ?? next) : 1;
    if (!list || (ordered && number !== next)) {
      list = { type: 'list', ordered, start: ordered ? number : null, spread: false, children: [] };
      lists.push(list);
    }
    const paragraphs = children.filter(({ type }) => type === 'paragraph').length;
    list.children.push({ type: 'listItem', spread: paragraphs > 1, children } satisfies ListItem);
    next = number + 1;
  }
  return hasNotes && lists.length > 0 ? [{ type: 'thematicBreak' }, ...lists] : lists;
}

/** Returns the number that Word shows before a list item; undefined if it isn't known. */
function findListNumber(item: Element): number | undefined {
  for (const child of childElements(item)) {
    const number = child.name === 'a' ? listNumber.exec(child.attribs.id ?? '')?.[1] : undefined;
    if (number !== undefined) return Number(number);
    if (child.name === 'p') return findListNumber(child);
  }
  return undefined;
}

interface Cell {
  content: Element;
  /** The cell's first column, from 0. */
  column: number;
  /** The number of columns that the cell spans. */
  width: number;
}

const rowsOf = (element: Element): Element[] =>
  childElements(element).flatMap((child) =>
    child.name === 'tr' ? [child] : child.name === 'table' ? [] : rowsOf(child),
  );

const readSpan = (text: string | undefined, max: number) =>
  Math.max(1, Math.min(Number.parseInt(text ?? '1', 10) || 1, max));

/** Places the cells of each row in columns, as a browser does with merged cells. */
function placeCells(rows: readonly Element[]): Cell[][] {
  // The number of further rows for which a cell above occupies each column
  const taken: number[] = [];
  return rows.map((row) => {
    const cells: Cell[] = [];
    let column = 0;
    for (const content of childElements(row)) {
      while ((taken[column] ?? 0) > 0) column += 1;
      if (column >= maxColumns) break;
      const width = readSpan(content.attribs.colspan, maxColumns - column);
      const height = readSpan(content.attribs.rowspan, rows.length);
      cells.push({ content, column, width });
      for (let place = column; place < column + width; place += 1) taken[place] = height;
      column += width;
    }
    for (const [place, left = 0] of taken.entries()) taken[place] = Math.max(0, left - 1);
    return cells;
  });
}

function toTable(element: Element): Block[] {
  const rows = placeCells(rowsOf(element)).filter((cells) => cells.length > 0);
  // A column in which no cell begins exists only because the cells before it span it
  const columns = [...new Set(rows.flat().map(({ column }) => column))].toSorted((a, b) => a - b);
  if (columns.length < 2) return rows.flat().flatMap(({ content }) => toBlocks(content.children));
  const last = columns.at(-1) ?? 0;
  const isTitle = ([cell]: readonly Cell[]) => cell?.column === 0 && cell.width > last;
  const titles = rows.slice(
    0,
    rows.findIndex((cells) => !isTitle(cells)),
  );
  return [
    ...titles.flat().flatMap(({ content }) => toBlocks(content.children)),
    {
      type: 'table',
      children: rows.slice(titles.length).map((cells) => ({
        type: 'tableRow',
        children: columns.map((column) => {
          const cell = cells.find((one) => one.column === column);
          return {
            type: 'tableCell',
            children: cell ? toPhrasingContent(readInline(cell.content.children), { breaks: 'slash' }) : [],
          };
        }),
      })),
    },
  ];
}

/** Reads the content of a line: its text, pictures and breaks. Blocks inside the line are separated by breaks. */
function readInline(
  nodes: readonly Node[],
  within: Pick<InlineToken, 'marks' | 'link'> = { marks: [] },
): InlineToken[] {
  return nodes.flatMap((node): InlineToken[] => {
    if (!isElement(node)) {
      return node.type === 'text' && 'data' in node ? [{ ...within, type: 'text', text: String(node.data) }] : [];
    }
    const { name, attribs, children } = node;
    if (name === 'br') return [{ ...within, type: 'break' }];
    if (name === 'img') {
      const picture = /^picture:\d+$/.exec(attribs.src ?? '')?.[0];
      return picture ? [{ ...within, type: 'picture', url: picture }] : [];
    }
    const mark = marks[name];
    const link = within.link ?? (attribs.href === undefined ? undefined : { url: attribs.href });
    const inner = readInline(children, {
      marks: mark && !within.marks.includes(mark) ? [...within.marks, mark] : within.marks,
      ...(link && { link }),
    });
    if (name === 'td' || name === 'th') return node.prev ? [{ marks: [], type: 'cell' }, ...inner] : inner;
    return isInline(node) ? inner : [{ marks: [], type: 'break' }, ...inner, { marks: [], type: 'break' }];
  });
}
