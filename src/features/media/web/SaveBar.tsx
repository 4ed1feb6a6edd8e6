import type { Answer } from '../../../platform/shared/answer.ts';
import { Alert } from '../../../platform/web/ui/Alert.tsx';
import { Button } from '../../../platform/web/ui/Button.tsx';
import styles from './SaveBar.module.css';

/** What changed, Discard, Save: appears with the first change and stays after an error (LANGUAGE.md). */
export function SaveBar({
  changed,
  says,
  save,
  busy,
  answer,
  onSave,
  onDiscard,
}: {
  changed: boolean;
  says: string;
  save: string;
  busy: boolean;
  answer: Answer | null;
  onSave: () => void;
  onDiscard: () => void;
}) {
  const failed = answer !== null && answer.code !== 200;
  return (
    <>
      <div role="status">{!changed && answer?.code === 200 && <Alert tone="ok" title={answer.msg} />}</div>
      {changed && (
        <section className={styles.bar} aria-label="Changes">
          <div className={styles.words}>
            <p>{says}</p>
            <div role="alert">{failed && <Alert tone="bad" title={answer.msg} />}</div>
          </div>
          <Button look="line" onClick={onDiscard}>
            Discard
          </Button>
          <Button pending={busy} onClick={onSave}>
            {busy ? 'Saving…' : save}
          </Button>
        </section>
      )}
    </>
  );
}
