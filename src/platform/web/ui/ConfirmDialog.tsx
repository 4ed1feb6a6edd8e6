import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './Button.tsx';
import styles from './ConfirmDialog.module.css';

/**
 * Asks before something is done: the question, its consequence, two verbs. The browser's own modal dialog
 * keeps the focus inside, closes with Escape and gives the focus back. It begins on the safe answer.
 */
export function ConfirmDialog({
  question,
  children,
  keep,
  go,
  onGo,
  onClose,
}: {
  question: string;
  children?: ReactNode;
  /** The safe answer, and the other. */
  keep: string;
  go: string;
  onGo: () => void;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const shown = dialog.current;
    const before = document.activeElement;
    shown?.showModal();
    return () => {
      shown?.close();
      // What asked may be gone by now: then the focus goes where the page begins
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={heading}
      onClose={onClose}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={heading}>{question}</h2>
      {children && <div>{children}</div>}
      <div className={styles.answers}>
        <Button look="line" onClick={onClose} autoFocus>
          {keep}
        </Button>
        <Button
          look="danger"
          onClick={() => {
            onClose();
            onGo();
          }}
        >
          {go}
        </Button>
      </div>
    </dialog>
  );
}
