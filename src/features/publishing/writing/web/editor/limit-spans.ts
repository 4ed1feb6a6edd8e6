import { Fragment, type Node, Slice } from 'prosemirror-model';
import { toSpan } from './attributes.ts';
import { textSchema } from './schema.ts';

const { table_cell, table_header } = textSchema.nodes;

/**
 * Limits the spans of a pasted slice’s cells. ProseMirror takes a slice's context from its JSON without parsing the
 * attributes, and a table of the stated width could freeze the browser.
 */
export const limitSpans = ({ content, openStart, openEnd }: Slice): Slice =>
  new Slice(limitSpansIn(content), openStart, openEnd);

const limitSpansIn = (content: Fragment): Fragment => Fragment.from(content.content.map(limitSpansOf));

function limitSpansOf(node: Node): Node {
  if (node.isText) return node;
  const content = limitSpansIn(node.content);
  if (node.type !== table_cell && node.type !== table_header) return node.copy(content);
  const [colspan, rowspan] = [toSpan(node.attrs.colspan), toSpan(node.attrs.rowspan)];
  return node.type.create({ ...node.attrs, colspan, rowspan, colwidth: null }, content, node.marks);
}
