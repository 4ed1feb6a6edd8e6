import { useLayoutEffect, useRef, useState } from 'react';
import { formatMoney, formatPounds, parsePounds } from '#platform/shared/money.ts';
import { InputField } from './field.tsx';

/**
 * A field for an amount in pounds, as people write it; the server parses it. It is a text field, because a number field
 * drops a comma while typing, so that 12,50 becomes £1250. The parsed amount is shown above the field.
 */
export function MoneyField({
  label,
  name,
  pence,
  error,
}: {
  label: string;
  name: string;
  pence?: number | undefined;
  error?: string | undefined;
}) {
  const first = pence === undefined ? '' : formatPounds(pence);
  const [typed, setTyped] = useState(first);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const form = input.current?.form;
    const again = () => setTyped(first);
    form?.addEventListener('reset', again);
    return () => form?.removeEventListener('reset', again);
  }, [first]);
  const understood = parsePounds(typed);
  return (
    <InputField
      label={label}
      hint={understood === null ? 'Such as 12.50.' : `That is ${formatMoney(understood)}.`}
      error={error}
      ref={input}
      name={name}
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      defaultValue={first}
      onChange={(event) => setTyped(event.target.value)}
      required
    />
  );
}
