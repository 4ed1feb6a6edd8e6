import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useNavigationSnapshot } from '../navigation/index.ts';
import { Alert, type AlertTone } from '../ui/content/alert.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import styles from './alerts.module.css';
import { clearAllResponses } from './call-status.tsx';

export interface AlertText {
  title: string;
  content?: string;
  /** True if the alert has no time limit, as for errors: it stays until it is closed. */
  stays?: true;
}

export interface ShownAlert extends AlertText {
  key: number;
  tone: AlertTone;
  /**
   * The subject of the alert, such as the path of a form's call; undefined if the alert replaces no other. Of the
   * alerts about one subject, only the latest stays.
   */
  about: string | undefined;
}

let alerts: readonly ShownAlert[] = [];
let count = 0;
const listeners = new Set<() => void>();

/**
 * Shows an alert. An earlier alert `about` the same subject is removed, so that a failure isn't shown longer than the
 * success that followed it.
 */
export function showAlert(text: AlertText, tone: AlertTone = 'ok', about?: string): void {
  count += 1;
  const others = about === undefined ? alerts : alerts.filter((alert) => alert.about !== about);
  setAlerts([...others, { ...text, tone, about, key: count }]);
}

export function dismissAlert(key: number): void {
  setAlerts(alerts.filter((alert) => alert.key !== key));
}

/** Removes the alerts about a subject, for example because an action has been tried again. */
export function dismissAlertsAbout(about: string): void {
  if (alerts.some((alert) => alert.about === about)) setAlerts(alerts.filter((alert) => alert.about !== about));
}

/** Returns the alerts on screen, oldest first. The array is the same object until an alert is added or removed. */
export const getAlerts = (): readonly ShownAlert[] => alerts;

/** Calls `listener` whenever an alert is added or removed, until the returned function is called. */
export function subscribeToAlerts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setAlerts(next: readonly ShownAlert[]): void {
  alerts = next;
  for (const listener of listeners) listener();
}

const none: readonly ShownAlert[] = [];

/** Shows all alerts, in one place. Errors are announced at once, the rest when the screen reader pauses. */
export function Alerts() {
  const shown = useSyncExternalStore(subscribeToAlerts, getAlerts, () => none);
  const { entry } = useNavigationSnapshot().arrival;
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: responses on one page are cleared on the next
  useEffect(() => clearAllResponses, [entry]);
  useLayoutEffect(() => {
    const at = box.current;
    if (!at || shown.length === 0) return;
    const placed = import('./position-clear-of-controls.ts')
      .then(({ keepAlertsClearOfControls }) => keepAlertsClearOfControls(at))
      .catch(() => undefined);
    return () => void placed.then((end) => end?.());
  }, [shown]);
  const of = (tone: AlertTone) =>
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
