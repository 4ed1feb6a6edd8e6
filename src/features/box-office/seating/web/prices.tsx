import { type FormEvent, useState } from 'react';
import { formatMoney, formatPounds, parsePounds } from '#platform/shared/money.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';

type Pence = Readonly<Record<string, number>>;

/** Opens a dialog with the ticket prices of this performance. */
export function Prices({ prices, onPrices }: { prices: Pence; onPrices: (prices: Pence) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button small look="line" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Ticket prices
      </Button>
      {open && <Pricing prices={prices} onPrices={onPrices} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Ticket prices of this performance; saved with the plan. */
function Pricing({
  prices,
  onPrices,
  onClose,
}: {
  prices: Pence;
  onPrices: (prices: Pence) => void;
  onClose: () => void;
}) {
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const take = (close: () => void) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const read = Object.keys(prices).map((type): [string, number | null] => [type, parsePounds(`${form.get(type)}`)]);
    const faults = read.filter(([, pence]) => pence === null).map(([type]) => type);
    setWrong(faults);
    if (faults.length > 0) return;
    onPrices(Object.fromEntries(read.map(([type, pence]) => [type, pence ?? 0])));
    close();
  };
  return (
    <Dialog title="Ticket prices" onClose={onClose}>
      {(close) => (
        <form className="stack roomy" onSubmit={take(close)} noValidate>
          {Object.entries(prices).map(([type, pence]) => (
            <InputField
              key={type}
              label={`${type}, in pounds`}
              name={type}
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              defaultValue={formatPounds(pence)}
              hint={`Currently ${formatMoney(pence)}.`}
              error={wrong.includes(type) ? 'Enter an amount in pounds and pence, for example 12.50.' : undefined}
            />
          ))}
          <p className="meta">
            For this performance only. Tickets already sold keep their price; new prices apply once you save the plan.
          </p>
          <Button type="submit">Set prices</Button>
        </form>
      )}
    </Dialog>
  );
}
