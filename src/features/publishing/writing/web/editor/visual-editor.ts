import { baseKeymap, chainCommands, exitCode } from 'prosemirror-commands';
import { closeHistory, history, redo, undo } from 'prosemirror-history';
import { inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import { type Node, Slice } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import { type Command, EditorState, Plugin, Selection, TextSelection } from 'prosemirror-state';
import { addRowAfter, goToNextCell, isInTable, nextCell, selectionCell, tableEditing } from 'prosemirror-tables';
import { EditorView } from 'prosemirror-view';
import { normaliseLink } from '#platform/shared/markdown/parser.ts';
import {
  type EditorStatus,
  getEditorStatus,
  type SelectionCommand,
  selectionCommands,
  setLink,
  setPictureDescription,
  type ToolbarAction,
  toolbarCommands,
} from './commands.ts';
import { parseEditableText, parseMarkdownDocument } from './markdown-document.ts';
import { cleanPastedHtml, limitCellSpans } from './paste-html.ts';
import { editorSchema } from './schema.ts';
import { getTransferredPictures } from './transferred-pictures.ts';

const { nodes } = editorSchema;

interface VisualEditorOptions {
  source: string;
  onChange: (markdown: string) => void;
  /** Called instead of `onChange` for a change that Markdown can't express. */
  onUnsupported: () => void;
  onStatus: (status: EditorStatus) => void;
  /** Called for the keyboard shortcut that adds a link. */
  onLink: () => void;
  onPictures: (files: readonly File[]) => void;
  /** Receives the number of pasted pictures that were left out. */
  onLostPictures: (pictures: number) => void;
}

export interface VisualEditor {
  format: (formatting: Exclude<ToolbarAction, 'link'>) => void;
  run: (command: SelectionCommand) => void;
  /** Links the selection to a typed address; "" removes the link. Returns false for an address that can't be linked. */
  setLink: (address: string) => boolean;
  setDescription: (alt: string) => void;
  removeSelection: () => void;
  /** Inserts the Markdown of a picture at the cursor. */
  insert: (markdown: string) => void;
  /** Replaces the whole text, which Undo reverses. Returns false if the text can only be edited as Markdown. */
  replaceText: (source: string) => boolean;
  focus: () => void;
  destroy: () => void;
}

/** Opens a text in the visual editor; returns undefined if it can only be edited as Markdown. */
export function openVisualEditor(
  mount: HTMLElement,
  { source, onChange, onUnsupported, onStatus, onLink, onPictures, onLostPictures }: VisualEditorOptions,
): VisualEditor | undefined {
  const opened = parseEditableText(source);
  if (!opened) return undefined;
  let text = opened;
  const view: EditorView = new EditorView(
    { mount },
    {
      state: EditorState.create({ doc: text.doc, plugins: plugins(onLink) }),
      dispatchTransaction(transaction) {
        const { doc } = view.state;
        view.updateState(view.state.apply(transaction));
        if (!doc.eq(view.state.doc)) {
          const markdown = text.toMarkdown(view.state.doc);
          if (markdown === undefined) onUnsupported();
          else onChange(markdown);
        }
        onStatus(getEditorStatus(view.state));
      },
      transformPastedHTML(html) {
        if (html.includes('data-pm-slice')) return html;
        const pasted = cleanPastedHtml(html);
        if (pasted.pictures.length > 0) onPictures(pasted.pictures);
        if (pasted.lostPictures > 0) onLostPictures(pasted.lostPictures);
        return pasted.html;
      },
      transformPasted: limitCellSpans,
      handlePaste(_, event) {
        // With this, Undo reverses only the paste, not the typing before it
        view.dispatch(closeHistory(view.state.tr));
        return takePictures(event.clipboardData);
      },
      handleDOMEvents: {
        // On Android, the Enter key only triggers the insertion of a paragraph
        beforeinput(_, event) {
          if (event.inputType !== 'insertParagraph' || !enterCell(view.state, view.dispatch, view)) return false;
          event.preventDefault();
          return true;
        },
      },
      handleDrop(_, event) {
        if (!hasPictures(event.dataTransfer)) return false;
        // The position at which the pictures are inserted once they have descriptions
        const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
        if (place) view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(place.pos))));
        return takePictures(event.dataTransfer);
      },
    },
  );
  const takePictures = (data: DataTransfer | null) => {
    const pictures = getTransferredPictures(data);
    if (pictures.length > 0) onPictures(pictures);
    return pictures.length > 0;
  };
  const run = (command: Command) => {
    // Undo then reverses one button press at a time
    view.dispatch(closeHistory(view.state.tr));
    command(view.state, view.dispatch, view);
    view.focus();
  };
  onStatus(getEditorStatus(view.state));
  return {
    format: (formatting) => run(toolbarCommands[formatting]),
    run: (command) => run(selectionCommands[command]),
    setLink(address) {
      const href = toLinkTarget(address);
      if (href !== undefined) run(setLink(href));
      return href !== undefined;
    },
    setDescription: (alt) => void setPictureDescription(alt)(view.state, view.dispatch),
    removeSelection: () =>
      run((state, dispatch) => {
        dispatch?.(state.tr.deleteSelection());
        return true;
      }),
    insert: (markdown) => view.dispatch(insertBlocks(view.state, parseMarkdownDocument(markdown))),
    replaceText(source) {
      const replaced = parseEditableText(source);
      if (!replaced) return false;
      // The replacement is a separate step, so that Undo doesn't reverse an earlier edit together with it
      const tr = closeHistory(view.state.tr);
      tr.replaceWith(0, tr.doc.content.size, replaced.doc.content);
      text = replaced;
      view.updateState(view.state.apply(tr.setSelection(Selection.atEnd(tr.doc))));
      onStatus(getEditorStatus(view.state));
      return true;
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

const hasPictures = (data: DataTransfer | null) => getTransferredPictures(data).length > 0;

/**
 * Returns the URL for an address as people type it, such as example.org; "" for an empty address, undefined for one
 * that can't be linked.
 */
function toLinkTarget(address: string): string | undefined {
  const typed = address.trim();
  if (typed === '') return '';
  if (/^[^\s/:@]+@[^\s/:@]+$/.test(typed)) return `mailto:${typed}`;
  return normaliseLink(typed) ?? (/^[^\s/:]+\.[^\s/:]+/.test(typed) ? normaliseLink(`https://${typed}`) : undefined);
}

/**
 * Inserts blocks at the cursor, between the two halves of its paragraph or heading. The cell of a table can't contain
 * paragraphs, so only the content of the first block is inserted there.
 */
function insertBlocks(state: EditorState, doc: Node) {
  const { tr } = state;
  const { $from } = state.selection;
  const { parent } = $from;
  if (parent.type === nodes.paragraph && parent.content.size === 0) {
    tr.replaceWith($from.before(), $from.after(), doc.content);
    return tr.setSelection(Selection.near(tr.doc.resolve($from.before() + doc.content.size), 1)).scrollIntoView();
  }
  if (isInTable(state)) return tr.replaceSelection(new Slice(doc.content.firstChild?.content ?? doc.content, 0, 0));
  return tr.replaceSelection(new Slice(doc.content, 0, 0)).scrollIntoView();
}

const insertBreak = chainCommands(exitCode, (state, dispatch) => {
  const { $from } = state.selection;
  if (!$from.parent.type.validContent($from.parent.content.addToEnd(nodes.hard_break.create()))) return false;
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView());
  return true;
});

/** Moves to the cell below, and adds a row if there is none. */
const enterCell: Command = (state, dispatch, view) => {
  if (!isInTable(state)) return false;
  if (!nextCell(selectionCell(state), 'vert', 1)) addRowAfter(state, dispatch);
  const current = dispatch && view ? view.state : state;
  const below = nextCell(selectionCell(current), 'vert', 1);
  if (below) dispatch?.(current.tr.setSelection(TextSelection.create(current.doc, below.pos + 1)).scrollIntoView());
  return true;
};

const plugins = (onLink: () => void) => [
  inputRules({
    rules: [
      textblockTypeInputRule(/^(#{2,3})\s$/, nodes.heading, ([, signs = '']) => ({ level: signs.length })),
      wrappingInputRule(/^\s*[-*+]\s$/, nodes.bullet_list),
      wrappingInputRule(
        /^(\d{1,9})[.)]\s$/,
        nodes.ordered_list,
        ([, number]) => ({ order: Number(number) }),
        ([, number], list) => list.childCount + list.attrs.order === Number(number),
      ),
      wrappingInputRule(/^\s*>\s$/, nodes.blockquote),
    ],
  }),
  keymap({
    'Mod-b': toolbarCommands.bold,
    'Mod-i': toolbarCommands.italic,
    'Mod-k': () => {
      onLink();
      return true;
    },
    'Mod-z': undo,
    'Mod-y': redo,
    'Mod-Shift-z': redo,
    'Mod-Alt-2': toolbarCommands.heading,
    'Mod-Alt-3': toolbarCommands.subheading,
    'Mod-Shift-7': toolbarCommands.numbers,
    'Mod-Shift-8': toolbarCommands.list,
    'Mod-Shift-9': toolbarCommands.quote,
    'Mod-]': sinkListItem(nodes.list_item),
    'Mod-[': liftListItem(nodes.list_item),
    'Shift-Enter': insertBreak,
    Enter: chainCommands(enterCell, splitListItem(nodes.list_item)),
    'Alt-ArrowRight': goToNextCell(1),
    'Alt-ArrowLeft': goToNextCell(-1),
  }),
  keymap(baseKeymap),
  history(),
  tableEditing(),
  headerRow,
];

/** Makes the first row of each table a row of headings, because Markdown tables always have one. */
const headerRow = new Plugin({
  appendTransaction(transactions, _, { doc, tr }) {
    if (!transactions.some(({ docChanged }) => docChanged)) return null;
    doc.descendants((table, position) => {
      if (table.type !== nodes.table) return table.isBlock && !table.isTextblock;
      table.forEach((row, rowOffset, index) => {
        const type = index === 0 ? nodes.table_header : nodes.table_cell;
        row.forEach((cell, cellOffset) => {
          if (cell.type !== type) tr.setNodeMarkup(position + 2 + rowOffset + cellOffset, type, cell.attrs);
        });
      });
      return false;
    });
    return tr.docChanged ? tr : null;
  },
});
