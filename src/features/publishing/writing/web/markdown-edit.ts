import type { Formatting } from './editor/formatting.ts';

/** A text field's content and selection. */
export interface TextSelection {
  text: string;
  start: number;
  end: number;
}

/** The buttons that change the text itself. The browser handles undo and redo. */
type TextFormatting = Exclude<Formatting, 'undo' | 'redo'>;

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

/** Applies a toolbar button: formats the selection, or removes the formatting if the selection already has it. */
export function applyFormatting({ text, start, end }: TextSelection, formatting: TextFormatting): TextSelection {
  const wrapped = inlineMarks[formatting];
  if (wrapped) return toggleMark({ text, start, end }, ...wrapped);
  if (formatting === 'link') return insertLink({ text, start, end });
  if (formatting === 'table') return insertTable({ text, start, end });
  return formatLines({ text, start, end }, formatting);
}

function toggleMark({ text, start, end }: TextSelection, mark: string, label: string): TextSelection {
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
function insertLink({ text, start, end }: TextSelection): TextSelection {
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
function insertTable({ text, end }: TextSelection): TextSelection {
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

function formatLines({ text, start, end }: TextSelection, formatting: TextFormatting): TextSelection {
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
