import { lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import { redo, redoDepth, undo, undoDepth } from 'prosemirror-history';
import type { Attrs, MarkType, NodeType } from 'prosemirror-model';
import { liftListItem, sinkListItem, wrapInList } from 'prosemirror-schema-list';
import { type Command, type EditorState, NodeSelection, TextSelection } from 'prosemirror-state';
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable, isInTable } from 'prosemirror-tables';
import { editorSchema } from './schema.ts';

const { nodes, marks } = editorSchema;

/** A command of the buttons that act on the selection. */
export type SelectionCommand =
  | 'indent'
  | 'outdent'
  | 'add-row'
  | 'add-column'
  | 'delete-row'
  | 'delete-column'
  | 'delete-table';

/** The state of the editor that the toolbar and the bar below the text show. */
export interface EditorStatus {
  /** The formatting of the selection. */
  active: readonly ToolbarAction[];
  canUndo: boolean;
  canRedo: boolean;
  /** The kinds of content around the cursor that have their own buttons. */
  around: readonly ('list' | 'table')[];
  /** The URL of the link at the cursor. */
  link: string | undefined;
  /** The description of the selected picture. */
  description: string | undefined;
}

/** Returns the innermost node of the given types around the selection, and its position. */
function findAround({ selection: { $from } }: EditorState, types: readonly NodeType[]) {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (types.includes(node.type)) return { node, position: $from.before(depth) };
  }
  return undefined;
}

const listTypes = [nodes.bullet_list, nodes.ordered_list];

function hasMark({ selection, doc, storedMarks }: EditorState, type: MarkType): boolean {
  const { from, to, empty } = selection;
  if (!empty) return doc.rangeHasMark(from, to, type);
  return type.isInSet(storedMarks ?? selection.$from.marks()) !== undefined;
}

const isHeading = ({ selection: { $from } }: EditorState, fits: (level: number) => boolean) =>
  $from.parent.type === nodes.heading && fits(Number($from.parent.attrs.level));

const activeWhen: Partial<Record<ToolbarAction, (state: EditorState) => boolean>> = {
  bold: (state) => hasMark(state, marks.strong),
  italic: (state) => hasMark(state, marks.em),
  link: (state) => hasMark(state, marks.link),
  heading: (state) => isHeading(state, (level) => level <= 2),
  subheading: (state) => isHeading(state, (level) => level > 2),
  list: (state) => findAround(state, listTypes)?.node.type === nodes.bullet_list,
  numbers: (state) => findAround(state, listTypes)?.node.type === nodes.ordered_list,
  quote: (state) => findAround(state, [nodes.blockquote]) !== undefined,
  table: isInTable,
};

export function getEditorStatus(state: EditorState): EditorStatus {
  const { selection } = state;
  const picture =
    selection instanceof NodeSelection && selection.node.type === nodes.image ? selection.node : undefined;
  const link = marks.link.isInSet(
    selection.empty ? selection.$from.marks() : (state.doc.nodeAt(selection.from)?.marks ?? []),
  );
  return {
    active: (Object.keys(activeWhen) as ToolbarAction[]).filter((formatting) => activeWhen[formatting]?.(state)),
    canUndo: undoDepth(state) > 0,
    canRedo: redoDepth(state) > 0,
    around: [
      ...(findAround(state, listTypes) ? (['list'] as const) : []),
      ...(isInTable(state) ? (['table'] as const) : []),
    ],
    link: link?.attrs.href,
    description: picture?.attrs.alt,
  };
}

const toggleHeading =
  (level: number, isActive: ToolbarAction): Command =>
  (state, dispatch) =>
    activeWhen[isActive]?.(state)
      ? setBlockType(nodes.paragraph)(state, dispatch)
      : setBlockType(nodes.heading, { level })(state, dispatch);

/** Turns the selected blocks into a list, changes the type of their list, or ends their list. */
const toggleList =
  (type: NodeType): Command =>
  (state, dispatch) => {
    const list = findAround(state, listTypes);
    if (!list) return wrapInList(type)(state, dispatch);
    if (list.node.type === type) return liftListItem(nodes.list_item)(state, dispatch);
    const attrs: Attrs = { tight: list.node.attrs.tight };
    dispatch?.(state.tr.setNodeMarkup(list.position, type, attrs));
    return true;
  };

