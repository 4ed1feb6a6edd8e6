import { useEffect, useState } from 'react';

/**
 * Asks before whoever types is led away by a link or closes the window. Answers the link that waits for an answer, and
 * how to follow it or not.
 */
export function useLeaving(unsaved: boolean) {
  const [link, setLink] = useState<HTMLAnchorElement | null>(null);
  useEffect(() => {
    if (!unsaved) return;
    const closing = (event: BeforeUnloadEvent) => event.preventDefault();
    const clicked = (event: MouseEvent) => {
      const target = event.target instanceof Element ? event.target.closest('a') : null;
      const elsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
      if (!target || elsewhere || target.target === '_blank' || target.hasAttribute('download')) return;
      if (target.getAttribute('href')?.startsWith('#')) return;
      event.preventDefault();
      event.stopPropagation();
      setLink(target);
    };
    window.addEventListener('beforeunload', closing);
    // Before anyone else, who would follow it
    document.addEventListener('click', clicked, true);
    return () => {
      window.removeEventListener('beforeunload', closing);
      document.removeEventListener('click', clicked, true);
    };
  }, [unsaved]);
  return { link, stay: () => setLink(null) };
}
