import { memo, useDeferredValue, useLayoutEffect, useRef, useState } from 'react';
import { paidAtDoor, paidByNames } from '#features/orders/order.ts';
import { referenceFirst } from '#features/orders/reference-first.ts';
import { usePayments } from '#features/orders/web/index.ts';
import { seatsInWords } from '#features/performances/seat-labels.ts';
import { timeInWords } from '#platform/shared/dates.ts';
import { asMoney } from '#platform/shared/money.ts';
import { Said } from '#platform/web/alerts/index.ts';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Checkbox } from '#platform/web/ui/Checkbox.tsx';
import { Empty } from '#platform/web/ui/Empty.tsx';
import { Field, SearchInput } from '#platform/web/ui/Field.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { MetaLine } from '#platform/web/ui/MetaLine.tsx';
import { calledHere } from '../result.ts';
import { isSought } from '../search.ts';
import { countIn, type ShownParty } from '../unsent-marks.ts';
import styles from './Parties.module.css';

/** As its style sheet has it. */
const oneColumn = '(max-width: 59.99rem)';

type Tick = (ticket: string, came: boolean) => void;

/** Everybody who comes, by surname, to be found and ticked. */
export function Parties({
  parties,
  named,
  onTick,
}: {
  parties: readonly ShownParty[];
  /** Unless they are still on their way. */
  named: boolean;
  onTick: Tick;
}) {
  const [sought, seek] = useState('');
  const [onlyMissing, showOnlyMissing] = useState(false);
  const words = useDeferredValue(sought);
  const payments = usePayments('door parties');
  const field = useRef<HTMLDivElement>(null);
  const isSeeking = sought !== '';
  useLayoutEffect(() => {
    // In one column, with a keyboard below, there is room for the field and whom it has found, and for nothing before them
    if (isSeeking && matchMedia(oneColumn).matches) field.current?.scrollIntoView({ behavior: 'instant' });
  }, [isSeeking]);
  const found = referenceFirst(
    parties.filter(
      (party) => isSought(party, words) && !(onlyMissing && party.tickets.every(({ arrived }) => arrived)),
    ),
    words,
  );
  return (
    <section className={styles.parties} data-seeking={isSeeking || undefined}>
      <h2>Door list</h2>
      {parties.length === 0 ? (
        <Empty title="Nobody yet">Who buys a ticket stands here.</Empty>
      ) : (
        <>
          <div ref={field} className={styles.field}>
            <Field label="Find a party" hint="By surname, reference or seat.">
              {(control) => (
                <SearchInput
                  {...control}
                  autoComplete="off"
                  value={sought}
                  onChange={({ target }) => seek(target.value)}
                />
              )}
            </Field>
          </div>
          <div className={styles.narrowed}>
            <Checkbox checked={onlyMissing} onChange={({ target }) => showOnlyMissing(target.checked)}>
              Only who isn’t in yet
            </Checkbox>
            <p className="meta" role="status">
              {found.length === parties.length
                ? parties.length === 1
                  ? 'One booking'
                  : `${parties.length} bookings`
                : `${found.length} of ${parties.length}`}
              {!named && ', their names are coming'}
            </p>
            <Said at={payments.at} />
          </div>
          <ul>
            {found.map((party) => (
              <li key={party.id}>
                <Party party={party} onTick={onTick} />
                {party.owes && (
                  <p className="row">
                    <Badge tone="warning">{party.due ? `${asMoney(party.due)} to pay` : 'To pay'}</Badge>
                    {paidAtDoor.map((how) => (
                      <Button
                        key={how}
                        look="line"
                        pending={payments.busy(party.id)}
                        onClick={() => void payments.pay(party.id, how)}
                      >
                        Paid {paidByNames[how]}
                        <span className="vh">: {calledHere(party)}</span>
                      </Button>
                    ))}
                  </p>
                )}
                {!party.owes && payments.slips.includes(party.id) && (
                  <p className="row">
                    <Badge tone="success">Paid</Badge>
                    <Button look="quiet" pending={payments.busy(party.id)} onClick={() => void payments.undo(party.id)}>
                      Not paid after all<span className="vh">: {calledHere(party)}</span>
                    </Button>
                  </p>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** A party with a tick for each of its tickets: pressed again, it is taken back. */
const Party = memo(function Party({ party, onTick }: { party: ShownParty; onTick: Tick }) {
  const { tickets, seats, bought, ref, note, needs = [] } = party;
  const name = calledHere(party);
  const { arrived, sold } = countIn([party]);
  const missing = tickets.filter((ticket) => !ticket.arrived);
  const again = tickets.flatMap((ticket) => ticket.again ?? []).at(-1);
  return (
    <>
      <p className={styles.name}>
        <strong>{name}</strong>
        <span className="num">
          {arrived} of {sold} in
        </span>
      </p>
      <MetaLine of={[bought, seatsInWords(seats), ref && `Ref ${ref}`]} />
      {needs.length > 0 && (
        <p className={styles.needs}>
          <Icon of="heart-handshake" /> {needs.join('. ')}
        </p>
      )}
      {note && <p className={styles.note}>{note}</p>}
      {again && (
        <p className={styles.again}>
          <Icon of="triangle-alert" /> Shown again at {timeInWords(again.at)}
          {again.device && `, ${again.device}`}
        </p>
      )}
      <div className={styles.ticks}>
        {missing.length > 1 && (
          <Button
            onClick={() => {
              for (const { id } of missing) onTick(id, true);
            }}
          >
            All {missing.length === sold ? sold : `${missing.length} others`} in<span className="vh">: {name}</span>
          </Button>
        )}
        {tickets.map((ticket, index) => (
          <button
            key={ticket.id}
            type="button"
            aria-pressed={ticket.arrived !== undefined}
            className={styles.tick}
            onClick={() => onTick(ticket.id, !ticket.arrived)}
          >
            {ticket.arrived ? <Icon of="check" /> : index + 1}
            <span className="vh">
              {' '}
              In: ticket {index + 1} of {sold}, {name}
              {ticket.arrived && `, since ${timeInWords(ticket.arrived.at)}`}
            </span>
          </button>
        ))}
      </div>
    </>
  );
});
