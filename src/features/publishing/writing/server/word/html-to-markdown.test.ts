import fc from 'fast-check';
import { expect, test } from 'vitest';
import { made } from '#platform/server/markdown/parser.ts';
import { processorTime } from '#tests/support/measures/processor-time.ts';
import { fillPicturePlaceholders, htmlToMarkdown, picturePlaceholder } from './html-to-markdown.ts';

const none = () => '';

test('headings, lists, emphasis and links of a document are kept', () => {
  const html =
    '<h1>The get-in</h1><p>Bring <strong>gloves </strong>and <em>tea</em>.<br />See <a href="https://a.example/x y">the plan</a>.</p>' +
    '<ul><li>Flats<ul><li>Six of them</li></ul></li><li>Doors</li></ul><ol><li>First</li><li>Then</li></ol>';
  expect(htmlToMarkdown(html, none)).toBe(
    '## The get-in\n\nBring **gloves** and *tea*.\\\nSee [the plan](<https://a.example/x%20y>).\n\n' +
      '- Flats\n  - Six of them\n- Doors\n\n1. First\n2. Then',
  );
});

test('200,000 blanks within bold text are converted in linear time', () => {
  // Blanks between bookmarks aren't merged, and a document of forty kilobytes can have this many
  const html = `<p><b>x${'<a id="b"></a> '.repeat(200_000)}x </b></p>`;
  const work = () => expect(htmlToMarkdown(html, none)).toBe(`**x${' '.repeat(200_000)}x**`);
  // It took a minute when each blank was tried as the end of the line
  expect(processorTime(work)).toBeLessThan(5000);
});

test('a table keeps its first row as head, and a table of one column becomes its content', () => {
  const cells = (...texts: string[]) => `<tr>${texts.map((text) => `<td><p>${text}</p></td>`).join('')}</tr>`;
  expect(
    htmlToMarkdown(`<table>${cells('Who', 'What')}${cells('Ann', '<b>Tea</b> | cake</p><p>and jam')}</table>`, none),
  ).toBe('| Who | What |\n| --- | --- |\n| Ann | **Tea** \\| cake and jam |');
  const shown = made(htmlToMarkdown(`<table>${cells('Who', 'What')}${cells('Ann', 'Tea')}</table>`, none), 'whole');
  expect(shown).toContain('<td>Tea</td>');
  expect(htmlToMarkdown(`<table>${cells('One')}${cells('Two')}</table>`, none)).toBe('One\n\nTwo');
});

test('pictures keep their place in the text', () => {
  expect(htmlToMarkdown('<p>Look: <img src="picture:1" /> there</p>', (n) => `![${n}](/media/x)`)).toBe(
    'Look: ![1](/media/x) there',
  );
  expect(htmlToMarkdown('<p><img src="https://evil.example/a.png" /></p>', (n) => (n < 0 ? '' : 'x'))).toBe('');
});

test('a picture that is left out leaves no empty line', () => {
  const html =
    '<p>One</p><p><img src="picture:0" /></p><p>Two <img src="picture:1" /></p><p><img src="picture:9" /></p>';
  const content = htmlToMarkdown(html, picturePlaceholder);
  expect(fillPicturePlaceholders(content, (n) => (n === 1 ? '![b](/media/x)' : ''))).toBe('One\n\nTwo ![b](/media/x)');
});

test('links to other schemes and to bookmarks become plain text', () => {
  expect(htmlToMarkdown('<p><a href="javascript:alert(1)">here</a> <a href="#mark">there</a></p>', none)).toBe(
    'here there',
  );
});

test('arbitrary text survives conversion to Markdown and rendering unchanged', () => {
  const readOn = (html: string) =>
    html
      .replace(/<[^>]+>/g, '')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&amp;/g, '&');
  const words = fc.string({
    unit: fc.constantFrom(
      'a',
      'B',
      '1',
      '*',
      '_',
      '`',
      '[',
      ']',
      '(',
      '#',
      '-',
      '.',
      '\\',
      '!',
      '|',
      '<',
      '>',
      '~',
      '&',
      ';',
      '+',
      '=',
      ' ',
    ),
    minLength: 1,
    maxLength: 40,
  });
  const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
  fc.assert(
    fc.property(words, (text) => {
      const shown = readOn(made(htmlToMarkdown(`<p>${escaped(text)}</p>`, none), 'whole'));
      expect(plain(shown)).toBe(plain(text));
    }),
  );
});

test('superscript text stays, and only footnote marks are left out', () => {
  const html =
    '<p>On the 21<sup>st</sup>, in our 50<sup><em>th</em></sup> year,<sup><a href="#footnote-1" id="footnote-ref-1">[1]</a></sup> ' +
    '40 m<sup>2</sup><sup><a href="#endnote-2" id="endnote-ref-2">[2]</a></sup> of canvas.</p>';
  expect(htmlToMarkdown(html, none)).toBe('On the 21st, in our 50*th* year, 40 m2 of canvas.');
});
