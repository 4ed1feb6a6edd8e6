import type { ToolbarAction } from './editor/commands.ts';

/** A text field's content and selection. */
export interface TextFieldState {
  text: string;
  start: number;
  end: number;
}

/** The buttons that change the text itself. The browser handles undo and redo. */
type TextFormatting = Exclude<ToolbarAction, 'undo' | 'redo'>;

const inlineMarks: Partial<Record<TextFormatting, [mark: string, words: string]>> = {
  bold: ['**', 'bold text'],
  italic: ['_', 'italic text'],
};

const linePrefixes: Partial<Record<TextFormatting, string>> = {
  heading: '## ',
  subheading: '### ',
  list: '- ',
  quote: '> ',
};

/**
 * Applies a toolbar button: inserts a link or a table; otherwise formats the selection, or removes the format if the
 * selection already has it.
 */
export function applyFormatting({ text, start, end }: TextFieldState, formatting: TextFormatting): TextFieldState {
  const wrapped = inlineMarks[formatting];
  if (wrapped) return toggleMark({ text, start, end }, ...wrapped);
  if (formatting === 'link') return insertLink({ text, start, end });
  if (formatting === 'table') return insertTable({ text, start, end });
  return formatLines({ text, start, end }, formatting);
}

function toggleMark({ text, start, end }: TextFieldState, mark: string, label: string): TextFieldState {
  const chosen = text.slice(start, end);
  const size = mark.length;
  if (chosen !== '' && text.slice(start - size, start) === mark && text.slice(end, end + size) === mark) {
    return {
      text: text.slice(0, start - size) + chosen + text.slice(end + size),
      start: start - size,
      end: end - size,
    };
  }
  const inner = chosen === '' ? label : chosen;
  return {
    text: text.slice(0, start) + mark + inner + mark + text.slice(end),
    start: start + size,
    end: start + size + inner.length,
  };
}

/** Inserts a link and selects its URL, ready for typing. */
function insertLink({ text, start, end }: TextFieldState): TextFieldState {
  const label = text.slice(start, end) || 'link text';
  const address = 'https://';
  const from = start + label.length + 3;
  return {
    text: `${text.slice(0, start)}[${label}](${address})${text.slice(end)}`,
    start: from,
    end: from + address.length,
  };
}

/** Inserts a table below the selection, and selects its first heading, so that typing replaces it. */
function insertTable({ text, end }: TextFieldState): TextFieldState {
  const before = text.slice(0, end).trimEnd();
  const after = text.slice(end).trimStart();
  const table = '| First | Second |\n| --- | --- |\n|  |  |';
  const from = before === '' ? 0 : before.length + 2;
  return {
    text: [before, table, after].filter(Boolean).join('\n\n'),
    start: from + 2,
    end: from + 2 + 'First'.length,
  };
}

function formatLines({ text, start, end }: TextFieldState, formatting: TextFormatting): TextFieldState {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const after = text.indexOf('\n', Math.max(start, end - 1));
  const to = after < 0 ? text.length : after;
  const chosen = text.slice(from, to).split('\n');
  const marked = /^(\d+\. |- |> |#{1,6} )/;
  const markOf = (index: number) => (formatting === 'numbers' ? `${index + 1}. ` : (linePrefixes[formatting] ?? ''));
  const has = chosen.every((line, index) => line.startsWith(markOf(index)));
  const changed = chosen.map((line, index) => (has ? '' : markOf(index)) + line.replace(marked, '')).join('\n');
  return { text: text.slice(0, from) + changed + text.slice(to), start: from, end: from + changed.length };
}

/** Applies a toolbar button to the Markdown in a text area. */
export function applyToolbarAction(area: HTMLTextAreaElement, formatting: ToolbarAction): void {
  area.focus();
  if (formatting === 'undo' || formatting === 'redo') {
    // This function is deprecated, but nothing else reverses typing
    document.execCommand(formatting);
    return;
  }
  const { value: text, selectionStart: start, selectionEnd: end } = area;
  const after = applyFormatting({ text, start, end }, formatting);
  replaceText(area, after.text);
  area.setSelectionRange(after.start, after.end);
}

/**
 * Inserts Markdown at the cursor, as a separate paragraph. The focus moves to the text area only if nothing else has the
 * focus.
 */
export function insertParagraph(area: HTMLTextAreaElement, markdown: string): void {
  const before = area.value.slice(0, area.selectionStart).trimEnd();
  const after = area.value.slice(area.selectionEnd).trimStart();
  const text = before === '' ? markdown : `${before}\n\n${markdown}`;
  if (document.activeElement === document.body) area.focus();
  replaceText(area, `${text}\n\n${after}`.trimEnd());
  area.setSelectionRange(text.length, text.length);
}

/**
 * Changes the text. If the text area has the focus, the change is made as if it were typed, so that the browser's own
 * Undo reverses it.
 */
function replaceText(area: HTMLTextAreaElement, text: string): void {
  const before = area.value;
  let from = 0;
  while (from < before.length && before[from] === text[from]) from += 1;
  let tail = 0;
  while (tail < Math.min(before.length, text.length) - from && before.at(-1 - tail) === text.at(-1 - tail)) tail += 1;
  area.setSelectionRange(from, before.length - tail);
  const written = text.slice(from, text.length - tail);
  // This function is deprecated, but nothing else keeps the undo history
  if (document.activeElement === area && document.execCommand(written === '' ? 'delete' : 'insertText', false, written))
    return;
  area.setRangeText(written);
  area.dispatchEvent(new Event('input', { bubbles: true }));
}
