import { type ReactNode, useId, useRef, useState } from 'react';
import { IconButton } from '../actions/icon-button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import styles from './dialog.module.css';
import { Modal } from './modal.tsx';

/**
 * A window over the page with a title and a way to close it. `children` receive a function that closes the window. The
 * focus then returns to its earlier place, and `onClose` is called. If something is `unsaved`, the user is asked before
 * the window closes.
 */
export function Dialog({
  title,
  wide,
  unsaved,
  onClose,
  children,
}: {
  title: string;
  wide?: boolean;
  /** Names the unsaved input, such as "this item"; undefined if there is none. */
  unsaved?: string | undefined;
  onClose: () => void;
  children: (close: () => void) => ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [asks, setAsks] = useState(false);
  const id = useId();
  const mayClose = () => {
    setAsks(unsaved !== undefined);
    return unsaved === undefined;
  };
  const close = () => {
    if (mayClose()) dialog.current?.close();
  };
  return (
    <Modal
      dialog={dialog}
      className={wide ? `${styles.dialog} ${styles.wide}` : styles.dialog}
      aria-labelledby={id}
      mayClose={mayClose}
      onClose={onClose}
    >
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        <IconButton icon="x" label="Close" onClick={close} />
      </div>
      {children(close)}
      {asks && (
        <ConfirmDialog
          question={`Close ${unsaved} without saving?`}
          cancelLabel="Keep editing"
          confirmLabel="Close without saving"
          onConfirm={() => dialog.current?.close()}
          onClose={() => setAsks(false)}
        >
          Your changes haven’t been saved.
        </ConfirmDialog>
      )}
    </Modal>
  );
}