const toggleQuote: Command = (state, dispatch) =>
  activeWhen.quote?.(state) ? lift(state, dispatch) : wrapIn(nodes.blockquote)(state, dispatch);

/** Inserts a table, and selects its first heading, so that typing replaces it. */
const insertTable: Command = (state, dispatch) => {
  if (isInTable(state)) return false;
  const headings = ['First', 'Second'].map((text) => nodes.table_header.create(null, editorSchema.text(text)));
  const emptyRow = nodes.table_row.create(null, [nodes.table_cell.create(), nodes.table_cell.create()]);
  const table = nodes.table.create(null, [nodes.table_row.create(null, headings), emptyRow, emptyRow]);
  if (!dispatch) return true;
  const tr = state.tr.replaceSelectionWith(table);
  tr.doc.descendants((node, position) => {
    if (node !== headings[0]) return;
    tr.setSelection(TextSelection.create(tr.doc, position + 1, position + 1 + node.content.size));
  });
  dispatch(tr.scrollIntoView());
  return true;
};

/** The commands of the toolbar. */
export const toolbarCommands: Record<Exclude<ToolbarAction, 'link'>, Command> = {
  bold: toggleMark(marks.strong),
  italic: toggleMark(marks.em),
  heading: toggleHeading(2, 'heading'),
  subheading: toggleHeading(3, 'subheading'),
  list: toggleList(nodes.bullet_list),
  numbers: toggleList(nodes.ordered_list),
  quote: toggleQuote,
  table: insertTable,
  undo,
  redo,
};

export const selectionCommands: Record<SelectionCommand, Command> = {
  indent: sinkListItem(nodes.list_item),
  outdent: liftListItem(nodes.list_item),
  'add-row': addRowAfter,
  'add-column': addColumnAfter,
  'delete-row': deleteRow,
  'delete-column': deleteColumn,
  'delete-table': deleteTable,
};

/**
 * Links the selection, or the whole link at the cursor, to a URL; "" removes the link. Without a selection or a link,
 * inserts the URL.
 */
export const setLink =
  (href: string): Command =>
  (state, dispatch) => {
    const { tr } = state;
    const { from, to } = findLinkRange(state);
    tr.removeMark(from, to, marks.link);
    const mark = marks.link.create({ href });
    if (href !== '' && from === to) tr.insert(from, editorSchema.text(href, [mark, ...state.selection.$from.marks()]));
    else if (href !== '') tr.addMark(from, to, mark);
    dispatch?.(tr.removeStoredMark(marks.link).scrollIntoView());
    return true;
  };

/** Returns the selection. If nothing is selected, returns the range of the link at the cursor. */
function findLinkRange({ selection }: EditorState): { from: number; to: number } {
  const { $from, from, to, empty } = selection;
  const link = marks.link.isInSet($from.marks());
  if (!empty || !link) return { from, to };
  let [start, end] = [from, from];
  const offset = $from.start();
  $from.parent.forEach((node, at) => {
    if (!link.isInSet(node.marks)) return;
    const [first, last] = [offset + at, offset + at + node.nodeSize];
    if (first <= end && last >= start) [start, end] = [Math.min(start, first), Math.max(end, last)];
  });
  return { from: start, to: end };
}

/** Changes the description of the selected picture. */
export const setPictureDescription =
  (alt: string): Command =>
  (state, dispatch) => {
    const { selection } = state;
    if (!(selection instanceof NodeSelection) || selection.node.type !== nodes.image) return false;
    const { tr } = state;
    tr.setNodeMarkup(selection.from, null, { ...selection.node.attrs, alt });
    dispatch?.(tr.setSelection(NodeSelection.create(tr.doc, selection.from)));
    return true;
  };

/**
 * An action of the toolbar that changes the text. The buttons for pictures, the preview and Markdown aren't among them.
 */
export type ToolbarAction =
  | 'undo'
  | 'redo'
  | 'bold'
  | 'italic'
  | 'link'
  | 'heading'
  | 'subheading'
  | 'list'
  | 'numbers'
  | 'quote'
  | 'table';
