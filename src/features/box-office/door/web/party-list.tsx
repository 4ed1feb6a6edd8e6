import { memo, useDeferredValue, useLayoutEffect, useRef, useState } from 'react';
import {
  doorPaymentMethods,
  paymentMethodPhrases,
  sortExactReferenceFirst,
} from '#features/box-office/orders/order.ts';
import { useMarkAsPaid } from '#features/box-office/orders/web/index.ts';
import { formatTime } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { MetaLine } from '#platform/web/ui/content/meta-line.tsx';
import { Checkbox } from '#platform/web/ui/fields/checkbox.tsx';
import { Field, SearchInput } from '#platform/web/ui/fields/field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import type { PendingNote } from '../check-ins.ts';
import type { DoorNote } from '../contract.ts';
import {
  countTicketsAndArrivals,
  type DisplayedParty,
  findMoneyWarning,
  formatPartyName,
  formatPartySeats,
  formatSearchInitials,
  isPartyMatch,
} from '../shown-party.ts';
import type { Doorkeeper } from './doorkeeper.ts';
import styles from './party-list.module.css';

type OnCheckIn = (tickets: readonly string[], came: boolean) => void;

/** The facts about a party: name, amount due, arrivals, tickets, seats, reference, needs, note and warnings. */
const PartyFacts = memo(function PartyFacts({
  party,
  seated,
}: {
  party: DisplayedParty;
  /** True if the performance assigns seats. */
  seated: boolean;
}) {
  const { tickets, bought, ref, note, needs = [], owes, due } = party;
  const { arrived, sold } = countTicketsAndArrivals([party]);
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
      <MetaLine of={[bought, formatPartySeats(party, seated), ref && `Ref ${ref}`]} />
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
          <Icon of="triangle-alert" /> Checked in again at {formatTime(again.at)}
          {again.device && `, ${again.device}`}
        </p>
      )}
    </>
  );
});

/**
 * A button for each ticket of a party, which checks the ticket's holder in or undoes the check-in. If several people are
 * missing, another button lets all of them in.
 */
