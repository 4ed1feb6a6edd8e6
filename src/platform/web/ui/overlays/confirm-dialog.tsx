import { type ReactNode, useId, useRef } from 'react';
import { Button } from '../actions/button.tsx';
import styles from './confirm-dialog.module.css';
import { Modal } from './modal.tsx';

/** Asks before something is done: the question, its consequence, two verbs. It begins on the safe answer. */
export function ConfirmDialog({
  question,
  children,
  cancelLabel,
  confirmLabel,
  onConfirm,
  onClose,
}: {
  question: string;
  children?: ReactNode;
  /** The safe answer, and the other. */
  cancelLabel: string;
  confirmLabel: string;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const consequence = children ? `${id}-consequence` : undefined;
  return (
    <Modal
      dialog={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      aria-describedby={consequence}
      onClose={onClose}
    >
      <h2 id={id}>{question}</h2>
      {consequence && <div id={consequence}>{children}</div>}
      <div className={styles.answers}>
        <Button look="line" onClick={onClose} autoFocus>
          {cancelLabel}
        </Button>
        <Button
          look="danger"
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {confirmLabel}
        </Button>
      </div>
    </Modal>
  );
}
