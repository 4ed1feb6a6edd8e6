import { shopPath } from '../../paths.ts';
import styles from './steps.module.css';

const steps = [
  { key: 'performance', name: 'Performance' },
  { key: 'tickets', name: 'Tickets' },
  { key: 'pay', name: 'Details and payment' },
] as const;

/** The steps of buying tickets, with the current one and a link back to the first. */
export function CheckoutSteps({ at, isFree = false }: { at: (typeof steps)[number]['key']; isFree?: boolean }) {
  const now = steps.findIndex(({ key }) => key === at);
  return (
    <ol className={styles.steps} aria-label="Progress">
      {steps.map(({ key, name }, step) => (
        <li key={key} aria-current={step === now ? 'step' : undefined} data-done={step < now || undefined}>
          {key === 'performance' && step < now ? (
            <a href={shopPath}>{name}</a>
          ) : isFree && key === 'pay' ? (
            'Your details'
          ) : (
            name
          )}
        </li>
      ))}
    </ol>
  );
}
