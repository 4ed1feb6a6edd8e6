import fc from 'fast-check';
import { expect, test } from 'vitest';
import { measureProcessorTime } from '#tests/support/measures/processor-time.ts';
import { extractReview } from './extract-review.ts';

const at = 'https://reviews.example/lanternside/an-inspector-calls';
const read = (html: string) => extractReview(html, at);

test('only a review’s subheadings and content are extracted, in page order', () => {
  const page = `<!doctype html><body><nav>Home</nav>
    <p class="lead subheading" style="color:red">A taut evening.</p>
    <div class="content" id="x" onclick="alert(1)"><h2>The set</h2><p>Tilted, <b>rightly</b>.</p></div>
    <p class="subheading">And then the end.</p><footer>Copyright</footer>`;
  expect(read(page)).toBe(
    '<div class="subheading"><p>A taut evening.</p></div>' +
      '<div class="content"><h3>The set</h3><p>Tilted, <strong>rightly</strong>.</p></div>' +
      '<div class="subheading"><p>And then the end.</p></div>',
  );
});

test('text after a subheading nested in a review’s content is kept', () => {
  const page = '<div class="content"><p>One.</p><div><p class="subheading">Two.</p>Three.</div></div>';
  expect(read(page)).toBe(
    '<div class="content"><p>One.</p></div><div class="subheading"><p>Two.</p></div><div class="content"><p>Three.</p></div>',
  );
});

test('a review page without marked sections is read from its main text, without asides', () => {
  const page =
    '<header>Logo</header><main><aside>Adverts</aside><h1>Review</h1>Bare words.<ul><li>One</li><li><p>Two</p></li></ul></main><form>Join</form>';
  expect(read(page)).toBe(
    '<div class="content"><h3>Review</h3><p>Bare words.</p><ul><li><p>One</p></li><li><p>Two</p></li></ul></div>',
  );
});

test('links in a review are https only, relative to the page URL, with rel="nofollow", and never lead to a logout', () => {
  const page =
    '<div class="content"><a href="../more" target="_blank">a</a><a href="http://b.example/">b</a><a href="javascript:alert(1)">c</a><a href="data:text/html,x">d</a><a href="https://players.example/members/logout">e</a></div>';
  expect(read(page)).toBe(
    '<div class="content"><p><a href="https://reviews.example/more" rel="nofollow noopener noreferrer">a</a>bcde</p></div>',
  );
});

test('a space before an element of a review stays, and an element without words is removed', () => {
  const page = '<div class="content"><p>One <b>two</b> <i> </i>three<b><br></b></p><p> <b>\n</b></p></div>';
  expect(read(page)).toBe('<div class="content"><p>One <strong>two</strong>  three</p></div>');
});

test('text that looks like markup stays text in a review', () => {
  expect(read('<p class="content">&lt;script&gt;alert(1)&lt;/script&gt; &amp;lt; "quoted"</p>')).toBe(
    '<div class="content"><p>&lt;script&gt;alert(1)&lt;/script&gt; &amp;lt; "quoted"</p></div>',
  );
});

test('elements named after built-in JavaScript properties are not allowed in a review', () => {
  expect(read('<div class="content"><constructor>a</constructor><valueof>b</valueof></div>')).toBe(
    '<div class="content"><p>ab</p></div>',
  );
});

test('a very long review ends with an ellipsis', () => {
  const html = read(`<div class="content">${'<p>Word upon word.</p>'.repeat(10_000)}</div>`);
  expect(html.length).toBeLessThan(40_000);
  expect(html).toMatch(/…<\/p><\/div>$/);
  expect(read(`<p class="content">x${'😀'.repeat(20_000)}</p>`)).toMatch(/😀…<\/p><\/div>$/u);
});

test('a page without readable text is refused with a message', () => {
  expect(() => read('<body><script>document.write("x")</script><img src="a.png"></body>')).toThrow('no text to show');
});

const megabyte = (piece: string) => piece.repeat(Math.ceil(1_000_000 / piece.length));

test.each([
  ['of nested elements that never close', megabyte('<div>')],
  ['of emphasis that never closes', `<p class="content">${megabyte('<b>x')}`],
  ['of paragraphs in emphasis', `<div class="content">${megabyte('<i><p>x</i>')}`],
  [
    'of one element with 150,000 attributes',
    `<p class="content" ${Array.from({ length: 150_000 }, (_, i) => `a${i}`).join(' ')}>x</p>`,
  ],
  ['of tags that close nothing', `<p class="content">x${megabyte('</q>')}`],
  ['of lists in lists', `<div class="content">${megabyte('<ul><li>x')}`],
  ['of tags that never end', megabyte('<a href="')],
  ['of ampersands', `<p class="content">${megabyte('&')}`],
  [
    'of paragraphs deep in quotations',
    `<div class="content">${'<blockquote>'.repeat(240)}${'<p>x</p>'.repeat(49_000)}`,
  ],
  ['of breaks deep in emphasis', `<div class="content">${'<b>'.repeat(240)}${'<br>'.repeat(49_000)}x`],
  ['of words deep in emphasis', `<div class="content">${'<b>'.repeat(240)}${'<i>x</i>'.repeat(49_000)}`],
  ['of one very long link', `<div class="content">${'<b>'.repeat(240)}<a href="/${megabyte('x')}">x</a>`],
  ['of links that lead nowhere', `<div class="content">${'<a href="javascript:x">x</a>'.repeat(19_000)}`],
  ['of empty elements', `<div class="content">${'<i>x</i>'.repeat(19_000)}${'<b></b>'.repeat(30_000)}x`],
  ['of spaces', `<p class="content">${megabyte(' ')}x`],
])('a page %s is read or refused in less than two seconds of processor time', (_what, page) => {
  const work = () => {
    try {
      expect(read(page).length).toBeLessThan(250_000);
    } catch (error) {
      expect(error).toHaveProperty('kind', 'refused');
    }
  };
  expect(measureProcessorTime(work)).toBeLessThan(2000);
});

const ours =
  /<(?:\/?(?:p|h3|ul|ol|li|blockquote|strong|em|div)|br \/|\/a|div class="(?:subheading|content)"|a href="https:[^"<>]*" rel="nofollow noopener noreferrer")>/g;

test('extracting a review from any page yields only allowed elements', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<script>',
      '</script>',
      '<style>',
      '<svg onload=x>',
      '<math>',
      '<p class=content>',
      '<a href="https://e.example/&quot;onclick=x">',
      '<img src=x onerror=alert(1)>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<div class="subheading">',
      '<ul><li>',
      '<textarea>',
      '<title>',
      '<iframe srcdoc=x>',
      '<b onmouseover=x>',
    ),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      let html = '';
      try {
        html = read(`<div class="content">x${pieces.join('')}`);
      } catch (error) {
        expect(error).toHaveProperty('kind', 'refused');
      }
      expect(html.replace(ours, '')).not.toMatch(/[<>]/);
    }),
    { numRuns: 500 },
  );
});
