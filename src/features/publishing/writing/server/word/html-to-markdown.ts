import { DomHandler, Parser } from 'htmlparser2';
import { sanitiseHtml } from '#platform/server/formats/sanitise-html.ts';

type Node = DomHandler['root']['children'][number];
type Element = Extract<Node, { attribs: Record<string, string> }>;

const isElement = (node: Node): node is Element => 'attribs' in node;

const emphasis: Record<string, string> = { strong: '**', em: '*' };
const containers = new Set(['table', 'thead', 'tbody', 'tr', 'td', 'th', 'blockquote']);
/** The id that Mammoth gives to the mark of a footnote or endnote. */
const noteMark = /(?:foot|end)note-ref-/;

/** Escapes characters that would mean something in Markdown. */
const escapeText = (text: string) => text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>|~&]/g, '\\$&');

/** Escapes characters that mean something only at the beginning of a paragraph. */
const escapeParagraph = (text: string) =>
  text
    .trim()
    .replace(/^[-+=#]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2');

/**
 * Converts Mammoth's HTML of a document to Markdown: headings, paragraphs, lists, tables, emphasis, links and pictures.
 * A table of one column, which is only a frame, becomes its content; footnote marks and bookmarks are left out.
 * @param pictureAt the Markdown of picture `n`; "" for one that isn't shown
 */
export function htmlToMarkdown(html: string, pictureAt: (n: number) => string): string {
  const handler = new DomHandler();
  const rules = { schemes: ['http', 'https', 'mailto', 'tel'], tags: ['img'] };
  const attributes = { a: ['href', 'id'], img: ['src'] };
  new Parser(handler).end(sanitiseHtml(html, { ...rules, attributes }));

  function inline(nodes: readonly Node[]): string {
    return nodes.map(inlineOf).join('');
  }

  function inlineOf(node: Node): string {
    if (!isElement(node)) return node.type === 'text' && 'data' in node ? escapeText(String(node.data)) : '';
    const { name, attribs, children } = node;
    if (name === 'br') return '\\\n';
    if (name === 'img') return pictureAt(Number(/^picture:(\d+)$/.exec(attribs.src ?? '')?.[1] ?? -1));
    if (name === 'a' && noteMark.test(attribs.id ?? '')) return '';
    const text = inline(children);
    const mark = emphasis[name];
    if (mark) return wrapInMark(text, mark);
    if (!attribs.href || text.trim() === '') return text;
    return `[${text}](<${attribs.href.replace(/[<>]/g, '')}>)`;
  }

  function list(element: Element, ordered: boolean, indent: string): string {
    const items = element.children.filter(isElement).filter(({ name }) => name === 'li');
    return items
      .map((item, index) => {
        const sign = ordered ? `${index + 1}. ` : '- ';
        const own = item.children.filter((child) => !isElement(child) || !/^[uo]l$/.test(child.name));
        const inner = item.children.filter(isElement).filter(({ name }) => /^[uo]l$/.test(name));
        const deeper = `${indent}${' '.repeat(sign.length)}`;
        const lines = inner.map((child) => list(child, child.name === 'ol', deeper));
        return [`${indent}${sign}${inline(own).trim()}`, ...lines].join('\n');
      })
      .join('\n');
  }

  /** Returns the text of a cell, with its paragraphs on one line. */
  function cell({ children }: Element): string {
    const texts = blocks(children).map((block) => block.replace(/^([-#]+|\d+\.) /gm, ''));
    return texts.join(' ').replace(/\\?\s*\n\s*/g, ' ');
  }

  /** Returns a table as Markdown; undefined if it has one column and is only a frame. */
  function table(element: Element): string | undefined {
    const rows = rowsOf(element).map((row) => row.children.filter(isElement).map(cell));
    const columns = Math.max(0, ...rows.map((row) => row.length));
    if (columns < 2) return undefined;
    const [head = [], ...body] = rows.map((row) => `| ${row.join(' | ')} |`);
    return [head, `|${' --- |'.repeat(columns)}`, ...body].join('\n');
  }

  function blocks(nodes: readonly Node[]): string[] {
    return nodes.flatMap((node) => {
      if (!isElement(node)) return [escapeParagraph(inlineOf(node))];
      const level = /^h([1-6])$/.exec(node.name)?.[1];
      if (level) return [`${'#'.repeat(Math.max(2, Number(level)))} ${inline(node.children).trim()}`];
      if (node.name === 'ul' || node.name === 'ol') return [list(node, node.name === 'ol', '')];
      const asTable = node.name === 'table' ? table(node) : undefined;
      if (asTable !== undefined) return [asTable];
      if (containers.has(node.name)) return blocks(node.children);
      return [escapeParagraph(node.name === 'p' ? inline(node.children) : inlineOf(node))];
    });
  }

  return blocks(handler.root.children)
    .filter((block) => block !== '' && !/^#+ $/.test(block))
    .join('\n\n');
}

const rowsOf = ({ children }: Element): Element[] =>
  children.filter(isElement).flatMap((child) => (child.name === 'tr' ? [child] : rowsOf(child)));

/** Returns the mark for the position of a picture whose URL isn't known yet. No document contains this character. */
export const picturePlaceholder = (n: number): string => (n < 0 ? '' : `\0${n}\0`);

/** Replaces the marks in a text by pictures. */
export function fillPicturePlaceholders(content: string, pictureAt: (n: number) => string): string {
  const parts = content.split('\0');
  const text = parts.map((part, place) => (place % 2 === 0 ? part : pictureAt(Number(part)))).join('');
  // A picture that is left out leaves no empty line
  return text.replace(/\n{3,}/g, '\n\n').trim();
}

/** Wraps a text in a mark. Marks have to touch letters: "word **bold** word", never "word** bold **word". */
function wrapInMark(text: string, mark: string): string {
  const inner = text.trim();
  if (inner === '') return text;
  const before = text.slice(0, text.length - text.trimStart().length);
  return `${before}${mark}${inner}${mark}${text.slice(text.trimEnd().length)}`;
}
