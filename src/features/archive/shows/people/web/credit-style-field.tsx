import { RadioGroup } from '#platform/web/ui/fields/radio-group.tsx';
import { type CreditStyle, formatCreditName } from '../../credits.ts';

const labels: readonly (readonly [CreditStyle, string])[] = [
  ['as_printed', 'As printed'],
  ['new_as_old', 'New name (as old name)'],
  ['new_only', 'New name only'],
];

/** A field to choose how credits show a changed name. Each option has an example. */
export function CreditStyleField({ name, old, chosen }: { name: string; old: string; chosen: CreditStyle }) {
  return (
    <RadioGroup
      key={chosen}
      legend="How credits show the name"
      isLegendHidden
      name="credit_style"
      choices={labels.map(([style, label]) => [
        style,
        <span key={style}>
          {label} <span className="meta">{formatCreditName(name, old, style)}</span>
        </span>,
      ])}
      value={chosen}
    />
  );
}
