import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { Node } from 'prosemirror-model';
import { describe, expect, test } from 'vitest';
import { buildBlogIllustrations } from '#demo/society/blog.ts';
import { buildDemoSociety } from '#demo/society/demo.ts';
import { buildAboutTextWithPictures, demoSettings } from '#demo/society/settings.ts';
import { renderMarkdownSync } from '#platform/shared/markdown/parser.ts';
import { anyCharacter } from '#tests/support/formats/arbitrary-texts.ts';
import { parseEditableText, parseMarkdownDocument, serialiseDocumentAsMarkdown } from './markdown-document.ts';
import { editorSchema } from './schema.ts';

const render = (source: string) => renderMarkdownSync(source, 'whole');

const { shows, posts, blog } = buildDemoSociety('2026-11-21');
const demoTexts = [
  ...shows.map(({ text_blob }) => text_blob ?? ''),
  ...posts.map(({ content }) => content),
  ...blog.map(({ content }) => content),
  ...buildBlogIllustrations().map(({ content }) => content),
  buildAboutTextWithPictures(),
  ...Object.values(demoSettings).filter((value) => typeof value === 'string'),
];

const chapters = new URL('../../../../../../docs/handbook/', import.meta.url);
const handbook = readdirSync(chapters)
  .filter((name) => name.endsWith('.md'))
  .map((name) => [name, readFileSync(new URL(name, chapters), 'utf8')] as const);

describe('existing texts open in the visual editor', () => {
  test('each demo text opens in the visual editor, renders as before and stays unchanged until edited', () => {
    expect(demoTexts.length).toBeGreaterThan(100);
    for (const source of demoTexts) {
      const opened = parseEditableText(source);
      expect(opened?.toMarkdown(opened.doc)).toBe(source);
      expect(render(serialiseDocumentAsMarkdown(parseMarkdownDocument(source)))).toBe(render(source));
    }
  });

  test.each(handbook)('the handbook’s %s opens in the visual editor and renders as before', (_, source) => {
    const opened = parseEditableText(source);
    expect(opened?.toMarkdown(opened.doc)).toBe(source);
    expect(render(serialiseDocumentAsMarkdown(parseMarkdownDocument(source)))).toBe(render(source));
  });
});

test.each([
  ['a paragraph wrapped by hand', 'One\ntwo *three\nfour*'],
  ['a line break', 'One\\\ntwo  \nthree'],
  ['headings', '# One\n\nTwo\n===\n\nThree\n---\n\n#### Four'],
  ['emphasis', '**bold** *italic* ~~struck~~ `code` ***both***'],
  ['lists', '- one\n- two\n  - three\n\n1. one\n2. two\n\n7) seven\n8) eight'],
  ['adjacent lists', '- one\n\n* two\n\n- three\n\n1. four\n\n1) five'],
  ['a loose list', '- one\n\n- two\n\n  more'],
  ['a quote', '> One\n>\n> - two\n>\n> > three'],
  ['a table', '| Day | Call |\n|:--|--:|\n| Monday | **Act** \\| one |\n| Tuesday | `a` |'],
  ['links', '[one](/two "Three") <https://a.example> https://b.example a@c.example [*x* y](https://d.example/(e))'],
  ['a link by reference', '[one] and [two][one]\n\n[one]: https://a.example'],
  ['pictures', '![A *tent*](/media/abcdefghijklmnop/a.png)\n\nwith ![](/media/abcdefghijklmnop/b.png "B") inside'],
  ['a picture on another site', '![One](https://elsewhere.example/a.png)'],
  ['code', '```js\nconst a = "b";\n```\n\n    indented'],
  ['a rule', 'One\n\n***\n\ntwo'],
  ['what looks like HTML', '<b>one</b> &amp; <!-- two --> [^1]\n\n[^1]: note'],
  ['nothing in it', ''],
])('a text with %s opens in the visual editor', (_, source) => {
  const opened = parseEditableText(source);
  expect(opened?.toMarkdown(opened.doc)).toBe(source);
});

test.each([
  ['a list item that begins with a quote', '- > one'],
  ['a list item that begins with a heading', '- # one\n- two'],
  ['a heading over two lines', 'One\ntwo\n==='],
])('a text with %s can only be edited as Markdown', (_, source) => {
  expect(parseEditableText(source)).toBeUndefined();
});

