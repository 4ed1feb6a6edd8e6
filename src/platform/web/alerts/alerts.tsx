import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useSnapshot } from '../navigation/index.ts';
import { Alert, type Tone } from '../ui/content/alert.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import styles from './alerts.module.css';
import { dismissAlert, getAlerts, type ShownAlert, subscribeToAlerts } from './alerts.ts';
import { clearAllResponses } from './response-store.ts';

const none: readonly ShownAlert[] = [];

/** The one place where alerts appear. Errors are announced at once, the rest when the screen reader pauses. */
export function Alerts() {
  const shown = useSyncExternalStore(subscribeToAlerts, getAlerts, () => none);
  const { entry } = useSnapshot().arrival;
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: responses on one page are cleared on the next
  useEffect(() => clearAllResponses, [entry]);
  useLayoutEffect(() => {
    const at = box.current;
    if (!at || shown.length === 0) return;
    const placed = import('./position-clear-of-controls.ts')
      .then(({ keepClearOfControls }) => keepClearOfControls(at))
      .catch(() => undefined);
    return () => void placed.then((end) => end?.());
  }, [shown]);
  const of = (tone: Tone) =>
    shown.filter((alert) => alert.tone === tone).map((alert) => <Toast key={alert.key} alert={alert} />);
  return (
    <div ref={box} className={styles.alerts}>
      <div role="alert">{of('bad')}</div>
      <div role="status">{of('ok')}</div>
    </div>
  );
}

/**
 * An alert is shown for as long as its animation runs, which pauses while the pointer or the focus is on the alert. An
 * error, or another alert that `stays`, has no animation. It stays until it is closed, or until the failed action is
 * tried again.
 */
function Toast({ alert: { key, tone, title, content, about, stays } }: { alert: ShownAlert }) {
  const dismiss = () => dismissAlert(key);
  return (
    <div
      className={styles.toast}
      data-answer={about}
      data-stays={stays}
      tabIndex={-1}
      onAnimationEnd={(event) => event.target === event.currentTarget && dismiss()}
    >
      <Alert tone={tone} title={title}>
        {content && <p>{content}</p>}
      </Alert>
      <button type="button" className={styles.close} onClick={dismiss} aria-label={`Dismiss: ${title}`}>
        <Icon of="x" />
      </button>
    </div>
  );
}
