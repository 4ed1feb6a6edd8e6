import { useEffect, useState } from 'react';
import { holdHistory } from '../navigation/index.ts';

/**
 * Asks before whoever types is led away by a link, by Back or Forward, or closes the window. Answers the address that
 * waits for an answer, and how to stay.
 */
export function useLeaving(unsaved: boolean) {
  const [link, setLink] = useState<{ href: string } | null>(null);
  useEffect(() => {
    if (!unsaved) return;
    const closing = (event: BeforeUnloadEvent) => event.preventDefault();
    const here = { state: history.state, href: window.location.href };
    const release = holdHistory((state) => {
      const { href } = window.location;
      // Within this visit only the query or the fragment moves
      if (visitOf(state) === visitOf(here.state) || href.split('#')[0] === here.href.split('#')[0]) return false;
      // The browser is there already: this page is put after it again, which is where it was
      history.pushState(here.state, '', here.href);
      setLink({ href });
      return true;
    });
    const clicked = (event: MouseEvent) => {
      const target = event.target instanceof Element ? event.target.closest('a') : null;
      const elsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
      if (!target || elsewhere || target.target === '_blank' || target.hasAttribute('download')) return;
      if (target.getAttribute('href')?.startsWith('#')) return;
      event.preventDefault();
      event.stopPropagation();
      setLink({ href: target.href });
    };
    window.addEventListener('beforeunload', closing);
    // Before anyone else, who would follow it
    document.addEventListener('click', clicked, true);
    return () => {
      window.removeEventListener('beforeunload', closing);
      release();
      document.removeEventListener('click', clicked, true);
    };
  }, [unsaved]);
  return { link, stay: () => setLink(null) };
}

const visitOf = (state: unknown) =>
  typeof state === 'object' && state !== null && 'visit' in state ? state.visit : null;
