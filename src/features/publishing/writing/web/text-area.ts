import type { Formatting } from './editor/formatting.ts';
import { applyFormatting } from './markdown-edit.ts';

/** Applies a toolbar button to the Markdown in a text area. */
export function formatSelection(area: HTMLTextAreaElement, formatting: Formatting): void {
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

/** Changes the text like typing, so that the browser's own Undo reverses the change. */
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
