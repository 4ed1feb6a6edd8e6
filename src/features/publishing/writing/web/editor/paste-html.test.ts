import { Fragment, Slice } from 'prosemirror-model';
import { expect, test } from 'vitest';
import { findOwnPicturePath, limitCellSpans } from './paste-html.ts';
import { editorSchema } from './schema.ts';

const site = 'https://players.example';

test.each([
  ['/media/abcdefghijklmnop/a.png', '/media/abcdefghijklmnop/a.png'],
  [`${site}/media/abcdefghijklmnop/a.png?size=1`, '/media/abcdefghijklmnop/a.png'],
])('a pasted picture at %s has the path %s on this site', (url, path) => {
  expect(findOwnPicturePath(url, site)).toBe(path);
});

test.each(['https://elsewhere.example/media/abcdefghijklmnop/a.png', 'https://', 'http://[image]'])(
  'a pasted picture at %s is not one of this site',
  (url) => expect(findOwnPicturePath(url, site)).toBeUndefined(),
);

const { nodes } = editorSchema;

test.each([
  [1e9, 63],
  [-1, 1],
  ['abc', 1],
  [2, 2],
])('a pasted table cell with the span %s spans %i columns and rows', (span, limited) => {
  const attrs = { colspan: span, rowspan: span, colwidth: Array(3).fill(1) };
  const row = nodes.table_row.create(null, [
    nodes.table_header.create(attrs, editorSchema.text('a')),
    nodes.table_cell.create(attrs),
  ]);
  const slice = limitCellSpans(new Slice(Fragment.from(nodes.table.create(null, row)), 3, 0));
  const expected = { colspan: limited, rowspan: limited, colwidth: null, align: '' };
  const pasted = slice.content.child(0).child(0);
  expect(pasted.children.map((cell) => cell.attrs)).toEqual([expected, expected]);
  expect([pasted.textContent, slice.openStart, slice.openEnd]).toEqual(['a', 3, 0]);
});
