import { useEffect } from 'react';

/** Fields with an undo of their own: not checkboxes or radio buttons. */
const fields = 'input:not([type="checkbox"], [type="radio"]), textarea';

/** Escape cancels a move wherever the focus is; undo and redo have their usual keys, except in fields. */
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