const piece = fc.oneof(
  fc.constantFrom(
    ...['[', ']', '(', ')', '!', '<', '>', '"', '`', '*', '**', '_', '~~', '|', '\\', ':', '&amp;', '#', '=', '-', '+'],
    ...['\n', '\n\n', '    ', '> ', '- ', '1. ', '2) ', '# ', '---\n', '\n|-|-|\n', '  \n', '\\\n', '```\n', '\t'],
    ...['a', 'b c', '.', ',', 'https://a.example', '/media/abcdefghijklmnop/a.jpg', '[a]: /b\n', '![a](/media/'],
  ),
  fc.string({ unit: anyCharacter, maxLength: 8 }),
);
const anyMarkdown = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));

test('any text that opens in the visual editor renders as before and stays unchanged until edited', () => {
  let openedCount = 0;
  fc.assert(
    fc.property(anyMarkdown, (source) => {
      const opened = parseEditableText(source);
      if (!opened) return;
      openedCount += 1;
      expect(opened.toMarkdown(opened.doc)).toBe(source);
      expect(render(serialiseDocumentAsMarkdown(opened.doc))).toBe(render(source));
    }),
    { numRuns: 800 },
  );
  // Texts that the editor refuses don't test the property, so it must open enough others
  expect(openedCount).toBeGreaterThan(400);
});

const { nodes, marks } = editorSchema;
const words = fc.oneof(
  fc.constantFrom(
    ...[
      'Boots',
      'a',
      'the tent.',
      '“Who?”',
      'x_y',
      '1. one',
      '- dash',
      '# five',
      '> more',
      '+ plus',
      '=',
      '---',
      '|',
      ':-',
    ],
    ...[
      '*',
      '**',
      '`tick`',
      '[sic]',
      '[a](b)',
      '![a](b)',
      '<b>',
      '<https://a.example>',
      'https://a.example/~a/_b_',
      'https://a.example/[*c*]',
      '&amp;',
      '~~',
      'a~b',
      '\\',
      '!',
    ],
  ),
  fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 6 }).filter((text) => text.trim() !== ''),
);
const mark = fc.constantFrom(
  ...['em', 'strong', 'strike'].map((name) => editorSchema.mark(name)),
  marks.link.create({ href: 'https://a.example/b' }),
  marks.code.create(),
);
const word = fc
  .tuple(words, fc.option(mark, { freq: 2 }), fc.constantFrom(' ', ''))
  .map(([text, chosen, blank]) => ({ text, chosen, blank }));
