import { type FormEvent, useState } from 'react';
import { BoxOfficeSeatChoice } from '#features/box-office/bookings/web/index.ts';
import { boxOfficePaymentLabels, doorPaymentMethods } from '#features/box-office/orders/order.ts';
import { SellTicketsForm } from '#features/box-office/orders/web/index.ts';
import type { Performance } from '#features/box-office/performances/contract.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { renderAndFocusFirstError } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Field, InputField, Select } from '#platform/web/ui/fields/field.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import { countPeopleInNotes } from '../check-ins.ts';
import type { DoorNote } from '../contract.ts';
import type { Doorkeeper } from './doorkeeper.ts';

/**
 * A dialog to sell tickets at the door or, without a network, to write down a walk-up. If the device goes online or
 * offline while the dialog is open, the dialog offers the other form. After the user has switched, both forms stay
 * mounted, so that neither loses its input.
 */
export function DoorSaleDialog({
  sale,
  keeper,
  isOffline,
  noted,
  onClose,
}: {
  sale: Performance;
  keeper: Doorkeeper;
  isOffline: boolean;
  /** The note of a walk-up whose tickets are to be sold. It is never written down a second time. */
  noted: DoorNote | undefined;
  onClose: () => void;
}) {
  const [startsWithNote] = useState(isOffline && !noted);
  const [isNote, setIsNote] = useState(startsWithNote);
  const [hasSwitched, setHasSwitched] = useState(false);
  const offersOther = hasSwitched || (!noted && isNote !== isOffline);
  return (
    <Dialog title={isNote ? 'Write down a walk-up' : 'Sell tickets'} onClose={onClose}>
      {(close) => (
        <div className="stack">
          <p role="status">
            {isNote
              ? !isOffline && 'The network is back.'
              : isOffline &&
                'No network, so no tickets can be sold now. What you’ve typed stays here: press “Sell tickets” again when the network is back. Pressing it more than once sells the tickets only once.'}
          </p>
          {offersOther && (
            <p>
              <Button
                look="line"
                onClick={() => {
                  setHasSwitched(true);
                  setIsNote(!isNote);
                }}
              >
                {isNote
                  ? startsWithNote
                    ? 'Sell tickets instead'
                    : 'Back to the sale'
                  : startsWithNote
                    ? 'Back to the note'
                    : 'Write down a walk-up instead'}
              </Button>
            </p>
          )}
          {(isNote || hasSwitched) && (
            <div hidden={!isNote}>
              <WalkUpNote sale={sale} keeper={keeper} isOffline={isOffline} onDone={close} />
            </div>
          )}
          {(!isNote || hasSwitched) && (
            <div hidden={isNote}>
              <SellTicketsForm
                performances={[sale]}
                seats={BoxOfficeSeatChoice}
                short
                {...(noted && { doorNote: noted })}
                onUnreachable={() => void keeper.sync()}
              />
            </div>
          )}
        </div>
      )}
    </Dialog>
  );
}

type DoorPaymentMethod = (typeof doorPaymentMethods)[number];

/** A form for noting people who pay at the door while no network is available to sell them tickets. */
function WalkUpNote({
  sale,
  keeper,
  isOffline,
  onDone,
}: {
  sale: Performance;
  keeper: Doorkeeper;
  isOffline: boolean;
  onDone: () => void;
}) {
  const [counts, setCounts] = useState<Record<string, number>>({});
  const [how, setHow] = useState<DoorPaymentMethod>('cash');
  const pence = sale.ticket_types.reduce((sum, type) => sum + type.pence * (counts[type.id] ?? 0), 0);
  const tickets = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  const heads = countPeopleInNotes([{ tickets }]);
  const [isSubmitted, setIsSubmitted] = useState(false);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (heads === 0) {
      renderAndFocusFirstError(event.currentTarget, () => setIsSubmitted(true));
      return;
    }
    keeper.addNote({ kind: 'walk_up', tickets, how, pence });
    onDone();
  }
  return (
    <form className="stack" onSubmit={submit}>
      <p>
        {isOffline && 'No network, so no tickets can be sold. '}
        <strong>The house may be full:</strong> this note counts heads and takes no seat.{' '}
        {isOffline
          ? 'Sell the tickets for this note when the network is back.'
          : 'Sell the tickets for this note later, under “Notes from the door”.'}
      </p>
      {sale.ticket_types.map(({ id, name, pence: price }, index) => (
        <InputField
          key={id}
          label={`${name}, ${price === 0 ? 'free' : formatMoney(price)}`}
          type="number"
          inputMode="numeric"
          min={0}
          max={100}
          value={counts[id] || ''}
          error={isSubmitted && heads === 0 && index === 0 ? 'Enter how many people are coming in.' : undefined}
          onChange={({ target }) => setCounts({ ...counts, [id]: Math.floor(Number(target.value)) || 0 })}
        />
      ))}
      <Field label="How it’s paid">
        {(control) => (
          <Select {...control} value={how} onChange={({ target }) => setHow(target.value as DoorPaymentMethod)}>
            {doorPaymentMethods.map((way) => (
              <option key={way} value={way}>
                {boxOfficePaymentLabels[way]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <p role="status">{heads > 0 && `${heads === 1 ? 'One person' : `${heads} people`}, ${formatMoney(pence)}`}</p>
      <Button type="submit">Write it down</Button>
    </form>
  );
}
