import { useEffect, useState } from 'react';
import { bookingsPath, doorIndexPath } from '#features/box-office/bookings/paths.ts';
import { paymentMethodPhrases } from '#features/box-office/orders/order.ts';
import { doorListPath } from '#features/box-office/seating/paths.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatDateTime, formatTime } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useCall } from '#platform/web/calls/use-call.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { Button, ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { Collapsible } from '#platform/web/ui/content/collapsible.tsx';
import { Checkbox } from '#platform/web/ui/fields/checkbox.tsx';
import { InputField } from '#platform/web/ui/fields/field.tsx';
import { BackLink } from '#platform/web/ui/navigation/page-links.tsx';
import { countPeopleInNotes, formatWalkUp } from '../check-ins.ts';
import { confirmNote, type DoorNote, dismissNote, type NoteDoubtReason } from '../contract.ts';
import { countTicketsAndArrivals } from '../shown-party.ts';
import { formatTicketCheck, type SignalColour, type TicketCheck } from '../ticket-check.ts';
import { type DeviceSettings, loadDeviceSettings, storeDeviceSettings } from './device-storage.ts';
import styles from './door-page.module.css';
import { DoorSaleDialog } from './door-sale-dialog.tsx';
import type { DoorState } from './doorkeeper.ts';
import { PartyList } from './party-list.tsx';
import { playResultSound, ScanResult, vibrateForResult } from './scan-result.tsx';
import { Scanner } from './scanner.tsx';
import { useDoorkeeper } from './use-doorkeeper.ts';

/** The page for the door of a performance, designed for a phone. */
export default function DoorPage({ page }: { page: Page<'door'> }) {
  const { performance } = page;
  const { current_user, memberNavItemsToShow } = useSite();
  const [user, mayBook] = [current_user.id, memberNavItemsToShow.bookings === true];
  const { keeper, door, isSignedOut, signIn } = useDoorkeeper(page);
  const [result, setResult] = useState<TicketCheck | null>(null);
  const [isSelling, setIsSelling] = useState(false);
  const [noteToSell, setNoteToSell] = useState<DoorNote>();
  const { pendingNotes, notes, isOffline, sale = page.sale } = door;
  const pay = { pendingNotes, notes, isOffline, addNote: keeper.addNote.bind(keeper) };

  function showResult(next: TicketCheck) {
    setResult(next);
    signal(formatTicketCheck(next).light);
  }

  function signal(colour: SignalColour) {
    vibrateForResult(colour);
    if (!loadDeviceSettings(user).muted) playResultSound(colour);
  }

  return (
    <div className={styles.page}>
      <header className={styles.head}>
        {mayBook ? (
          <BackLink href={bookingsPath}>Manage Bookings</BackLink>
        ) : (
          <BackLink href={doorIndexPath}>All doors</BackLink>
        )}
        <h1>{page.title}</h1>
        <p>
          {performance.show_title}, {formatDateTime(performance.date)}{' '}
          {sale.cancelled && <Badge tone="warning">Cancelled</Badge>}
          {performance.archived && <Badge>Archived</Badge>}
        </p>
      </header>
      {door.practice && <PracticeNotice performance={performance} />}
      <DoorStatus door={door} onSignIn={isSignedOut ? signIn : undefined} />
      {door.isOffline && <OfflineNotice named={door.hasNames} />}
      <Scanner
        onCode={(code) => void keeper.checkCode(code).then(showResult)}
        controls={
          !performance.archived && (
            <Button
              look="accent"
              onClick={() => {
                setNoteToSell(undefined);
                setIsSelling(true);
              }}
            >
              Sell tickets
            </Button>
          )
        }
      >
        <ScanResult
          pay={pay}
          result={result}
          parties={door.parties}
          letIn={({ id }, tickets) => showResult(keeper.letIn(id, tickets))}
          onRefer={(party) =>
            showResult({ id: `${Date.now()}`, outcome: 'referred', party, isOffline: keeper.snapshot().isOffline })
          }
          onUndo={(id) => keeper.setArrived(id, false)}
        />
      </Scanner>
      <PartyList
        parties={door.parties}
        named={door.hasNames || door.isOffline}
        pay={pay}
        onCheckIn={(tickets, came) => {
          for (const ticket of tickets) keeper.setArrived(ticket, came);
        }}
        onWarning={() => signal('amber')}
      />
      <section className={styles.tools}>
        <OpenNotes
          notes={door.notes}
          archived={performance.archived}
          onSell={(note) => {
            setNoteToSell(note);
            setIsSelling(true);
          }}
        />
        <InvalidArrivals arrivals={door.invalidArrivals} />
        <h2>At this door</h2>
        <ButtonLink look="line" href={doorListPath(performance.id)}>
          Print door list
        </ButtonLink>
        <DeviceSettingsForm user={user} />
      </section>
      {isSelling && (
        <DoorSaleDialog
          sale={sale}
          keeper={keeper}
          isOffline={isOffline}
          noted={noteToSell}
          onClose={() => setIsSelling(false)}
        />
      )}
    </div>
  );
}