/** Generates a line as people type it: words, some of them formatted, with a space between formatted words. */
const line = fc.array(word, { minLength: 1, maxLength: 4 }).map((all) =>
  all.flatMap(({ text, chosen, blank }, index) => {
    const gap = chosen && all[index + 1]?.chosen ? ' ' : blank;
    const typed = editorSchema.text(text, chosen ? [chosen] : []);
    return gap === '' ? [typed] : [typed, editorSchema.text(gap)];
  }),
);
const picture = nodes.image.create({ src: '/media/abcdefghijklmnop/a.png', alt: 'A [tent] *in* the rain' });
const paragraph = fc
  .array(fc.oneof({ weight: 5, arbitrary: line }, { weight: 1, arbitrary: fc.constant([picture]) }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((lines) =>
    nodes.paragraph.create(
      null,
      lines.flatMap((some, n) => (n > 0 ? [nodes.hard_break.create(), ...some] : some)),
    ),
  );
const heading = fc.tuple(line, fc.constantFrom(2, 3)).map(([inline, level]) => nodes.heading.create({ level }, inline));
const cells = (type: 'table_header' | 'table_cell') =>
  fc.array(line, { minLength: 2, maxLength: 2 }).map((all) =>
    nodes.table_row.create(
      null,
      all.map((inline) => nodes[type].create(null, inline)),
    ),
  );
const table = fc
  .tuple(cells('table_header'), fc.array(cells('table_cell'), { maxLength: 2 }))
  .map(([head, rows]) => nodes.table.create(null, [head, ...rows]));
const listOf = (item: fc.Arbitrary<Node[]>) =>
  fc.tuple(fc.boolean(), fc.array(item, { minLength: 1, maxLength: 3 })).map(([ordered, items]) =>
    nodes[ordered ? 'ordered_list' : 'bullet_list'].create(
      null,
      items.map((content) => nodes.list_item.create(null, content)),
    ),
  );
const list = listOf(
  fc
    .tuple(paragraph, fc.option(listOf(paragraph.map((only) => [only])), { freq: 1 }))
    .map(([first, inner]) => (inner ? [first, inner] : [first])),
);
const code = fc
  .array(words, { minLength: 1, maxLength: 3 })
  .map((lines) => nodes.code_block.create(null, editorSchema.text(lines.join('\n'))));
const simple = fc.oneof(paragraph, heading, list, table, code);
const quote = fc
  .array(fc.oneof(paragraph, list), { minLength: 1, maxLength: 2 })
  .map((content) => nodes.blockquote.create(null, content));
const written = fc
  .array(fc.oneof(simple, quote), { minLength: 1, maxLength: 4 })
  .map((blocks) => nodes.doc.create(null, blocks));

test('text typed in the visual editor is the same when reopened', () => {
  fc.assert(
    fc.property(written, (doc) => {
      doc.check();
      const source = serialiseDocumentAsMarkdown(doc);
      const reopened = parseMarkdownDocument(source);
      expect({ source, text: textOf(reopened) }).toEqual({ source, text: textOf(doc) });
    }),
    { numRuns: 600 },
  );
});

const em = (text: string) => editorSchema.text(text, [marks.em.create()]);

test.each([
  ['a URL with a bracket', [editorSchema.text('https://a.example/~a/_b_"#<" ')]],
  ['a URL with encoded characters', [editorSchema.text('https://a.example/[*c*]%00%E2%80%AE%41')]],
  ['emphasis that begins with spaces', [em('  !'), editorSchema.text(' '), nodes.hard_break.create(), picture]],
  ['emphasis that ends with spaces', [em('Boots  '), editorSchema.text('  '), nodes.hard_break.create(), em(' a')]],
  ['a space before emphasis that begins with spaces', [editorSchema.text('  '), em('  a')]],
])('%s, typed below a list, is the same when the text is reopened', (_, inline) => {
  const items = nodes.bullet_list.create(null, nodes.list_item.create(null, nodes.paragraph.create(null, em('one'))));
  const doc = nodes.doc.create(null, nodes.blockquote.create(null, [items, nodes.paragraph.create(null, inline)]));
  expect(textOf(parseMarkdownDocument(serialiseDocumentAsMarkdown(doc)))).toEqual(textOf(doc));
});

/** Describes a document: its blocks, and each block's letters with their marks. Links added by the site are ignored. */
function textOf(node: Node): unknown {
  if (!node.isTextblock) return [node.type.name, ...node.children.map(textOf)];
  if (node.type === nodes.code_block) return [node.type.name, node.textContent];
  const letters = node.children.flatMap((child) => {
    const names = child.marks.filter(({ type }) => !isAutomatic(child, type.name)).map(({ type }) => type.name);
    const shown = child.isText ? [...(child.text ?? '').replace(/\s+/g, '')] : [`<${child.type.name}>`];
    return shown.map((letter) => [...names, letter].join(' '));
  });
  return [node.type.name, letters.join(', ')];
}

const isAutomatic = (node: Node, mark: string) =>
  mark === 'link' && !node.marks.some(({ attrs }) => attrs.href === 'https://a.example/b');

test('adding a paragraph to any text changes nothing else in it', () => {
  fc.assert(
    fc.property(anyMarkdown, fc.nat(), (source, place) => {
      const opened = parseEditableText(source);
      if (!opened) return;
      const { doc } = opened;
      const index = place % (doc.childCount + 1);
      const added = nodes.paragraph.create(null, editorSchema.text('Added.'));
      const blocks = [...doc.children.slice(0, index), added, ...doc.children.slice(index)];
      const edited = nodes.doc.create(null, blocks);
      const changed = opened.toMarkdown(edited) ?? '';
      expect({ changed, html: render(changed) }).toEqual({
        changed,
        html: render(serialiseDocumentAsMarkdown(edited)),
      });
    }),
    { numRuns: 600 },
  );
});

test.each([
  'See https://people.example/~ann/ for more',
  'https://docs.example/d/1_-_x/_edit',
  'https://x.example/[1]',
  '*https://x.example/_a*, www.players.example and [https://x.example/_b]',
])('the URL in “%s” is linked as typed', (text) => {
  const [url] = /https:[^\s*,]+/.exec(text) ?? [];
  // If a letter follows the emphasis, the `>` that closes the URL is before that letter
  for (const [type, after] of [
    [[], ' '],
    [[marks.em.create()], 's'],
  ] as const) {
    const doc = nodes.doc.create(
      null,
      nodes.paragraph.create(null, [editorSchema.text(text, type), editorSchema.text(`${after}s`)]),
    );
    const reopened = parseMarkdownDocument(serialiseDocumentAsMarkdown(doc));
    expect(reopened.textContent).toBe(`${text}${after}s`);
    const links = reopened.firstChild?.children.filter((node) => marks.link.isInSet(node.marks)) ?? [];
    expect(links[0]?.text).toBe(url);
  }
});

test('a backslash and an exclamation mark before a link don’t turn the link into a picture', () => {
  const inline = [editorSchema.text('\\\\!'), editorSchema.text('a', [marks.link.create({ href: '/b' })])];
  const doc = nodes.doc.create(null, nodes.paragraph.create(null, inline));
  expect(parseMarkdownDocument(serialiseDocumentAsMarkdown(doc)).eq(doc)).toBe(true);
});

const linked = (attrs: { href: string; title: string }) => editorSchema.text('a', [marks.link.create(attrs)]);
const pictureOf = (attrs: Record<string, string>) =>
  nodes.image.create({ src: '/media/abcdefghijklmnop/a.png', alt: 'A', ...attrs });

test.each([
  ['a link’s title', linked({ href: '/b', title: 'One\n\n# Two\r\n- three' }), 'One # Two - three'],
  ['a typed entity in a title', linked({ href: '/b', title: '&copy; &amp;' }), '&amp;copy; &amp;amp;'],
  ['a picture’s title', pictureOf({ title: 'One\n> Two' }), 'One &gt; Two'],
  ['a picture’s description', pictureOf({ alt: 'One\n\n1. Two' }), 'One 1. Two'],
  ['a picture’s URL', pictureOf({ src: '/media/abcdefghijklmnop/a\n\n- b.png' }), '/a%0A%0A-%20b.png'],
])('%s never begins a Markdown block', (_, inline, shown) => {
  const source = serialiseDocumentAsMarkdown(nodes.doc.create(null, nodes.paragraph.create(null, inline)));
  expect(parseMarkdownDocument(source).childCount).toBe(1);
  expect(render(source)).toContain(shown);
});

test('a text with a picture description over two lines opens in the visual editor', () => {
  expect(parseEditableText('![A tent\nin the rain](/media/abcdefghijklmnop/a.png)')).toBeDefined();
});

const firstItem = nodes.list_item.create(null, nodes.paragraph.create(null, editorSchema.text('one')));

test.each([1e10, -1, 1.5, 'abc', null, {}])(
  'a heading, list or table cell with an attribute of %s is written with a valid value instead',
  (value) => {
    const cell = (attrs: object) => nodes.table_header.create(attrs, editorSchema.text('b'));
    const row = nodes.table_row.create(null, [cell({ colspan: value, rowspan: value }), cell({})]);
    const doc = nodes.doc.create(null, [
      nodes.heading.create({ level: value }, editorSchema.text('a')),
      nodes.ordered_list.create({ order: value }, firstItem),
      nodes.table.create(null, row),
    ]);
    const reopened = parseMarkdownDocument(serialiseDocumentAsMarkdown(doc));
    expect(reopened.child(0).attrs.level).toBe(2);
    expect(reopened.child(1).attrs.order).toBe(value === null ? 0 : 1);
    expect(reopened.child(2).child(0).childCount).toBe(value === 1e10 ? 64 : 2);
  },
);

test('a document that Markdown can’t express is not converted to Markdown', () => {
  const opened = parseEditableText('One');
  const broken = nodes.paragraph.create(null, nodes.image.create({ src: null }));
  expect(opened?.toMarkdown(nodes.doc.create(null, broken))).toBeUndefined();
});

test('adding a block leaves the source of the other blocks as typed', () => {
  const source = '# Title #\n\n* one\n* two\n\nWrapped\nby hand __strongly__\n\nLast.';
  const opened = parseEditableText(source);
  if (!opened) throw new Error('The text opens');
  const added = nodes.paragraph.create(null, editorSchema.text('Added.'));
  const edited = opened.doc.copy(opened.doc.content.addToEnd(added));
  expect(opened.toMarkdown(edited)).toBe(`${source}\n\nAdded.`);
});
