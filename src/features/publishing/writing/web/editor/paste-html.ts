import { Fragment, type Node, Slice } from 'prosemirror-model';
import { normaliseLink, ownPicturePattern } from '#platform/shared/markdown/parser.ts';
import { editorSchema, toCellSpan } from './schema.ts';

const { table_cell, table_header } = editorSchema.nodes;

/**
 * Limits the spans of a pasted slice's cells. ProseMirror takes a slice's context from its JSON without parsing the
 * attributes, and a table of the stated width could freeze the browser.
 */
export const limitCellSpans = ({ content, openStart, openEnd }: Slice): Slice =>
  new Slice(limitSpansIn(content), openStart, openEnd);

const limitSpansIn = (content: Fragment): Fragment => Fragment.from(content.content.map(limitSpansOf));

function limitSpansOf(node: Node): Node {
  if (node.isText) return node;
  const content = limitSpansIn(node.content);
  if (node.type !== table_cell && node.type !== table_header) return node.copy(content);
  const [colspan, rowspan] = [toCellSpan(node.attrs.colspan), toCellSpan(node.attrs.rowspan)];
  return node.type.create({ ...node.attrs, colspan, rowspan, colwidth: null }, content, node.marks);
}

interface PastedHtml {
  html: string;
  /** The pictures contained in the HTML itself. */
  pictures: File[];
  /** The number of other pictures, such as those on another site or on a disk. They are left out. */
  lostPictures: number;
}

/**
 * Reduces HTML from Word, Google Docs or a web page to what the editor supports: styles become elements, the paragraphs
 * of Word's lists become lists, and pictures of other sites are left out.
 */
export function cleanPastedHtml(html: string): PastedHtml {
  // Nothing in this document is loaded or run
  const { body } = new DOMParser().parseFromString(withoutActiveParts(html), 'text/html');
  for (const blank of body.querySelectorAll('br.Apple-interchange-newline, meta, title')) blank.remove();
  const taken = takePictures(body);
  convertWordLists(body);
  convertStyles(body);
  convertHeadings(body);
  for (const list of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) list.previousElementSibling?.append(list);
  for (const link of body.querySelectorAll('a')) {
    const href = link.getAttribute('href') ?? '';
    if (href.startsWith('#') || normaliseLink(href) === undefined) unwrap(link);
  }
  convertTables(body);
  for (const paragraph of body.querySelectorAll('p')) {
    if (/^\s*$/.test(paragraph.textContent) && !paragraph.querySelector('img')) paragraph.remove();
  }
  return { html: body.innerHTML.replace(/&nbsp;|\u00a0/g, ' '), ...taken };
}

/**
 * Removes comments, such as Word's, and everything that the site's content security policy blocks, because browsers
 * apply the policy even to documents that are never shown.
 */
const withoutActiveParts = (html: string): string =>
  html
    .replace(/<(style|script|xml)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/<!--[\s\S]*?-->|<!\[[^\]]*\]>/g, '')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\son\w+\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi, ''));

const unwrap = (element: Element) => element.replaceWith(...element.childNodes);

function rename(element: Element, tag: string): void {
  const renamed = element.ownerDocument.createElement(tag);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
}

/** Returns the path of a picture of the site itself; undefined for any other URL, even one that can't be parsed. */
export function findOwnPicturePath(url: string, site: string): string | undefined {
  if (!URL.canParse(url, site)) return undefined;
  const { pathname, origin } = new URL(url, site);
  return origin === site && ownPicturePattern.test(pathname) ? pathname : undefined;
}

/**
 * Removes all pictures except the site's own. Returns the removed pictures whose data is in the HTML, and the number of
 * the other removed pictures.
 */
function takePictures(body: HTMLElement): Omit<PastedHtml, 'html'> {
  const pictures: File[] = [];
  let lostPictures = 0;
  for (const picture of body.querySelectorAll('img')) {
    const url = picture.getAttribute('src') ?? '';
    const path = findOwnPicturePath(url, location.origin);
    if (path !== undefined) {
      picture.setAttribute('src', path);
      continue;
    }
    const file = toFile(url, picture.alt);
    if (file) pictures.push(file);
    else lostPictures += 1;
    picture.remove();
  }
  return { pictures, lostPictures };
}

