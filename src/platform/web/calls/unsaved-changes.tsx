import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { addPopStateBlocker, isPlainClick, navigateTo } from '../navigation/index.ts';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';

/** True once the user has confirmed leaving. After that, nothing else on the page asks. */
let leaving = false;

/**
 * While something is `unsaved`, stops links, Back and Forward that would lose it, and makes the browser ask before the
 * window is closed. Returns the URL to which the user wants to go (null if there is none), for the caller's question,
 * and functions to stay and to leave. If the check is expensive, `unsaved` can be a function.
 */
export function useUnsavedChangesGuard(unsaved: boolean | (() => boolean)) {
  const [link, setLink] = useState<{ href: string } | null>(null);
  const isUnsaved = useRef(unsaved);
  useLayoutEffect(() => {
    isUnsaved.current = unsaved;
  });
  const listens = unsaved !== false;
  useLayoutEffect(() => {
    if (!listens) return;
    const mayGo = () => leaving || !(typeof isUnsaved.current === 'function' ? isUnsaved.current() : isUnsaved.current);
    const closing = (event: BeforeUnloadEvent) => {
      if (!mayGo()) event.preventDefault();
    };
    const here = { state: history.state, href: window.location.href };
    const release = addPopStateBlocker((state) => {
      const { href } = window.location;
      // The history entries of one visit differ only by their query or fragment
      if (visitOf(state) === visitOf(here.state) || href.split('#')[0] === here.href.split('#')[0]) return false;
      if (mayGo()) return false;
      // The browser has already moved. Pushing this page again restores its entry
      history.pushState(here.state, '', here.href);
      setLink({ href });
      return true;
    });
    const clicked = (event: MouseEvent) => {
      const target = event.target instanceof Element ? event.target.closest('a') : null;
      if (!target || !isPlainClick(event) || target.target === '_blank' || target.hasAttribute('download')) return;
      // Mail and phone links don't leave the page
      if (target.getAttribute('href')?.startsWith('#') || !/^https?:$/.test(target.protocol) || mayGo()) return;
      event.preventDefault();
      // If two forms have unsaved input, only one asks
      event.stopImmediatePropagation();
      setLink({ href: target.href });
    };
    window.addEventListener('beforeunload', closing);
    // Runs before any other listener, which would follow the link
    document.addEventListener('click', clicked, true);
    return () => {
      window.removeEventListener('beforeunload', closing);
      release();
      document.removeEventListener('click', clicked, true);
    };
  }, [listens]);
  const leave = async () => {
    if (!link) return;
    leaving = true;
    await navigateTo(link.href);
    // If the next page can't be fetched, this page stays on screen, and must ask again before the next link is followed
    setTimeout(() => {
      leaving = false;
    }, 1000);
  };
  return { link, stay: () => setLink(null), leave };
}

const visitOf = (state: unknown) =>
  typeof state === 'object' && state !== null && 'visit' in state ? state.visit : null;

/**
 * While something is `unsaved`, asks before a link, Back or Forward, or closing the window would lose it. `CallForm`
 * contains this dialog; other editors render it themselves.
 */
export function UnsavedChangesDialog({
  unsaved,
  what,
  stored = false,
  closing = false,
  children,
}: {
  unsaved: boolean | (() => boolean);
  what: string;
  /** True if the unsaved text is stored in this browser until the user signs out. */
  stored?: boolean;
  /** Set when a button on the page is about to close the editor; the dialog then asks at once. */
  closing?: false | { onLeave: () => void; onStay: () => void };
  /** An additional sentence about the consequences of leaving. */
  children?: ReactNode;
}) {
  const { link, stay, leave } = useUnsavedChangesGuard(unsaved);
  if (!link && !closing) return null;
  return (
    <ConfirmDialog
      question={`Leave without saving ${what}?`}
      cancelLabel="Keep editing"
      confirmLabel="Leave"
      onConfirm={() => {
        if (link) void leave();
        else if (closing) closing.onLeave();
      }}
      onClose={() => {
        stay();
        if (closing) closing.onStay();
      }}
    >
      {stored && (!link || new URL(link.href).pathname !== '/members/logout')
        ? 'What you’ve typed is stored in this browser and will be here when you come back.'
        : 'Changes you’ve made since you last saved will be lost.'}
      {children}
    </ConfirmDialog>
  );
}
