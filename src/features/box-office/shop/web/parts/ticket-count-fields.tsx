import { useRef, useState } from 'react';
import { formatMoney } from '#platform/shared/money.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Field, Input } from '#platform/web/ui/fields/field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import type { ShopTicketType } from '../../contract.ts';
import styles from './ticket-count-fields.module.css';

/** The chosen number of tickets of each type, and the total. */
export interface TicketSelection {
  /** The entered numbers by ticket type id. */
  typed: Readonly<Record<string, string>>;
  type: (id: string, count: string) => void;
  /** The ticket types with a number above zero. */
  lines: { id: string; name: string; count: number; pence: number }[];
  count: number;
  /** The total price, in pence. */
  due: number;
}

/** Manages the numbers of tickets. `begun` has their initial values by field name. */
export function useTicketSelection(
  types: readonly ShopTicketType[],
  begun: Readonly<Record<string, string>>,
): TicketSelection {
  const [typed, setTyped] = useState<Record<string, string>>(() =>
    Object.fromEntries(types.map(({ id }) => [id, begun[`tickets_${id}`] ?? '0'])),
  );
  const lines = types
    .map(({ id, name, pence }) => ({ id, name, pence, count: Math.max(0, Math.trunc(Number(typed[id])) || 0) }))
    .filter(({ count }) => count > 0);
  return {
    typed,
    type: (id, count) => setTyped({ ...typed, [id]: count }),
    lines,
    count: lines.reduce((sum, one) => sum + one.count, 0),
    due: lines.reduce((sum, one) => sum + one.count * one.pence, 0),
  };
}

/** Formats a price: "Free", "£12.50". */
export const formatPrice = (pence: number): string => (pence === 0 ? 'Free' : formatMoney(pence));

/** Formats a number of tickets: "One ticket", "3 tickets". */
export const formatTicketCount = (count: number): string => (count === 1 ? 'One ticket' : `${count} tickets`);

/** The total, which screen readers announce after each change. */
export const SelectionTotal = ({
  chosen: { count, due },
  hidden = false,
}: {
  chosen: TicketSelection;
  hidden?: boolean;
}) => (
  <p className={hidden ? 'vh' : styles.sum} role="status">
    {count > 0 && `${formatTicketCount(count)}, ${due === 0 ? 'free' : formatMoney(due)}`}
  </p>
);

/** The fields for the number of tickets of each type, with buttons for one more and one less. */
export function TicketCountFields({
  types,
  max,
  chosen,
  errors,
}: {
  types: readonly ShopTicketType[];
  /** The maximum number of tickets of each type. */
  max: number;
  chosen: TicketSelection;
  errors: Record<string, string>;
}) {
  return (
    <fieldset className={styles.counts}>
      <legend>How many tickets?</legend>
      {types.map((type) => (
        <Count
          key={type.id}
          type={type}
          max={Math.min(max, type.left ?? max)}
          count={chosen.typed[type.id] ?? '0'}
          onCount={(changed) => chosen.type(type.id, changed)}
          error={errors[`tickets_${type.id}`]}
        />
      ))}
    </fieldset>
  );
}

function Count({
  type: { id, name, about, pence, left, needs_paying_ticket },
  max,
  count,
  onCount,
  error,
}: {
  type: ShopTicketType;
  max: number;
  count: string;
  onCount: (count: string) => void;
  error: string | undefined;
}) {
  const field = useRef<HTMLInputElement>(null);
  const whole = Math.trunc(Number(count)) || 0;
  const step = (by: number) => onCount(String(Math.min(max, Math.max(0, whole + by))));
  const said = [
    formatPrice(pence),
    about,
    needs_paying_ticket && 'Only with a paid ticket',
    left !== null && (left === 0 ? 'None left' : `${left} left`),
  ]
    .filter(Boolean)
    .join('. ');
  return (
    <Field label={name} hint={said} error={error}>
      {(control) => (
        <div className={styles.steps}>
          <Button
            look="line"
            onClick={() => step(-1)}
            aria-label={`Remove one ${name} ticket`}
            aria-disabled={whole <= 0 || undefined}
            className={styles.step}
          >
            <Icon of="minus" />
          </Button>
          <Input
            {...control}
            ref={field}
            name={`tickets_${id}`}
            inputMode="numeric"
            autoComplete="off"
            maxLength={8}
            value={count}
            onFocus={() => field.current?.select()}
            onChange={({ target }) => onCount(target.value)}
          />
          <Button
            look="line"
            onClick={() => step(1)}
            aria-label={`Add one ${name} ticket`}
            aria-disabled={whole >= max || undefined}
            className={styles.step}
          >
            <Icon of="plus" />
          </Button>
        </div>
      )}
    </Field>
  );
}
