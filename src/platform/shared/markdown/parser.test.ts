import fc from 'fast-check';
import { parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '#tests/support/formats/arbitrary-texts.ts';
import { OutputTooLargeError, renderMarkdownSync, renderPlainText } from './parser.ts';

const renderMarkdown = (source: string) => renderMarkdownSync(source, 'whole');
const renderLead = (source: string, length: number) => renderMarkdownSync(source, { lead: length });
const firstPicture = (source: string) => renderMarkdownSync(source, 'pictures').split('\n')[0];

const anything = /^.*$/s;
const link = /^(https?:\/\/|mailto:|tel:|\/(?![/\\])|#)[^\s<>"]*$/i;
const aligned = { style: /^text-align:(left|center|right)$/ };
/** Every element that the output may have, with its attributes and their permitted values. */
const allowed: Record<string, Record<string, RegExp>> = {
  ...Object.fromEntries(
    'p h2 h3 h4 h5 h6 ul li blockquote pre code em strong s hr br table thead tbody tr'
      .split(' ')
      .map((tag) => [tag, {}]),
  ),
  ol: { start: /^\d+$/ },
  th: aligned,
  td: aligned,
  a: { href: link, title: anything },
  img: {
    src: /^\/media\/[\w-]{15,16}\/[^\s<>"?#]+$/,
    alt: anything,
    title: anything,
    loading: /^lazy$/,
    decoding: /^async$/,
  },
};

interface HtmlNode {
  nodeName: string;
  attrs?: { name: string; value: string }[];
  childNodes?: HtmlNode[];
}

/** Lists the parts of the HTML, parsed as by a browser, that `allowed` doesn't contain. */
function listDisallowedParts(html: string): string[] {
  const found: string[] = [];
  const visit = (node: HtmlNode) => {
    if (!['#document-fragment', '#text'].includes(node.nodeName)) {
      const may = Object.hasOwn(allowed, node.nodeName) ? allowed[node.nodeName] : undefined;
      if (!may) found.push(`<${node.nodeName}>`);
      for (const { name, value } of node.attrs ?? []) {
        if (!may || !Object.hasOwn(may, name) || !may[name]?.test(value))
          found.push(`${node.nodeName}[${name}="${value}"]`);
      }
    }
    for (const child of node.childNodes ?? []) visit(child);
  };
  visit(parseFragment(html));
  return found;
}

test('the checks used by the Markdown tests detect unsafe HTML', () => {
  expect(listDisallowedParts('<p onclick="x()">a</p><script>x()</script><a href="javascript:x()">b</a>')).toEqual([
    'p[onclick="x()"]',
    '<script>',
    'a[href="javascript:x()"]',
  ]);
  expect(
    listDisallowedParts('<img src="https://elsewhere.example/a.png"><a href="//elsewhere.example">b</a>'),
  ).toHaveLength(2);
});

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><style>*{display:none}</style>',
  '<a href="javascript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](&#x6a;avascript&colon;alert(1))',
  '[x](\u0001javascript:alert(1))',
  '[x]( javascript:alert(1))',
  '[x](<javascript:alert(1)>)',
  '[x](vbscript:x)',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](data:image/svg+xml;base64,PHN2Zz4=)',
  '![x](data:image/png;base64,AAAA)',
  '![x](javascript:alert(1))',
  '![x](https://elsewhere.example/spy.gif)',
  '![x](//elsewhere.example/spy.gif)',
  '![x](/media/../../members/logout)',
  '![x](/media/abcdefghijklmno/a.png?x)',
  '[x](//elsewhere.example)',
  '[x](/\\elsewhere.example)',
  '[x](</\t/elsewhere.example>)',
  '[x](https://a.example "onmouseover=alert(1) x=\\"")',
  '[x](https://a.example/"onmouseover="alert(1))',
  '<javascript:alert(1)>',
  '[x]: javascript:alert(1)\n\n[x]',
  '``` "><script>alert(1)</script>\ncode\n```',
  '```x onload=alert(1)\n```',
  '| a | b |\n|:-|-:|\n| <script> | ![x](https://e.example/a) |',
  '[![x](https://e.example/a.png)](https://e.example)',
  '[<b>](https://a.example)</a><p',
  '<!--',
  '<![CDATA[',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  'https://a.example/<script>',
  'www.elsewhere.example/"onclick="x',
];

describe('hostile Markdown is rendered without executable content', () => {
  test.each(hostile)('rendering %s gives nothing executable', (source) => {
    expect(listDisallowedParts(renderMarkdown(source))).toEqual([]);
    expect(listDisallowedParts(renderMarkdown(`> 1. ${source}\n\n${source}`))).toEqual([]);
  });
});

test.each([
  '[x](/members/logout)',
  '[x](/members/api/delete_file/TZdI6uMZ30qVwbJo)',
  '[x](</members/./%6Cogout?react>)',
  '[x](https://players.example/members/logout)',
  '![x](/members/logout)',
  '[![x](/media/abcdefghijklmnop/a.png)](/members/logout)',
  '<https://players.example/members/logout>',
  'https://players.example/members/logout',
  '[x]\n\n[x]: /members/logout',
])('the Markdown %j gives no link, because opening the link would perform an action', (source) => {
  expect(renderMarkdown(source)).not.toContain('<a');
});

test('a link without a URL becomes its text, and the next link still works', () => {
  expect(renderMarkdown('[one]() and [two](/two)')).toBe('<p>one and <a href="/two">two</a></p>\n');
  expect(listDisallowedParts(renderMarkdown('[x]: javascript:alert(1)\n\n[x]()'))).toEqual([]);
});

const pieces = fc.oneof(
  fc.constantFrom(...hostile),
  fc.constantFrom(
    '[',
    ']',
    '(',
    ')',
    '!',
    '<',
    '>',
    '"',
    "'",
    '`',
    '*',
    '_',
    '~~',
    '|',
    '\n',
    '\n\n',
    '    ',
    '> ',
    '- ',
    '1. ',
  ),
  fc.constantFrom(
    '# ',
    '---\n',
    '&',
    '&#',
    ';',
    '\\',
    ':',
    '/',
    'http://',
    '/media/abcdefghijklmnop/a.jpg',
    'javascript:',
    'data:',
  ),
  fc.string({ unit: anyCharacter, maxLength: 12 }),
);

test('any Markdown produces only the allowed elements', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (written) => {
      const source = written.join('');
      expect(listDisallowedParts(renderMarkdown(source))).toEqual([]);
      expect(listDisallowedParts(renderLead(source, 20))).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});

const megabyte = 1_000_000;

/** Renders a text as a page does. If the output would become too long, the text is shown as typed. */
function shown(source: string): string {
  try {
    return renderMarkdown(source);
  } catch (fault) {
    expect(fault).toBeInstanceOf(OutputTooLargeError);
    return renderPlainText(source, 'whole');
  }
}

test('a very long link definition is not repeated at each of its links', () => {
  const source = `[a]: /${'x'.repeat(21_500)}\n\n${'[a]'.repeat(21_500)}`;
  expect(shown(source).length).toBeLessThan(megabyte);
  const many = `[a]: /${'x'.repeat(1900)}\n\n${'[a]'.repeat(21_500)}`;
  expect(shown(many).length).toBeLessThan(megabyte);
  expect(renderMarkdown('[a]: https://a.example "A"\n\n[a] and [b](/c)')).toBe(
    '<p><a href="https://a.example" title="A">a</a> and <a href="/c">b</a></p>\n',
  );
});

test('a wide table head over short rows does not produce thousands of cells', () => {
  const wide = `${'|a'.repeat(500)}\n${'|-'.repeat(500)}\n${'x\n'.repeat(1000)}`;
  expect(renderMarkdown(wide).length).toBeLessThan(10_000);
  const rows = Array.from({ length: 500 }, (_, n) => `| Row ${n} | ${n} | |`).join('\n');
  expect(renderMarkdown(`| Role | Number | Free |\n| - | - | - |\n${rows}`).match(/<td>/g)).toHaveLength(1500);
});

test('a text that cannot be rendered is shown as typed, in paragraphs', () => {
  expect(renderPlainText('# One <b>\n\nTwo\nand more', 'whole')).toBe(
    '<p># One &lt;b&gt;</p>\n<p>Two<br>\nand more</p>\n',
  );
});
test.each([
  '>',
  '[',
  '![',
  '(',
  '*',
  '**a ',
  '_',
  '`',
  '<',
  '- ',
  '[a](',
  '[a]: ',
  '|',
  '\\',
  '&',
  'a@',
  'www.a',
  '~',
  '"',
  '\n> ',
  '\t',
])('a megabyte of %j is rendered as less than three megabytes of HTML', (piece) => {
  const html = shown(piece.repeat(megabyte / piece.length));
  expect(html.length).toBeLessThan(3 * megabyte);
  renderLead(piece.repeat(megabyte / piece.length), 900);
  firstPicture(`/media/${piece.repeat(megabyte / piece.length)}`);
});

test('long texts of nested quotes, lists, emphasis or links are rendered, or shown as typed', () => {
  const hostile = [
    Array.from({ length: 1400 }, (_, depth) => `${'> - '.repeat(depth % 170)}a`).join('\n'),
    `${'*a **b '.repeat(60_000)}${'b** a*'.repeat(60_000)}`,
    `${'['.repeat(100_000)}a${'](b)'.repeat(25_000)}`,
  ];
  for (const source of hostile) expect(shown(source)).toMatch(/^<[\s\S]+>\n$/);
});

test('the site’s own pictures are shown and loaded lazily', () => {
  expect(renderMarkdown('![Two on a bench](/media/abcdefghijklmnop/bench.jpg)')).toBe(
    '<p><img src="/media/abcdefghijklmnop/bench.jpg" alt="Two on a bench" loading="lazy" decoding="async"></p>\n',
  );
});

test.each([
  '/media/abcdefghijklmnop/../../members/logout',
  '/media/abcdefghijklmnop/%2e%2e/%2E%2E/members/logout',
  '/media/abcdefghijklmnop/.%2e/../members/logout',
  '/media/abcdefghijklmnop/a/../../../members/logout',
  '/media/abcdefghijklmnop/..\\..\\members/logout',
  '/media/abcdefghijklmnop/..',
  '/media/abcdefghijklmnop/%2e%2e',
])('a picture at %s is not shown, because the URL is outside our media', (address) => {
  expect(renderMarkdown(`![x](${address})`)).not.toContain('<img');
});

test('a picture from another site becomes a link, so that its owner cannot track readers', () => {
  expect(renderMarkdown('![Their poster](https://elsewhere.example/a.png)')).toBe(
    '<p><a href="https://elsewhere.example/a.png">Their poster</a></p>\n',
  );
  expect(renderMarkdown('[![Their poster](https://elsewhere.example/a.png)](https://elsewhere.example)')).toBe(
    '<p><a href="https://elsewhere.example">Their poster</a></p>\n',
  );
});

test('headings in a text begin at the second level, and skip no level', () => {
  const outline = (source: string) =>
    renderMarkdown(source)
      .match(/(?<=<)h\d/g)
      ?.join(' ');
  expect(outline('# Act one\n\n## Scene one\n\n# Act two')).toBe('h2 h3 h2');
  // From one heading to a lower one, no level is skipped, whatever levels were typed
  expect(outline('## Act one\n\n###### Notes\n\n### Scene one')).toBe('h2 h3 h3');
  expect(outline('### Notes')).toBe('h2');
});

test('a text of a hundred thousand headings is still rendered', () => {
  expect(renderMarkdown(`${'#\n'.repeat(99_990)}Curtain`)).toContain('<p>Curtain</p>');
});

test('an excerpt of a long text has whole paragraphs, and a short text has no excerpt', () => {
  const paragraph = `${'word '.repeat(40).trim()}.`;
  const lead = renderLead([paragraph, paragraph, paragraph, paragraph].join('\n\n'), 300);
  expect(lead.match(/<p>/g)).toHaveLength(2);
  expect(renderLead(paragraph, 300)).toBe('');
  expect(renderLead([paragraph, paragraph].join('\n\n'), 399)).toBe('');
});

test('an excerpt never ends inside a list or a quotation', () => {
  const list = Array.from({ length: 50 }, (_, item) => `- Item ${item} of the list`).join('\n');
  const lead = renderLead(`${list}\n\nAfter the list.`, 100);
  expect(lead).toContain('Item 49');
  expect(lead).not.toContain('After');
  const quotation = Array.from({ length: 50 }, (_, line) => `> Line ${line} of the quotation`).join('\n>\n');
  expect(renderLead(`${quotation}\n\nAfter the quotation.`, 100)).toMatch(
    /Line 49 of the quotation<\/p>\n<\/blockquote>\n$/,
  );
});

test('the picture for a text is the first of the site’s own pictures in it', () => {
  const text =
    '![Theirs](https://e.example/a.png) ![Ours](/media/abcdefghijklmnop/a.jpg) ![Next](/media/abcdefghijklmnop/b.jpg)';
  expect(firstPicture(text)).toBe('/media/abcdefghijklmnop/a.jpg');
  expect(firstPicture('`![x](/media/abcdefghijklmnop/a.jpg)`')).toBe('');
  expect(firstPicture('No picture')).toBe('');
});
