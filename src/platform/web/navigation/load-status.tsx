import { Button } from '../ui/actions/button.tsx';
import { Alert } from '../ui/content/alert.tsx';
import { useNavigationSnapshot } from './hooks.ts';
import styles from './load-status.module.css';

/** Shows the state of the next page's load: a sign that it is slow, or a message that it has failed. */
export function LoadStatus() {
  const { pending, failure } = useNavigationSnapshot();
  return (
    <>
      <div role="status">
        {pending && (
          <div className={styles.pending}>
            <span>Loading…</span>
          </div>
        )}
      </div>
      <div role="alert">
        {failure && (
          <Alert tone="bad" title="That didn’t work" className={styles.failure}>
            <p>{failure.message}</p>
            <p className="row">
              {failure.retry && (
                <Button small onClick={failure.retry}>
                  Try again
                </Button>
              )}
              <Button small look="quiet" onClick={failure.dismiss}>
                Close
              </Button>
            </p>
          </Alert>
        )}
      </div>
    </>
  );
}
