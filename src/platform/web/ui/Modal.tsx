import { type ComponentProps, type RefObject, useLayoutEffect } from 'react';
import styles from './Modal.module.css';

/**
 * What every window over the page is: the browser's own modal dialog, open for as long as it is drawn. The browser keeps
 * the focus inside and gives it back; the page behind it doesn't scroll. Escape, and Back on a telephone, close it,
 * unless `mayClose` says otherwise.
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
    // Before it is taken out of the page: the browser gives the focus back only where it closes it
    return () => shown?.close();
  }, [dialog]);
  return (
    <dialog
      {...rest}
      ref={dialog}
      className={`${styles.modal} ${className}`}
      // A browser asks `onCancel` once, and at the next Escape closes all the same
      onKeyDown={(event) => {
        rest.onKeyDown?.(event);
        if (event.key === 'Escape' && !event.defaultPrevented && !mayClose()) event.preventDefault();
        // Only the window on top
        if (event.key === 'Escape') event.stopPropagation();
      }}
      onCancel={(event) => {
        if (event.target === event.currentTarget && !mayClose()) event.preventDefault();
      }}
      // A window within this one tells of its closing here too
      onClose={(event) => event.target === event.currentTarget && onClose()}
    />
  );
}
