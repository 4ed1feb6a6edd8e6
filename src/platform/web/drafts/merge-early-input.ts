import { setFieldValue } from '../hydration/replay.ts';

/**
 * Merges text typed before hydration into a stored draft. Call this before the draft fills the fields; otherwise
 * replaying the text would replace the draft. In choice fields the new choice counts. A form submitted before hydration
 * is not resubmitted, because it would now contain the draft.
 */
export function mergeEarlyInput(): void {
  const { early } = window;
  if (!early) return;
  for (const sent of early.pressed.keys()) if (sent instanceof HTMLFormElement) early.pressed.delete(sent);
  const fields = [...early.changed].flatMap(([field, { value }]) =>
    isText(field) ? [{ field, before: field.defaultValue, typed: value }] : [],
  );
  // When this runs, React has rendered the draft, and nobody can have typed anything else
  queueMicrotask(() => {
    for (const { field, before, typed } of fields) {
      const { value: draft, isConnected } = field;
      if (!isConnected || draft === typed || draft === before) continue;
      const whole = mergeEarlyText({ before, draft, typed }, field instanceof HTMLTextAreaElement ? '\n\n' : ' ');
      setFieldValue(field, whole);
      // The cursor is at the end, so that the user can continue typing
      field.setSelectionRange(whole.length, whole.length);
    }
  });
}

/** Returns true for a field that takes free text. Other fields, such as a date, have no selection. */
const isText = (field: Element): field is HTMLInputElement | HTMLTextAreaElement =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.selectionStart !== null;

/** Returns the draft, followed by the text typed into the field whose value was `before`. */
export function mergeEarlyText(
  { before, draft, typed }: { before: string; draft: string; typed: string },
  between: string,
): string {
  // The browser itself may have restored the draft, as it does after a reload
  if (typed.includes(draft)) return typed;
  const added = addedTo(before, typed).trim();
  return added === '' ? draft : `${draft.trimEnd()}${between}${added}`;
}

/** Returns `typed` without the beginning and the end that it shares with `before`. */
function addedTo(before: string, typed: string): string {
  const most = Math.min(before.length, typed.length);
  let from = 0;
  while (from < most && before[from] === typed[from]) from += 1;
  let end = 0;
  while (end < most - from && before.at(-1 - end) === typed.at(-1 - end)) end += 1;
  return typed.slice(from, typed.length - end);
}