/** The number of people inside, and the number of items that haven't been sent to the site yet. */
function DoorStatus({
  door: { parties, invalidArrivals, notes, pendingNotes, pendingCheckIns, isOffline, refused },
  onSignIn,
}: {
  door: DoorState;
  /** Opens the sign-in dialog; undefined while the user is signed in. */
  onSignIn: (() => void) | undefined;
}) {
  const { arrived, sold } = countTicketsAndArrivals(parties);
  const invalid = invalidArrivals.length;
  const heads = countPeopleInNotes([...notes, ...pendingNotes.filter((note) => note.kind === 'walk_up')]);
  const extra = [
    invalid > 0 && `${invalid} with a ticket that isn’t valid any more`,
    heads > 0 && `${heads} without a ticket yet`,
  ].filter(Boolean);
  const written = pendingNotes.length;
  const scans = pendingCheckIns === 1 ? 'one check-in' : `${pendingCheckIns} check-ins`;
  const state = isOffline
    ? pendingCheckIns > 0
      ? `Working offline: ${scans} waiting to be sent.`
      : `Working offline${written > 0 ? '' : ': nothing waiting to be sent'}.`
    : refused &&
      `${onSignIn ? signedOutMessage : refused} ${pendingCheckIns > 0 ? `Waiting to be sent: ${scans}.` : ''}`;
  return (
    <div className={styles.count}>
      <p className="num">
        <strong>
          {arrived} of {sold}
        </strong>{' '}
        in
      </p>
      <progress value={arrived} max={Math.max(sold, 1)} aria-label="People let in so far" />
      {extra.length > 0 && (
        <p className={styles.house}>
          In the house: {arrived + invalid + heads}, including {extra.join(' and ')}.
        </p>
      )}
      {written > 0 && (
        <p className={styles.house}>
          {written === 1 ? 'One note waits' : `${written} notes wait`} on this phone. Keep this page open: sending needs
          a network.
        </p>
      )}
      <p className={styles.network} role="status">
        {state}
      </p>
      {onSignIn && !isOffline && (
        <p>
          <Button onClick={onSignIn}>Sign in</Button>
        </p>
      )}
    </div>
  );
}

const signedOutMessage =
  'You’ve been signed out. Carry on letting people in: the site will catch up when you’ve signed in again.';

/** Explains that check-ins are practice now, and when they count or counted. */
function PracticeNotice({ performance: { date, counts } }: Pick<Page<'door'>, 'performance'>) {
  const isOver = Date.now() >= Date.parse(counts.until);
  return (
    <div className={styles.practice}>
      <strong>Practice</strong>
      <p>
        {isOver
          ? `This performance was on ${formatDateTime(date)}. Check-ins aren’t recorded any more.`
          : `This performance is on ${formatDateTime(date)}. Check-ins aren’t recorded until ${formatDateTime(counts.from)}.`}{' '}
        Sales and payments are always recorded.
      </p>
    </div>
  );
}