const ArrivalButtons = memo(function ArrivalButtons({
  party,
  onCheckIn,
}: {
  party: DisplayedParty;
  onCheckIn: OnCheckIn;
}) {
  const { tickets, owes } = party;
  const name = formatPartyName(party);
  const missing = tickets.filter((ticket) => !ticket.arrived);
  const isOne = tickets.length === 1;
  return (
    <div className={styles.ticks}>
      {missing.length > 1 && (
        // While money is due, refunded or disputed, this isn't the main button
        <Button
          look={owes || findMoneyWarning(party) ? 'line' : 'ink'}
          onClick={() =>
            onCheckIn(
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
          onClick={() => onCheckIn([ticket.id], !ticket.arrived)}
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

/** The media query for one column; its width is the same as in the style sheet. */
const oneColumnQuery = '(max-width: 59.99rem)';

/** The whole audience by surname, with a search and buttons to check people in. */
export function PartyList({
  parties,
  named,
  pay,
  onCheckIn,
  onWarning,
}: {
  parties: readonly DisplayedParty[];
  /** False while the names are still loading. */
  named: boolean;
  pay: DoorPaymentState;
  onCheckIn: OnCheckIn;
  /** Called if a check-in needs a decision first. */
  onWarning: () => void;
}) {
  const [query, setQuery] = useState('');
  const [onlyMissing, showOnlyMissing] = useState(false);
  const words = useDeferredValue(query);
  const payments = useDoorPayments('door parties', pay);
  /** Tickets whose holders are let in only after a decision. */
  const [pending, setPending] = useState<readonly string[]>([]);
  const field = useRef<HTMLDivElement>(null);
  // Until some party has a seat, missing seats aren't mentioned: the performance may not assign seats
  const seated = parties.some(({ seats }) => seats.length > 0);
  // Names are missing after a reload without a network
  const hasNames = !pay.isOffline || parties.every(({ name }) => name !== undefined);
  const isSearching = query !== '';
  useLayoutEffect(() => {
    // In one column, an open on-screen keyboard leaves room only for the field and the results
    if (isSearching && matchMedia(oneColumnQuery).matches) field.current?.scrollIntoView({ behavior: 'instant' });
  }, [isSearching]);
  const found = sortExactReferenceFirst(
    parties.filter(
      (party) => isPartyMatch(party, words) && !(onlyMissing && party.tickets.every(({ arrived }) => arrived)),
    ),
    words,
  );
  function checkIn(party: DisplayedParty, tickets: readonly string[], came: boolean) {
    const asks = came && findMoneyWarning(party) !== undefined;
    setPending(asks ? tickets : []);
    if (asks) onWarning();
    else onCheckIn(tickets, came);
  }
  const letters = formatSearchInitials(words);
  return (
    <section className={styles.parties} data-seeking={isSearching || undefined}>
      <h2>Door list</h2>
      {parties.length === 0 ? (
        <EmptyState title="No bookings yet">People with a booking will appear here.</EmptyState>
      ) : (
        <>
          <div ref={field} className={styles.field}>
            <Field
              label="Find a party"
              hint={hasNames ? 'By surname, reference or seat.' : 'By first letter of the surname, reference or seat.'}
            >
              {(control) => (
                <SearchInput
                  {...control}
                  autoComplete="off"
                  value={query}
                  onChange={({ target }) => setQuery(target.value)}
                />
              )}
            </Field>
          </div>
          <div className={styles.narrowed}>
            <Checkbox checked={onlyMissing} onChange={({ target }) => showOnlyMissing(target.checked)}>
              Only those not in yet
            </Checkbox>
            <p className="meta" role="status">
              {found.length === parties.length
                ? parties.length === 1
                  ? 'One booking'
                  : `${parties.length} bookings`
                : `${found.length} of ${parties.length}`}
              {!named && ', loading names…'}
              {!hasNames && letters !== '' && `. ${formatInitialsHint(letters, found.length)}`}
            </p>
            <CallStatus slot={payments.at} />
          </div>
          <ul>
            {found.map((party) => (
              <li key={party.id}>
                <PartyFacts party={party} seated={seated} />
                {party.owes && payments.getNotedMethod(party) && (
                  <p>
                    <Badge tone="warning">
                      Noted: paid {paymentMethodPhrases[payments.getNotedMethod(party) ?? 'cash']}
                    </Badge>
                  </p>
                )}
                {party.owes && !payments.getNotedMethod(party) && (
                  <p className={styles.payments}>
                    {doorPaymentMethods.map((how) => (
                      <Button
                        key={how}
                        look="line"
                        pending={payments.busy(party.id)}
                        onClick={() => void payments.take(party, how)}
                      >
                        Paid {paymentMethodPhrases[how]}
                        <span className="vh">: {formatPartyName(party)}</span>
                      </Button>
                    ))}
                  </p>
                )}
                {!party.owes && payments.justPaid.includes(party.id) && (
                  <p className="row">
                    <Badge tone="success">Paid</Badge>
                    <Button look="quiet" pending={payments.busy(party.id)} onClick={() => void payments.undo(party.id)}>
                      Mark as unpaid<span className="vh">: {formatPartyName(party)}</span>
                    </Button>
                  </p>
                )}
                <ArrivalButtons party={party} onCheckIn={(tickets, came) => checkIn(party, tickets, came)} />
                {party.tickets.some(({ id }) => pending.includes(id)) && (
                  <MoneyQuestion
                    party={party}
                    count={pending.length}
                    onLetIn={() => {
                      setPending([]);
                      onCheckIn(pending, true);
                    }}
                    onRefer={() => setPending([])}
                  />
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/**
 * Asks for a decision before admitting people whose tickets are valid, although money for them was refunded or is
 * disputed.
 */
function MoneyQuestion({
  party,
  count,
  onLetIn,
  onRefer,
}: {
  party: DisplayedParty;
  count: number;
  onLetIn: () => void;
  onRefer: () => void;
}) {
  const warning = findMoneyWarning(party);
  return (
    <>
      <div role="alert" className={styles.question}>
        <strong>{warning?.title}</strong>
        <p>{warning?.detail}</p>
      </div>
      <p className={styles.payments}>
        <Button look="line" onClick={onLetIn}>
          {count === 1 ? 'Let in' : `Let ${count} in`}
          <span className="vh">: {formatPartyName(party)}</span>
        </Button>
        <Button look="line" onClick={onRefer}>
          Send to the box office<span className="vh">: {formatPartyName(party)}</span>
        </Button>
      </p>
    </>
  );
}

/** Explains a search by name on a device that has only initials. */
const formatInitialsHint = (letters: string, found: number) =>
  found === 0
    ? `This phone has initials only, and none of them is ${letters}. Ask for their reference.`
    : `This phone has initials only: names that begin with ${letters} match. Ask for the reference or seat.`;

/** The state of the door that payments depend on. */
export interface DoorPaymentState {
  pendingNotes: readonly PendingNote[];
  /** Notes that were sent but not settled. Their money must not be taken again. */
  notes: readonly DoorNote[];
  isOffline: boolean;
  addNote: Doorkeeper['addNote'];
}

/** Takes payments at the door. Online, a payment is recorded; offline, a note of it is stored. */
export function useDoorPayments(place: string, { pendingNotes, notes, isOffline, addNote }: DoorPaymentState) {
  const payments = useMarkAsPaid(place);
  const writeDown = ({ id, due }: DisplayedParty, how: (typeof doorPaymentMethods)[number]) =>
    addNote({ kind: 'payment', order: id, how, pence: due });
  return {
    ...payments,
    /** Returns the method of a party's noted payment, here or at another door; undefined if there is none. */
    getNotedMethod: ({ id, ref }: DisplayedParty) =>
      pendingNotes.find((note) => note.kind === 'payment' && note.order === id)?.how ??
      notes.find((note) => note.kind === 'payment' && note.ref === ref)?.how,
    /** Takes a payment. Returns true if it is recorded or noted. */
    take: async (
      party: DisplayedParty,
      how: (typeof doorPaymentMethods)[number],
      isSilent = false,
    ): Promise<boolean> => {
      if (isOffline) {
        writeDown(party, how);
        return true;
      }
      const { code } = await payments.pay(party.id, how, (answer) => {
        // The site may have recorded the payment even though no response arrived. The person who confirms the note then
        // sees that nothing is due
        if (answer.code === 0) writeDown(party, how);
        return answer.code === 0 || (isSilent && answer.code === 200);
      });
      return code === 0 || code === 200;
    },
  };
}
