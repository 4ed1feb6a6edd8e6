import { type DOMOutputSpec, Schema } from 'prosemirror-model';
import { normaliseLink, ownPicturePattern } from '#platform/shared/markdown/parser.ts';

/** Attributes of pasted blocks may have any value. These functions limit them to values that Markdown can express. */

/** Returns the level of a heading, 1 to 6; 2 for any other value. */
export function toHeadingLevel(value: unknown): number {
  const level = Number(value);
  return Number.isInteger(level) && level >= 1 && level <= 6 ? level : 2;
}

/**
 * Returns the first number of a list, limited so that no number in the list has more than Markdown's nine digits; 1 for
 * a value outside the limits.
 */
export function toListStart(value: unknown): number {
  const start = Number(value);
  return Number.isInteger(start) && start >= 0 && start <= 900_000_000 ? start : 1;
}

/** Returns the number of columns or rows that a table's cell spans, 1 to 63. */
export const toCellSpan = (value: unknown): number => Math.min(63, Math.max(1, Math.trunc(Number(value)) || 1));

/** Returns the title or description of an element in one line. */
const toOneLine = (text: string | null): string => (text ?? '').replace(/\s*[\r\n]\s*/g, ' ');

/** The alignment of a table's column; "" for none. */
type Alignment = '' | 'left' | 'center' | 'right';

const alignmentOf = (cell: HTMLElement): Alignment => {
  const align = cell.dataset.align ?? cell.getAttribute('align') ?? '';
  return align === 'left' || align === 'center' || align === 'right' ? align : '';
};

/** A cell of a table. Only pasted tables have spans; Markdown has none. */
const cell = (tag: 'td' | 'th', tableRole: string) => ({
  content: '(text | image)*',
  isolating: true,
  tableRole,
  attrs: { colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: { default: null }, align: { default: '' } },
  parseDOM: [
    {
      tag,
      getAttrs: (element: HTMLElement) => ({
        colspan: toCellSpan((element as HTMLTableCellElement).colSpan),
        rowspan: toCellSpan((element as HTMLTableCellElement).rowSpan),
        align: alignmentOf(element),
      }),
    },
  ],
  toDOM: ({ attrs }: { attrs: Record<string, unknown> }): DOMOutputSpec => [
    tag,
    {
      ...(attrs.colspan !== 1 && { colspan: `${attrs.colspan}` }),
      ...(attrs.rowspan !== 1 && { rowspan: `${attrs.rowspan}` }),
      ...(attrs.align !== '' && { 'data-align': `${attrs.align}` }),
    },
    0,
  ],
});

/** The schema of texts in the visual editor: all of Markdown that the site can show. */
export const editorSchema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { content: 'inline*', group: 'block', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
    heading: {
      attrs: { level: { default: 2 } },
      content: '(text | image)*',
      group: 'block',
      defining: true,
      parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({
        tag: `h${level}`,
        getAttrs: (element: HTMLElement) => ({ level: toHeadingLevel(element.dataset.level ?? level) }),
      })),
      // The page already has an h1
      toDOM: ({ attrs }) => [`h${Math.max(2, toHeadingLevel(attrs.level))}`, { 'data-level': `${attrs.level}` }, 0],
    },
    blockquote: {
      content: 'block+',
      group: 'block',
      defining: true,
      parseDOM: [{ tag: 'blockquote' }],
      toDOM: () => ['blockquote', 0],
    },
    bullet_list: {
      content: 'list_item+',
      group: 'block',
      attrs: { tight: { default: true } },
      parseDOM: [{ tag: 'ul', getAttrs: (element) => ({ tight: element.dataset.loose === undefined }) }],
      toDOM: ({ attrs }) => ['ul', attrs.tight ? {} : { 'data-loose': '' }, 0],
    },
    ordered_list: {
      content: 'list_item+',
      group: 'block',
      attrs: { order: { default: 1 }, tight: { default: true } },
      parseDOM: [
        {
          tag: 'ol',
          getAttrs: (element) => ({
            order: toListStart(element.getAttribute('start') ?? 1),
            tight: element.dataset.loose === undefined,
          }),
        },
      ],
      toDOM: ({ attrs }) => [
        'ol',
        { ...(attrs.order !== 1 && { start: `${attrs.order}` }), ...(!attrs.tight && { 'data-loose': '' }) },
        0,
      ],
    },
    list_item: { content: 'paragraph block*', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
    code_block: {
      content: 'text*',
      group: 'block',
      code: true,
      defining: true,
      marks: '',
      parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
      toDOM: () => ['pre', ['code', 0]],
    },
    horizontal_rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
    table: {
      content: 'table_row+',
      group: 'block',
      isolating: true,
      tableRole: 'table',
      parseDOM: [{ tag: 'table' }],
      toDOM: () => ['table', ['tbody', 0]],
    },
    table_row: {
      content: '(table_cell | table_header)*',
      tableRole: 'row',
      parseDOM: [{ tag: 'tr' }],
      toDOM: () => ['tr', 0],
    },
    table_header: cell('th', 'header_cell'),
    table_cell: cell('td', 'cell'),
    text: { group: 'inline' },
    image: {
      inline: true,
      group: 'inline',
      draggable: true,
      attrs: { src: {}, alt: { default: '' }, title: { default: '' } },
      parseDOM: [
        {
          tag: 'img[src]',
          // A picture on another site would tell that site about each reader
          getAttrs: (element) => {
            const src = element.getAttribute('src') ?? '';
            if (!ownPicturePattern.test(src)) return false;
            const [alt, title] = ['alt', 'title'].map((name) => toOneLine(element.getAttribute(name)));
            return { src, alt, title };
          },
        },
      ],
      toDOM: ({ attrs: { src, alt, title } }) => ['img', { src, alt, ...(title !== '' && { title }) }],
    },
    hard_break: { inline: true, group: 'inline', selectable: false, parseDOM: [{ tag: 'br' }], toDOM: () => ['br'] },
    /** A line end of the Markdown source within a paragraph, which readers see as a space. */
    soft_break: {
      inline: true,
      group: 'inline',
      selectable: false,
      leafText: () => ' ',
      parseDOM: [{ tag: 'span[data-soft-break]' }],
      toDOM: () => ['span', { 'data-soft-break': '' }, ' '],
    },
  },
  // A mark encloses the marks that are listed after it
  marks: {
    link: {
      attrs: { href: {}, title: { default: '' } },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (element) => {
            const href = normaliseLink(element.getAttribute('href') ?? '');
            return href !== undefined && { href, title: toOneLine(element.getAttribute('title')) };
          },
        },
      ],
      toDOM: ({ attrs: { href, title } }) => ['a', { href, ...(title !== '' && { title }) }, 0],
    },
    em: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] },
    strong: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['strong', 0] },
    strike: { parseDOM: [{ tag: 's' }, { tag: 'del' }, { tag: 'strike' }], toDOM: () => ['s', 0] },
    code: { code: true, parseDOM: [{ tag: 'code' }], toDOM: () => ['code', 0] },
  },
});
