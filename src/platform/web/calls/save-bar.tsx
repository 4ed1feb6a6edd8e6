import { type ReactNode, useEffect, useState } from 'react';
import { CallStatus, clearResponse, showResponse, useCallResponse } from '../alerts/index.ts';
import { revealResponse } from '../alerts/reveal-response.ts';
import { Button } from '../ui/actions/button.tsx';
import { ButtonLabel } from '../ui/actions/button-label.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import styles from './save-bar.module.css';

/**
 * Says that there are unsaved changes, with buttons to discard and to save them. It appears with the first change, or
 * earlier if `rests` is set, stays while there is something to save, and then shows the server's response in the same
 * place. `at` is the place where the screen's call shows that response (`useCall`, `showResponse`). Inside a form,
 * leave out `onSave`; the form's own button then sends the form. `children` are other ways out, such as Cancel.
 */
export function SaveBar({
  at,
  changed,
  unsavedMessage,
  rests,
  save,
  refused,
  busy,
  next = [],
  onSave,
  onDiscard,
  children,
}: {
  at: string;
  changed: boolean;
  /**
   * Describes the unsaved changes in a sentence. A phone has no room to show the sentence, but screen readers still
   * read it.
   */
  unsavedMessage: string;
  /** The bar's text before the first change. It is shown on wide screens, for people who look for a way to save. */
  rests?: string;
  save: string;
  /** The bold first line of a refusal. */
  refused?: string;
  busy: boolean;
  /** Links to what people often do next, shown with the response to a save. */
  next?: readonly { label: string; href: string }[];
  onSave?: () => void;
  onDiscard?: () => void;
  children?: ReactNode;
}) {
  const [asking, setAsking] = useState(false);
  const reply = useCallResponse(at);
  useEffect(() => {
    // After the next change, “Saved” is no longer true
    if (changed) clearResponse(at);
  }, [changed, at]);
  const resting = !changed && !reply;
  if (resting && rests === undefined) return null;
  const discard = () => {
    setAsking(false);
    onDiscard?.();
    const answer = { code: 200, msg: 'Changes discarded. This is the last saved version.' };
    showResponse(at, answer);
    // The button has disappeared, so the focus moves to the response
    void revealResponse(at, answer);
  };
  return (
    <section className={resting ? `${styles.bar} ${styles.atRest}` : styles.bar} aria-label="Save changes">
      <div className={styles.row}>
        {/* Also shown after a save during which something was changed, because that isn’t saved yet */}
        {(!reply || (changed && reply.code === 200)) && (
          <p className={styles.says} role="status">
            {resting ? rests : unsavedMessage}
          </p>
        )}
        <CallStatus slot={at} title={refused} unanswered={reply ? lost() : ''}>
          {next.length > 0 && (
            <p className="row">
              {next.map(({ label, href }) => (
                <a key={label} href={href}>
                  {label}
                </a>
              ))}
            </p>
          )}
        </CallStatus>
        {changed && children}
        {changed && onDiscard && (
          <Button look="line" onClick={() => setAsking(true)} aria-haspopup="dialog">
            Discard…
          </Button>
        )}
        {(changed || resting) && (
          <Button
            {...(resting ? { 'aria-disabled': true } : onSave ? { onClick: onSave } : { type: 'submit' })}
            pending={busy}
          >
            <ButtonLabel label={save} busyLabel="Saving…" busy={busy} />
          </Button>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          question="Discard your changes?"
          cancelLabel="Keep editing"
          confirmLabel="Discard my changes"
          onConfirm={discard}
          onClose={() => setAsking(false)}
        >
          <p>Your changes haven’t been saved.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

/** Returns the message for a failed save. If the browser is offline, the message gives that as the reason. */
const lost = () =>
  navigator.onLine
    ? 'Your changes may not have been saved. They’re still here, so please try again.'
    : 'You’re offline, so this hasn’t been saved. Your changes are still here: try again once you’re back online.';
