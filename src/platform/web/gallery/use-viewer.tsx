import { type ComponentProps, type ReactNode, useState } from 'react';
import { importWithRetry } from '../parts/import-with-retry.ts';
import type { Picture, Video } from './picture.ts';
import type { Viewer } from './viewer.tsx';

const load = () => importWithRetry(() => import('./viewer.tsx'));
/** Fetches the full-screen view when somebody seems about to open it. */
const prepare = () => void load().catch(() => {});

type Shown = { kind: 'photo'; items: readonly Picture[] } | { kind: 'film'; items: readonly Video[] };

/**
 * Returns the full-screen view of a gallery, and the props that make a link open the view at an index, counted from 0.
 * The view loads when it is first needed. If that fails, the link leads to the item's own file, as without JavaScript.
 * Closing returns the focus to the link.
 */
export function useViewer(shown: Shown): { getLinkProps: (index: number) => ComponentProps<'a'>; viewer: ReactNode } {
  const [opened, setOpened] = useState<{ Opened: typeof Viewer; start: number; opener: HTMLElement } | null>(null);
  const open = (start: number, opener: HTMLAnchorElement) =>
    load().then(
      ({ Viewer: Opened }) => setOpened({ Opened, start, opener }),
      () => window.location.assign(opener.href),
    );
  const close = () => {
    setOpened(null);
    opened?.opener.focus();
  };
  return {
    getLinkProps: (index) => ({
      href: shown.items[index]?.src,
      // The target isn't one of our pages, so our navigation ignores the link and the browser follows it
      rel: 'external',
      'aria-haspopup': 'dialog',
      onPointerEnter: prepare,
      onFocus: prepare,
      onClick: (event) => {
        // With these keys the browser opens a new tab or window
        if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        void open(index, event.currentTarget);
      },
    }),
    viewer: opened && <opened.Opened {...shown} start={opened.start} onClose={close} />,
  };
}
