import fc from 'fast-check';
import { parseFragment } from 'parse5';
import { expect, test } from 'vitest';
import { findLogoPicturePath, toPictureLogo } from '../picture-logo.ts';
import { sanitiseLogo } from './logo.ts';

const mark = (inside: string, attributes = 'viewBox="0 0 28 28"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`;
const circle = '<circle cx="14" cy="14" r="10" fill="#a31"/>';

test('sanitising a drawing keeps its shapes, colours and gradients', () => {
  const gradient =
    '<defs><linearGradient id="lamp" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="red"/></linearGradient></defs>';
  expect(sanitiseLogo(mark(`${gradient}<path d="M1 1h4z" fill="url(#lamp)" transform="rotate(4 2 2)"/>`))).toBe(
    '<svg viewBox="0 0 28 28"><defs><linearGradient id="logo-lamp" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="red"></stop></linearGradient></defs><path d="M1 1h4z" fill="url(#logo-lamp)" transform="rotate(4 2 2)"></path></svg>',
  );
});

test('a drawing with an XML declaration, comments and a title is accepted', () => {
  expect(sanitiseLogo(`<?xml version="1.0"?><!-- made by hand -->${mark(`<title>A & B</title>${circle}`)}`)).toContain(
    '<title>A &amp; B</title><circle',
  );
});

test('a drawing’s ids can’t collide with the page’s ids, and sanitising it again changes nothing', () => {
  const page = '<title id="page-data">{"page":{"type":"post","content_html":"not ours"}}</title><g id="root"></g>';
  const clean = sanitiseLogo(mark(`${page}<g clip-path="url(#root)">${circle}</g>`));
  expect([...clean.matchAll(/id="([^"]*)"|url\(([^)]*)\)/g)].map(([, id, part]) => id ?? part)).toEqual([
    'logo-page-data',
    'logo-root',
    '#logo-root',
  ]);
  expect(sanitiseLogo(clean)).toBe(clean);
});

test.each([
  '<script>alert(1)</script>',
  '<style>*{fill:url(https://evil.example)}</style>',
  '<foreignObject><body onload="alert(1)"></body></foreignObject>',
  '<image href="https://evil.example/a.png"/>',
  '<use href="https://evil.example/a.svg#a"/>',
  '<a href="javascript:alert(1)"><circle r="1"/></a>',
  '<animate attributeName="href" to="javascript:alert(1)"/>',
  '<text onclick="alert(1)">x</text>',
  '<g onload="alert(1)" style="background:url(https://evil.example)"><path d="M0 0" fill="url(https://evil.example)"/></g>',
])('sanitising a logo removes markup that could run a script or fetch a file: %s', (mischief) => {
  const clean = sanitiseLogo(mark(mischief + circle));
  expect(clean).not.toMatch(/script|evil|alert|style|on\w+=|href/i);
  expect(clean).toContain('<circle cx="14" cy="14" r="10" fill="#a31"></circle>');
});

test.each(['hello', '<html><svg viewBox="0 0 1 1"></svg></html>', mark(''), mark(circle, ''), '{}', '<svg'])(
  'an upload that isn’t a usable drawing is refused: %s',
  (source) => {
    expect(() => sanitiseLogo(source)).toThrow('This logo can’t be used');
  },
);

test('a logo can refer to a picture of the society’s media, but to no other picture', () => {
  const item = {
    src: '/media/AAAAAAAAAAAAAAAA/The_logo%20(1).webp'.replace('(1)', '%281%29'),
    width: 640,
    height: 200,
  };
  const logo = toPictureLogo(item);
  expect(sanitiseLogo(logo)).toBe(logo);
  expect(findLogoPicturePath(logo)).toBe(`${item.src}?lowres`);
  for (const href of [
    'https://evil.example/media/AAAAAAAAAAAAAAAA/a.webp?lowres',
    '//evil.example/media/AAAAAAAAAAAAAAAA/a.webp?lowres',
    '/media/AAAAAAAAAAAAAAAA/../../members/logout?lowres',
    '/media/AAAAAAAAAAAAAAAA/a.webp',
    '/members/logout',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
  ]) {
    expect(() => sanitiseLogo(toPictureLogo({ ...item, src: '' }).replace('?lowres', href))).toThrow(
      'This logo can’t be used',
    );
    expect(sanitiseLogo(mark(`<image href="${href}"/>${circle}`))).not.toContain('image');
  }
  expect(sanitiseLogo(mark(`<image xlink:href="https://evil.example" onload="alert(1)"/>${circle}`))).not.toContain(
    'image',
  );
});

test('a drawing far over 100 kB is refused as too large', () => {
  expect(() => sanitiseLogo(mark('<script>x</script>'.repeat(12_000)))).toThrow('too large');
});

test('a drawing nested thousands of levels deep is refused', () => {
  expect(() => sanitiseLogo(mark(circle + '<g>'.repeat(20_000)))).toThrow('can’t be used');
  const nested = `${'<g>'.repeat(200)}${'</g>'.repeat(200)}`;
  expect(sanitiseLogo(mark(circle + nested))).toContain('<circle');
});

test('any sanitised drawing is parsed as HTML into shapes and a title only', () => {
  const piece = fc.constantFrom(
    '<svg',
    '<g',
    '</g>',
    '<path d="M0',
    '"',
    "'",
    '>',
    '/>',
    '<script>',
    '</svg>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '&lt;',
    ' onload=x',
    '<title>',
    '</title>',
    ' viewBox="0 0 1 1"',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      let clean: string;
      try {
        clean = sanitiseLogo(mark(pieces.join('') + circle));
      } catch {
        return;
      }
      const names: string[] = [];
      interface Node {
        tagName?: string;
        attrs?: { name: string }[];
        childNodes?: Node[];
      }
      const walk = (node: Node) => {
        if (node.tagName !== undefined) {
          names.push(node.tagName);
          for (const { name } of node.attrs ?? []) expect(name).not.toMatch(/^on|href|style/);
        }
        for (const child of node.childNodes ?? []) walk(child);
      };
      walk(parseFragment(clean) as Node);
      expect(names.filter((name) => !['svg', 'g', 'path', 'circle', 'title'].includes(name))).toEqual([]);
    }),
  );
});
