import { useState } from 'react';
import { bookingsPath, doorPath, doorsPath } from '#features/bookings/paths.ts';
import { DeskSeats } from '#features/bookings/web/index.ts';
import { SellTickets } from '#features/orders/web/index.ts';
import { momentInWords, timeInWords } from '#platform/shared/dates.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { BackLink } from '#platform/web/ui/BackLink.tsx';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import type { DoorNote } from '../contract.ts';
import { type Result, resultInWords } from '../result.ts';
import { countHeads, countIn, type ShownParty } from '../unsent-marks.ts';
import { Device } from './Device.tsx';
import styles from './DoorPage.module.css';
import { deviceSettings } from './device-storage.ts';
import type { DoorState } from './doorkeeper.ts';
import { Notes, WalkUpNote } from './Notes.tsx';
import { Parties } from './Parties.tsx';
import { Scanner } from './Scanner.tsx';
import { ScanResult } from './ScanResult.tsx';
import { sound } from './sound.ts';
import { useDoorkeeper } from './useDoorkeeper.ts';

export const head = (page: Page<'door'>): Head => ({ title: page.title, description: page.title, indexed: false });

/** The door of a performance, on the telephone of whoever stands there. */
export default function DoorPage({ page }: { page: Page<'door'> }) {
  const { performance, sale } = page;
  const { current_user, memberNavItemsToShow } = useSite();
  const [user, mayBook] = [current_user.id, memberNavItemsToShow.bookings === true];
  const { keeper, door } = useDoorkeeper(page);
  const [result, setResult] = useState<Result | null>(null);
  const [sells, sell] = useState(false);
  const [selling, setSelling] = useState<DoorNote>();
  const pay = { unsent: door.unsentNotes, cutOff: door.cutOff, note: keeper.note.bind(keeper) };

  function say(said: Result) {
    setResult(said);
    if (!deviceSettings(user).muted) sound(resultInWords(said).light);
  }

  function letIn({ id }: ShownParty, tickets: readonly string[]) {
    for (const ticket of tickets) keeper.tick(ticket, true);
    const { parties, cutOff } = keeper.snapshot();
    say({ id: `${Date.now()}`, outcome: 'in', party: parties.find((party) => party.id === id), cutOff });
  }

  return (
    <div className={styles.page}>
      <header className={styles.head}>
        {mayBook ? (
          <BackLink href={bookingsPath}>Manage Bookings</BackLink>
        ) : (
          <BackLink href={doorsPath}>All doors</BackLink>
        )}
        <h1>{page.title}</h1>
        <p>
          {performance.show_title}, {momentInWords(performance.date)}{' '}
          {performance.cancelled && <Badge tone="warning">Cancelled</Badge>}
        </p>
      </header>
      {door.practice && <Practice performance={performance} />}
      <Count door={door} />
      {door.cutOff && <WithoutNetwork named={door.named} />}
      <Scanner
        onCode={(code) => void keeper.show(code).then(say)}
        beside={
          <Button
            look="accent"
            onClick={() => {
              setSelling(undefined);
              sell(true);
            }}
          >
            Sell tickets
          </Button>
        }
      >
        <ScanResult
          pay={pay}
          result={result}
          parties={door.parties}
          letIn={letIn}
          onTakeBack={(id) => keeper.tick(id, false)}
        />
      </Scanner>
      <Parties
        parties={door.parties}
        named={door.named || door.cutOff}
        pay={pay}
        onTick={(ticket, came) => keeper.tick(ticket, came)}
      />
      <section className={styles.tools}>
        <Notes
          notes={door.notes}
          onSell={(note) => {
            setSelling(note);
            sell(true);
          }}
        />
        <InvalidArrivals arrivals={door.invalidArrivals} />
        <h2>At this door</h2>
        <ButtonLink look="line" href={`${doorPath(performance.id)}/list`}>
          List for paper
        </ButtonLink>
        <Device user={user} />
      </section>
      {sells && (
        <Dialog title="Sell tickets" onClose={() => sell(false)}>
          {(close) =>
            door.cutOff ? (
              <WalkUpNote sale={sale} keeper={keeper} onDone={close} />
            ) : (
              <SellTickets
                performances={[sale]}
                seats={DeskSeats}
                short
                {...(selling && { noted: selling })}
                onUnreachable={() => void keeper.sync()}
              />
            )
          }
        </Dialog>
      )}
    </div>
  );
}

/** How many are in, and whether the site knows of it. */
function Count({
  door: { parties, invalidArrivals, notes, unsentNotes, unsent, cutOff, refused },
}: {
  door: DoorState;
}) {
  const { arrived, sold } = countIn(parties);
  const invalid = invalidArrivals.length;
  const heads = countHeads([...notes, ...unsentNotes.filter((note) => note.kind === 'walk_up')]);
  const extra = [
    invalid > 0 && `${invalid} with a ticket that isn’t valid any more`,
    heads > 0 && `${heads} without a ticket yet`,
  ].filter(Boolean);
  const written = unsentNotes.length;
  const scans = unsent === 1 ? 'one scan' : `${unsent} scans`;
  const state = cutOff
    ? `Working without the network: ${unsent === 0 ? 'nothing' : scans} waiting.`
    : refused && `${refused} ${unsent > 0 ? `Waiting: ${scans}.` : ''}`;
  return (
    <div className={styles.count}>
      <p className="num">
        <strong>
          {arrived} of {sold}
        </strong>{' '}
        in
      </p>
      <progress value={arrived} max={Math.max(sold, 1)} aria-label="How many are in" />
      {extra.length > 0 && (
        <p className={styles.house}>
          In the house: {arrived + invalid + heads}, {extra.join(' and ')}.
        </p>
      )}
      {written > 0 && (
        <p className={styles.house}>
          {written === 1 ? 'One note waits' : `${written} notes wait`} on this phone. Keep this page open until there is
          a network.
        </p>
      )}
      <p className={styles.network} role="status">
        {state}
      </p>
    </div>
  );
}

/** Says that nothing is recorded today, and from when on it is. */
function Practice({ performance: { date, counts } }: Pick<Page<'door'>, 'performance'>) {
  return (
    <div className={styles.practice}>
      <strong>Not tonight: practice</strong>
      <p>
        This performance is on {momentInWords(date)}. Scans and ticks aren’t recorded until {momentInWords(counts.from)}
        . Sales and payments are.
      </p>
    </div>
  );
}

/** People who were let in with a ticket that had been cancelled or moved, which their door didn't know. */
function InvalidArrivals({ arrivals }: { arrivals: DoorState['invalidArrivals'] }) {
  if (arrivals.length === 0) return null;
  return (
    <section className={styles.invalid}>
      <h2>In, with a ticket that isn’t valid any more</h2>
      <ul className="ruled">
        {arrivals.map(({ id, ref, arrived, why }) => (
          <li key={id}>
            Ref {ref}: came in at {timeInWords(arrived.at)}
            {arrived.device && `, ${arrived.device}`};{' '}
            {why === 'cancelled' ? 'cancelled since' : 'now for another performance'}.
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What still works without the network, and what doesn't. */
const WithoutNetwork = ({ named }: { named: boolean }) => (
  <p className={styles.still}>
    No network. Go on letting people in: the site is told as soon as the network is back. Payments and walk-ups are
    noted on this phone until then.{!named && ' This phone keeps no names, so until then the list has initials.'}
  </p>
);
