import { type ComponentProps, type RefObject, useLayoutEffect } from 'react';
import styles from './modal.module.css';

/**
 * The base of every window over the page. It is the browser's own modal dialog, open for as long as it is rendered. The
 * browser keeps the focus inside and returns it afterwards; the page behind doesn't scroll. Escape, and Back on a
 * phone, close the window, unless `mayClose` returns false.
 */
export function Modal({
  dialog,
  mayClose = () => true,
  onClose,
  className,
  ...rest
}: Omit<ComponentProps<'dialog'>, 'ref' | 'onClose' | 'onCancel' | 'open'> & {
  dialog: RefObject<HTMLDialogElement | null>;
  mayClose?: () => boolean;
  onClose: () => void;
}) {
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // The window is closed before it is removed, because the browser returns the focus only then
    return () => shown?.close();
  }, [dialog]);
  // The window is closed at once. The browser reports the closing only later, and Escape may be pressed again before
  // that
  const close = (shown: HTMLDialogElement) => {
    if (!mayClose()) return;
    shown.close();
    onClose();
  };
  return (
    <dialog
      {...rest}
      ref={dialog}
      className={`${styles.modal} ${className}`}
      // `onCancel` alone isn't enough: a browser fires `cancel` only once, and closes the dialog at the next Escape
      // anyway
      onKeyDown={(event) => {
        rest.onKeyDown?.(event);
        if (event.key !== 'Escape') return;
        // Only the topmost window handles Escape
        event.stopPropagation();
        if (event.defaultPrevented) return;
        event.preventDefault();
        close(event.currentTarget);
      }}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        close(event.currentTarget);
      }}
      // The close event of a window inside this one also arrives here. In development, React closes each new window once
      // and opens it again; the event about that arrives when the window is open
      onClose={({ target, currentTarget }) => target === currentTarget && !currentTarget.open && onClose()}
    />
  );
}
