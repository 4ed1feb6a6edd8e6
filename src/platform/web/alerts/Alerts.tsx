import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Alert, type Tone } from '../ui/Alert.tsx';
import { Icon } from '../ui/Icon.tsx';
import styles from './Alerts.module.css';
import { alertsShown, dismissAlert, onAlerts, type ShownAlert } from './alerts.ts';

const none: readonly ShownAlert[] = [];

/** Where alerts appear, once in the house. Errors are spoken at once, the rest when the reader pauses. */
export function Alerts() {
  const shown = useSyncExternalStore(onAlerts, alertsShown, () => none);
  const of = (tone: Tone) =>
    shown.filter((alert) => alert.tone === tone).map((alert) => <Toast key={alert.key} alert={alert} />);
  return (
    <div className={styles.alerts}>
      <div role="alert">{of('bad')}</div>
      <div role="status">{of('ok')}</div>
    </div>
  );
}

/** Its animation is its life: it waits while someone points at it or is inside it, and when it ends the alert is gone. */
function Toast({ alert }: { alert: ShownAlert }) {
  const dismiss = () => dismissAlert(alert.key);
  return (
    <div className={styles.toast} onAnimationEnd={(event) => event.target === event.currentTarget && dismiss()}>
      <Alert tone={alert.tone} title={alert.title}>
        <p>{alert.content}</p>
      </Alert>
      <button type="button" className={styles.close} onClick={dismiss} aria-label={`Close: ${alert.title}`}>
        <Icon of={X} />
      </button>
    </div>
  );
}