/**
 * Returns the PNG, JPEG, GIF or WebP picture in a data: URL as a file; undefined for any other URL, or if the data are
 * broken.
 */
function toFile(url: string, name: string): File | undefined {
  const [, type = '', content] = /^data:image\/(png|jpeg|gif|webp);base64,(.+)$/s.exec(url) ?? [];
  if (content === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    return new File([bytes], `${name || 'picture'}.${type}`, { type: `image/${type}` });
  } catch {
    return undefined;
  }
}

const styleOf = (element: Element) => element.getAttribute('style') ?? '';

/** Converts the numbered and bulleted paragraphs of Word's lists to lists, which may be nested. */
function convertWordLists(body: HTMLElement): void {
  let open: { list: Element; level: number }[] = [];
  for (const paragraph of [...body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')]) {
    const level = Number(/mso-list:\s*l\d+\s+level(\d+)/i.exec(styleOf(paragraph))?.[1] ?? 0);
    const follows = open[0]?.list === paragraph.previousElementSibling;
    if (level === 0 || !follows) open = [];
    if (level === 0 || /^H/.test(paragraph.tagName)) continue;
    const marker = [...paragraph.querySelectorAll('span')].find((span) => /mso-list:\s*ignore/i.test(styleOf(span)));
    const tag = /^\s*\(?[\da-z]+[.)]/i.test(marker?.textContent ?? '') ? 'ol' : 'ul';
    marker?.remove();
    const item = paragraph.ownerDocument.createElement('li');
    item.append(...paragraph.childNodes);
    open = open.filter((list) => list.level <= level);
    let last = open.at(-1);
    if (!last || last.level < level) {
      const list = paragraph.ownerDocument.createElement(tag);
      if (last) last.list.lastElementChild?.append(list);
      else paragraph.before(list);
      last = { list, level };
      open.push(last);
    }
    last.list.append(item);
    paragraph.remove();
  }
}

/** Converts styles that have a meaning, as written by Google Docs, to elements. */
function convertStyles(body: HTMLElement): void {
  for (const element of [...body.querySelectorAll<HTMLElement>('b, strong, i, em, span, a')]) {
    const style = styleOf(element);
    const isPlain = /font-weight:\s*(normal|[1-5]00)/i.test(style);
    if (/^(B|STRONG)$/.test(element.tagName) && isPlain) {
      unwrap(element);
      continue;
    }
    if (/font-weight:\s*(bold|[6-9]00)/i.test(style)) wrapContent(element, 'strong');
    if (/font-style:\s*italic/i.test(style)) wrapContent(element, 'em');
    if (/text-decoration[^;]*:[^;]*line-through/i.test(style)) wrapContent(element, 's');
  }
}

function wrapContent(element: Element, tag: string): void {
  const wrapper = element.ownerDocument.createElement(tag);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
}

/** Makes headings start at the second level, as in every text, and removes their bold type. */
function convertHeadings(body: HTMLElement): void {
  for (const title of body.querySelectorAll('p.MsoTitle')) rename(title, 'h1');
  const headings = [...body.querySelectorAll('h1, h2, h3, h4, h5, h6')];
  const highest = Math.min(...headings.map(({ tagName }) => Number(tagName[1])));
  for (const heading of headings) {
    for (const mark of heading.querySelectorAll('b, strong')) unwrap(mark);
    if (/^\s*$/.test(heading.textContent)) heading.remove();
    else rename(heading, `h${Math.min(6, Number(heading.tagName[1]) - highest + 2)}`);
  }
}

/**
 * Reduces each cell of a table to one line. Unwraps tables that are only frames: those of one column, and those that
 * contain a table.
 */
function convertTables(body: HTMLElement): void {
  for (const table of [...body.querySelectorAll('table')].reverse()) {
    if (table.querySelector('table') || [...table.rows].every(({ cells }) => cells.length < 2)) {
      for (const part of table.querySelectorAll('td, th, tr, tbody, thead, tfoot, colgroup, col, caption'))
        unwrap(part);
      unwrap(table);
      continue;
    }
    for (const block of table.querySelectorAll('p, div, li, ul, ol, h1, h2, h3, h4, h5, h6, blockquote, pre, br')) {
      block.after(' ');
      unwrap(block);
    }
  }
}
