import { useSite } from '#platform/web/navigation/index.ts';
import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { formatHoldPromise } from '../../basket.ts';
import type { ShopPerformance } from '../../contract.ts';
import { shopPath } from '../../paths.ts';
import styles from './checkout.module.css';

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

/** The promise to hold tickets that a visitor is about to choose, for a performance if it is known. */
export const HoldPromise = ({ performance }: { performance?: Pick<ShopPerformance, 'sale'> }) =>
  formatHoldPromise(performance?.sale.at, useSite().today);

/** Shown if tickets cost something and the site takes no cards. */
export const ContactToBookNotice = () => (
  <EmptyState title="Book by writing to us" action={<ButtonLink href="/contact">Write to us</ButtonLink>}>
    You can’t pay for tickets here at the moment. Tell us which performance and how many tickets you’d like, and we’ll
    reserve them for you.
  </EmptyState>
);
