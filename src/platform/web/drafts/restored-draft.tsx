import { Button } from '../ui/actions/button.tsx';
import { Alert } from '../ui/content/alert.tsx';
import styles from './restored-draft.module.css';

/** Says that the editor's content was typed on an earlier visit, and how to discard it. */
export function RestoredDraft({
  title = 'We’ve restored your unsaved draft.',
  back,
  onBack,
}: {
  /** A different title, for content that isn't text. */
  title?: string;
  back: string;
  onBack: () => void;
}) {
  return (
    <Alert tone="ok" title={title} className={styles.restored}>
      <p>It was stored in this browser and hasn’t been saved yet.</p>
      <Button look="line" small onClick={onBack}>
        {back}
      </Button>
    </Alert>
  );
}
