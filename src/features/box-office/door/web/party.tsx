import { memo } from 'react';
import { formatTime } from '#platform/shared/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Icon } from '#platform/web/ui/icon.tsx';
import { MetaLine } from '#platform/web/ui/meta-line.tsx';
import { formatDoorSeats } from '../format-door-seats.ts';
import { findMoneyWarning } from '../money-warning.ts';
import { countArrived, type ShownParty } from '../pending-check-ins.ts';
import { formatPartyName } from '../ticket-check.ts';
import styles from './party-list.module.css';

export type OnTick = (tickets: readonly string[], came: boolean) => void;

/** Facts about a party: name, amount due, number of people inside, needs. */
export const PartyFacts = memo(function PartyFacts({
  party,
  seated,
}: {
  party: ShownParty;
  /** True if this performance assigns seats. */
  seated: boolean;
}) {
  const { tickets, bought, ref, note, needs = [], owes, due } = party;
  const { arrived, sold } = countArrived([party]);
  const warning = findMoneyWarning(party);
  const again = tickets.flatMap((ticket) => ticket.again ?? []).at(-1);
  return (
    <>
      <p className={styles.name}>
        <strong>{formatPartyName(party)}</strong>
        <span className={`num ${styles.counts}`}>
          {owes && <strong>{due ? `${formatMoney(due)} to pay` : 'To pay'}</strong>}
          <span>
            {arrived} of {sold} in
          </span>
        </span>
      </p>
      <MetaLine of={[bought, formatDoorSeats(party, seated), ref && `Ref ${ref}`]} />
      {needs.length > 0 && (
        <p className={styles.needs}>
          <Icon of="heart-handshake" /> {needs.join('. ')}
        </p>
      )}
      {note && <p className={styles.note}>{note}</p>}
      {warning && (
        <p className={styles.again}>
          <Icon of="triangle-alert" /> {warning.title}
        </p>
      )}
      {again && (
        <p className={styles.again}>
          <Icon of="triangle-alert" /> Scanned again at {formatTime(again.at)}
          {again.device && `, ${again.device}`}
        </p>
      )}
    </>
  );
});

/** A tick for each of a party’s tickets; pressing it again undoes it. */
export const ArrivalButtons = memo(function ArrivalButtons({ party, onTick }: { party: ShownParty; onTick: OnTick }) {
  const { tickets, owes } = party;
  const name = formatPartyName(party);
  const missing = tickets.filter((ticket) => !ticket.arrived);
  const isOne = tickets.length === 1;
  return (
    <div className={styles.ticks}>
      {missing.length > 1 && (
        // While money is due, the first button is for payment; after a refund somebody decides first
        <Button
          look={owes || findMoneyWarning(party) ? 'line' : 'ink'}
          onClick={() =>
            onTick(
              missing.map(({ id }) => id),
              true,
            )
          }
        >
          Let {missing.length === tickets.length ? `all ${missing.length}` : `the other ${missing.length}`} in
          <span className="vh">: {name}</span>
        </Button>
      )}
      {tickets.map((ticket, index) => (
        <button
          key={ticket.id}
          type="button"
          aria-pressed={ticket.arrived !== undefined}
          className={isOne && !owes && !findMoneyWarning(party) ? `${styles.tick} ${styles.first}` : styles.tick}
          onClick={() => onTick([ticket.id], !ticket.arrived)}
        >
          {ticket.arrived ? <Icon of="check" /> : isOne ? 'In' : index + 1}
          <span className="vh">
            {ticket.arrived || !isOne ? ' In: ' : ': '}
            ticket {index + 1} of {tickets.length}, {name}
            {ticket.arrived && `, since ${formatTime(ticket.arrived.at)}`}
          </span>
        </button>
      ))}
    </div>
  );
});
