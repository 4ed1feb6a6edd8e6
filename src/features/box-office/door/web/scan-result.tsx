import { doorPaymentMethods, paymentMethodPhrases } from '#features/box-office/orders/order.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Icon, type IconName } from '#platform/web/ui/icons/icon.tsx';
import { type DisplayedParty, findMoneyWarning } from '../shown-party.ts';
import { findCheckedParty, formatTicketCheck, type SignalColour, type TicketCheck } from '../ticket-check.ts';
import { type DoorPaymentState, useDoorPayments } from './party-list.tsx';
import styles from './scan-result.module.css';

const signalIcons: Record<SignalColour, IconName> = {
  green: 'circle-check',
  amber: 'triangle-alert',
  red: 'circle-alert',
};

/** The result of the last check, large enough to be read at arm's length, and the next step. */
export function ScanResult({
  pay,
  result,
  parties,
  letIn,
  onRefer,
  onUndo,
}: {
  pay: DoorPaymentState;
  result: TicketCheck | null;
  /** The present state of all parties. */
  parties: readonly DisplayedParty[];
  letIn: (party: DisplayedParty, tickets: readonly string[]) => void;
  /** Sends a party to the box office without checking it in. */
  onRefer: (party: DisplayedParty) => void;
  onUndo: (ticket: string) => void;
}) {
  // Each result has its own place for messages, so that the next party's result doesn't show messages about this
  // party's payment
  const payments = useDoorPayments(`door result ${result?.id}`, pay);
  const party = result ? findCheckedParty(parties, result) : undefined;
  const { title, detail, light } = result ? formatTicketCheck({ ...result, party: party ?? result.party }) : noResult;
  const missing = party?.tickets.filter(({ arrived }) => !arrived).map(({ id }) => id) ?? [];
  const ticket = result?.ticket;
  const isIn = ticket !== undefined && party?.tickets.some(({ id, arrived }) => id === ticket && arrived);
  const isWarned = result?.outcome === 'refunded' || result?.outcome === 'disputed';
  const asks = party !== undefined && missing.length > 0 && findMoneyWarning(party) !== undefined;
  return (
    <>
      <div role="alert" className={styles.announced}>
        {result && (
          <div key={result.id} className={`${styles.result} ${styles[light]}`}>
            <Icon of={signalIcons[light]} className={styles.sign} />
            <p className={styles.title}>{title}</p>
            <p>{detail}</p>
          </div>
        )}
      </div>
      <div className="row">
        {result?.outcome === 'owes' &&
          party &&
          party.due > 0 &&
          !payments.getNotedMethod(party) &&
          doorPaymentMethods.map((how) => (
            <Button
              key={how}
              pending={payments.busy(party.id)}
              onClick={async () => {
                // The result is already announced, so a successful payment shows no message of its own
                if ((await payments.take(party, how, true)) && ticket) letIn(party, [ticket]);
              }}
            >
              {formatMoney(party.due ?? 0)} taken {paymentMethodPhrases[how]}
            </Button>
          ))}
        {result?.outcome === 'owes' && party && ticket && !isIn && (
          <Button look="line" onClick={() => letIn(party, [ticket])}>
            Let in, pay later
          </Button>
        )}
        {isWarned && party && ticket && !isIn && (
          <Button look="line" onClick={() => letIn(party, [ticket])}>
            Let in
          </Button>
        )}
        {result?.outcome === 'booking' && party && missing.length > 0 && (
          <Button look={party.owes || asks ? 'line' : 'ink'} onClick={() => letIn(party, missing)}>
            {missing.length === 1 ? 'Let one in' : `Let ${missing.length} in`}
            {party.owes && ', pay later'}
          </Button>
        )}
        {party && ((isWarned && !isIn) || (result?.outcome === 'booking' && asks)) && (
          <Button look="line" onClick={() => onRefer(party)}>
            Send to the box office
          </Button>
        )}
        {result?.outcome === 'in' && party && missing.length > 0 && (
          <Button onClick={() => letIn(party, missing)}>
            {missing.length === 1 ? 'Let the other in' : `Let the other ${missing.length} in`}
          </Button>
        )}
        {result?.outcome === 'in' && ticket && isIn && (
          <Button look="quiet" onClick={() => onUndo(ticket)}>
            Undo
          </Button>
        )}
        {result?.outcome === 'in' && party && !party.owes && payments.justPaid.includes(party.id) && (
          <Button look="quiet" pending={payments.busy(party.id)} onClick={() => void payments.undo(party.id)}>
            Mark as unpaid
          </Button>
        )}
      </div>
      {(result?.outcome === 'owes' || result?.outcome === 'in') && <CallStatus slot={payments.at} />}
    </>
  );
}

const noResult = { title: '', detail: '', light: 'amber' } as const;

/**
 * The sounds of each colour, in hertz and seconds: rising for green, two equal ones for amber, a long low one for red.
 */
const tones: Record<SignalColour, readonly (readonly [pitch: number, from: number, length: number])[]> = {
  green: [
    [784, 0, 0.1],
    [1175, 0.1, 0.18],
  ],
  amber: [
    [587, 0, 0.12],
    [587, 0.18, 0.12],
  ],
  red: [[165, 0, 0.5]],
};

let audioContext: AudioContext | undefined;

/** Allows this page to make sounds. Browsers permit that only in response to a press. */
export function allowSound(): void {
  audioContext ??= 'AudioContext' in globalThis ? new AudioContext() : undefined;
  void audioContext?.resume().catch(() => undefined);
}

export function playResultSound(colour: SignalColour): void {
  if (audioContext?.state !== 'running') return;
  const { currentTime, destination } = audioContext;
  for (const [pitch, from, length] of tones[colour]) {
    const [tone, volume] = [audioContext.createOscillator(), audioContext.createGain()];
    tone.frequency.value = pitch;
    tone.type = colour === 'red' ? 'square' : 'sine';
    volume.gain.setValueAtTime(0.25, currentTime + from);
    volume.gain.exponentialRampToValueAtTime(0.001, currentTime + from + length);
    tone.connect(volume).connect(destination);
    tone.start(currentTime + from);
    tone.stop(currentTime + from + length);
  }
}

/** Vibrations and pauses in milliseconds: short for green, two short for amber, long for red. */
const vibrations: Record<SignalColour, number[]> = { green: [40], amber: [80, 80, 80], red: [400] };

/** Vibrates for a result, if the device can. Browsers permit that only after a first press. */
export function vibrateForResult(colour: SignalColour): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(vibrations[colour]);
}
