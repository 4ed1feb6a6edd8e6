import { useEffect } from 'react';

/** Where somebody writes, and undoes what is written: not where a box is ticked or one of a list is chosen. */
const fields = 'input:not([type="checkbox"], [type="radio"]), textarea';

/** Escape puts back what is held, wherever the focus is; undo and redo as everywhere, but in fields. */
export function useUndoKeys({ release, undo, redo }: Readonly<Record<'release' | 'undo' | 'redo', () => void>>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      if (event.key === 'Escape') release();
      const isField = event.target instanceof Element && event.target.closest(fields);
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isField) return;
      const key = event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) redo();
      else undo();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  });
}
