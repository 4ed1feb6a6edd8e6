import { useRef, useState } from 'react';
import { asMoney } from '#platform/shared/money.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Field, Input } from '#platform/web/ui/Field.tsx';
import type { ShopType } from '../contract.ts';
import styles from './Counts.module.css';

const inWords = (pence: number) => (pence === 0 ? 'Free' : asMoney(pence));

/** How many tickets of each kind: typed, or by buttons that a thumb reaches, and what they cost together. */
export function Counts({
  types,
  most,
  typed,
  errors,
}: {
  types: readonly ShopType[];
  most: number;
  /** What the fields begin with, by their names. */
  typed: Readonly<Record<string, string>>;
  errors: Record<string, string>;
}) {
  const [counts, setCounts] = useState<Record<string, string>>(() =>
    Object.fromEntries(types.map(({ id }) => [id, typed[`tickets_${id}`] ?? '0'])),
  );
  const all = types.map(({ id, pence }) => ({ pence, count: Math.max(0, Number(counts[id]) || 0) }));
  const count = all.reduce((sum, one) => sum + one.count, 0);
  const due = all.reduce((sum, one) => sum + one.count * one.pence, 0);
  return (
    <>
      <fieldset className={styles.counts}>
        <legend>How many?</legend>
        {types.map((type) => (
          <Count
            key={type.id}
            type={type}
            most={Math.min(most, type.left ?? most)}
            count={counts[type.id] ?? '0'}
            onCount={(changed) => setCounts({ ...counts, [type.id]: changed })}
            error={errors[`tickets_${type.id}`]}
          />
        ))}
      </fieldset>
      <p className={`num ${styles.sum}`} role="status">
        {count > 0 && `${count === 1 ? 'One ticket' : `${count} tickets`}, ${due === 0 ? 'free' : asMoney(due)}`}
      </p>
    </>
  );
}

function Count({
  type: { id, name, about, pence, left },
  most,
  count,
  onCount,
  error,
}: {
  type: ShopType;
  most: number;
  count: string;
  onCount: (count: string) => void;
  error: string | undefined;
}) {
  const field = useRef<HTMLInputElement>(null);
  const step = (by: number) => onCount(String(Math.min(most, Math.max(0, (Math.trunc(Number(count)) || 0) + by))));
  const said = [about, left !== null && (left === 0 ? 'None left' : `${left} left`)].filter(Boolean).join('. ');
  return (
    <Field
      label={
        <>
          {name}
          <span className="vh">, </span>
          <span className={`num ${styles.price}`}>{inWords(pence)}</span>
        </>
      }
      hint={said || undefined}
      error={error}
    >
      {(control) => (
        <div className={styles.steps}>
          <Button look="line" onClick={() => step(-1)} aria-label={`One ${name} less`} className={styles.step}>
            −
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
          <Button look="line" onClick={() => step(1)} aria-label={`One ${name} more`} className={styles.step}>
            +
          </Button>
        </div>
      )}
    </Field>
  );
}
