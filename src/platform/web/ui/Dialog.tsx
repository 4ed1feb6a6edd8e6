import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './Dialog.module.css';
import { IconButton } from './IconButton.tsx';

/**
 * A window over the page, open for as long as it is drawn. `children` get what closes it: then the focus goes back to
 * where it came from, and `onClose` is told. Escape closes it too.
 */
export function Dialog({
  title,
  wide,
  mayClose = () => true,
  onClose,
  children,
}: {
  title: string;
  wide?: boolean;
  /** Asked before it closes: something typed in it may not be saved. */
  mayClose?: () => boolean;
  onClose: () => void;
  children: (close: () => void) => ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    if (dialog.current && !dialog.current.open) dialog.current.showModal();
  }, []);
  const close = () => {
    if (mayClose()) dialog.current?.close();
  };
  return (
    <dialog
      ref={dialog}
      className={wide ? `${styles.dialog} ${styles.wide}` : styles.dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        if (event.target === event.currentTarget && !mayClose()) event.preventDefault();
      }}
      // A dialog within this one tells of its closing here too
      onClose={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        <IconButton of="x" label="Close" onClick={close} />
      </div>
      {children(close)}
    </dialog>
  );
}