/** Lists the people who came in with a ticket that is no longer valid. */
function InvalidArrivals({ arrivals }: { arrivals: DoorState['invalidArrivals'] }) {
  if (arrivals.length === 0) return null;
  return (
    <section className={styles.invalid}>
      <h2>Let in with a ticket that isn’t valid any more</h2>
      <ul className="ruled">
        {arrivals.map(({ id, ref, arrived, why }) => (
          <li key={id}>
            Ref {ref}: came in at {formatTime(arrived.at)}
            {arrived.device && `, ${arrived.device}`};{' '}
            {why === 'cancelled' ? 'the ticket is cancelled' : 'the ticket is for another performance'}.
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Explains what works without a network. */
const OfflineNotice = ({ named }: { named: boolean }) => (
  <p className={styles.still}>
    No network. Carry on letting people in: the site will catch up when you’re back online. Payments and walk-ups are
    noted on this phone until then.
    {!named && ' Names aren’t stored on this phone, so until then the list shows initials.'}
  </p>
);

function DeviceSettingsForm({ user }: { user: string }) {
  const [settings, setSettings] = useState<DeviceSettings>({ device: '', muted: false });
  useEffect(() => setSettings(loadDeviceSettings(user)), [user]);
  function change(changed: Partial<DeviceSettings>) {
    const now = { ...settings, ...changed };
    setSettings(now);
    storeDeviceSettings(user, now);
  }
  return (
    <>
      <InputField
        label="Name of this door"
        hint="Other doors see this when a ticket is used twice. For example: front, side, balcony."
        maxLength={40}
        autoComplete="off"
        value={settings.device}
        onChange={({ target }) => change({ device: target.value })}
      />
      <Checkbox checked={settings.muted} onChange={({ target }) => change({ muted: target.checked })}>
        Mute sounds
      </Checkbox>
    </>
  );
}

const doubtMessages: Record<NoteDoubtReason, string> = {
  no_order:
    'There is no such booking. Find out which booking was paid, record the payment on it, then dismiss this note.',
  other_performance: 'This booking has no tickets for this performance. Check that the right booking was noted.',
  other_types:
    'Some of these ticket types aren’t sold for this performance. Sell tickets of the right types, then dismiss this note.',
  other_price: 'The amount isn’t the price of these tickets. Check what was paid.',
  other_time: 'This note wasn’t written around the time of this performance. Check that it belongs here.',
};

/** Formats the time of a note, with the date if the time isn't near the performance. */
const formatNoteTime = ({ at, doubts }: DoorNote) =>
  doubts.includes('other_time') ? formatDateTime(at) : formatTime(at);

/** The open notes from all devices, to confirm or dismiss. Tickets of an archived show can't be sold for a note. */
function OpenNotes({
  notes,
  archived,
  onSell,
}: {
  notes: readonly DoorNote[];
  archived: boolean;
  onSell: (note: DoorNote) => void;
}) {
  const { busy, slot, send } = useCall('door notes');
  if (notes.length === 0) return <CallStatus slot={slot} />;
  return (
    <section className={styles.invalid}>
      <h2>Notes from the door</h2>
      <p>Written down without a network. Nothing is in the accounts until you confirm it.</p>
      <CallStatus slot={slot} above />
      <ul className="ruled">
        {notes.map((note) => {
          const confirm = withParams(confirmNote, { id: note.id });
          return (
            <li key={note.id} className="stack">
              <p>
                <strong>
                  {note.kind === 'walk_up' && `${formatWalkUp(note)}: `}
                  {note.kind === 'payment' && (note.ref > 0 ? `Ref ${note.ref}, ${note.name}: ` : 'Unknown booking: ')}
                  {formatMoney(note.pence)} {paymentMethodPhrases[note.how]}
                </strong>
                <br />
                {[formatNoteTime(note), note.device, note.by].filter(Boolean).join(', ')}
              </p>
              {note.doubts.map((doubt) => (
                <p key={doubt}>{doubtMessages[doubt]}</p>
              ))}
              {note.ref > 0 && note.due !== note.pence && (
                <p>
                  {note.due === 0
                    ? 'Nothing is left to pay for this booking: it has already been paid, or was cancelled.'
                    : `There is ${formatMoney(note.due)} to pay now, not ${formatMoney(note.pence)}.`}
                </p>
              )}
              <p className="row">
                {note.kind === 'walk_up' &&
                  (archived ? (
                    'To sell these tickets, restore the show in Manage Shows first.'
                  ) : (
                    <Button onClick={() => onSell(note)}>Sell these tickets</Button>
                  ))}
                {note.kind === 'payment' && note.due > 0 && (
                  <Button pending={busy === confirm.path} onClick={() => void send(confirm, { due: note.due })}>
                    Confirm {formatMoney(note.due)}
                    <span className="vh">: {note.name}</span>
                  </Button>
                )}
              </p>
              <Collapsible title="Dismiss">
                <CallForm
                  call={withParams(dismissNote, { id: note.id })}
                  submitLabel="Dismiss note"
                  pendingLabel="Dismissing…"
                  look="line"
                  asks={false}
                >
                  {(errors) => (
                    <InputField label="Reason" name="reason" maxLength={120} error={errors.reason} required />
                  )}
                </CallForm>
              </Collapsible>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
