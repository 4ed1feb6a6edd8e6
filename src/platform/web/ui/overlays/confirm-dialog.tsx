import { type ReactNode, useId, useRef } from 'react';
import { Button } from '../actions/button.tsx';
import styles from './confirm-dialog.module.css';
import { Modal } from './modal.tsx';

/**
 * Asks for a confirmation with the question, its consequence, and two buttons labelled with verbs. The safe answer has
 * the focus first.
 */
export function ConfirmDialog({
  question,
  children,
  cancelLabel,
  confirmLabel,
  isHarmless = false,
  onConfirm,
  onClose,
}: {
  question: string;
  children?: ReactNode;
  /** The label of the safe answer; `confirmLabel` is the label of the other answer. */
  cancelLabel: string;
  confirmLabel: string;
  /** True if the other answer destroys nothing, for example if it only records a date. */
  isHarmless?: boolean;
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
          look={isHarmless ? 'ink' : 'danger'}
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
