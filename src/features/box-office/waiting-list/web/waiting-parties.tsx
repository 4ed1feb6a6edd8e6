import { useState } from 'react';
import type { Performance } from '#features/box-office/performances/contract.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { ActionsCell, ActionsHeading } from '#platform/web/table/data-table.tsx';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { confirmParty, type ListedParty, removeParty } from '../contract.ts';
import { filterPartiesByPerformance, formatPlaces } from '../party.ts';

/** The waiting parties of each performance, for staff who manage bookings. */
export function WaitingParties({
  parties,
  performances,
  archived,
}: {
  parties: readonly ListedParty[];
  performances: readonly Performance[];
  /** True if the show is archived, so that no places are offered. */
  archived: boolean;
}) {
  const { sends_mail } = useSite();
  const { busy, slot: at, send: make } = useCall('waiting list');
  const [confirming, setConfirming] = useState<ListedParty>();
  return (
    <div className="stack">
      <h2>Waiting list</h2>
      {archived ? (
        <p>
          This show is archived, so no places are offered and nobody can join. If you restore it in Manage Shows,
          everybody keeps their place on the list.
        </p>
      ) : (
        <p>
          When places become free, we offer them to the first party on the list that fits. Until the offer ends, nobody
          else can buy them.{' '}
          {sends_mail
            ? 'People confirm by the link in our email. Those who haven’t confirmed come after all others, unless you confirm them here.'
            : 'This site can’t send email, so confirm people here, and also any changes that they ask for by joining again. If they are offered places, tell them yourself.'}
        </p>
      )}
      <CallStatus slot={at} above />
      {parties.length === 0 ? (
        <EmptyState title="Nobody is waiting">
          {!archived && 'When few or no places are left at a performance, visitors can join its list in the shop.'}
        </EmptyState>
      ) : (
        performances
          .map((performance) => ({ performance, waiting: filterPartiesByPerformance(parties, performance.id) }))
          .filter(({ waiting }) => waiting.length > 0)
          .map(({ performance, waiting }) => (
            <section key={performance.id} className="stack" aria-labelledby={`waiting-${performance.id}`}>
              <h3 id={`waiting-${performance.id}`}>{formatDateTime(performance.date)}</h3>
              <PartyTable
                performance={performance.id}
                parties={waiting}
                dates={performances}
                archived={archived}
                isBusy={busy !== ''}
                onConfirm={({ id, confirmed, requested }) =>
                  void make(withParams(confirmParty, { id }), confirmed ? { requested } : {})
                }
                onRemove={setConfirming}
              />
            </section>
          ))
      )}
      {confirming && (
        <ConfirmDialog
          question={`Remove ${confirming.name} from the waiting list?`}
          cancelLabel="Keep them on the list"
          confirmLabel="Remove"
          onConfirm={() => void make(withParams(removeParty, { id: confirming.id }), undefined)}
          onClose={() => setConfirming(undefined)}
        >
          {confirming.offer
            ? 'They lose the places that they have been offered, and others can have them.'
            : 'They won’t be notified. They can join again, at the end of the list.'}
        </ConfirmDialog>
      )}
    </div>
  );
}

function PartyTable({
  performance,
  parties,
  dates,
  archived,
  isBusy,
  onConfirm,
  onRemove,
}: {
  performance: string;
  parties: readonly ListedParty[];
  dates: readonly Performance[];
  archived: boolean;
  isBusy: boolean;
  onConfirm: (party: ListedParty) => void;
  onRemove: (party: ListedParty) => void;
}) {
  return (
    <table className="table table--stack table--cards">
      <caption className="vh">Waiting list, in order</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Places</th>
          <th scope="col">Since</th>
          <th scope="col">Status</th>
          <ActionsHeading />
        </tr>
      </thead>
      <tbody>
        {parties.map((party) => (
          <tr key={party.id}>
            <td data-label="Name" data-heads>
              <span>
                {party.name}
                <br />
                <a className="meta" href={`mailto:${party.email}`}>
                  {party.email}
                </a>
              </span>
            </td>
            <td data-label="Places" data-named data-sum className="num">
              {party.size}
            </td>
            <td data-label="Since" data-named>
              {formatDateTime(party.since)}
            </td>
            <td data-label="Status">
              <PartyStatus party={party} performance={performance} dates={dates} />
            </td>
            <ActionsCell>
              {(!party.confirmed || (party.requested && !party.offer)) && !archived && (
                <Button look="quiet" small pending={isBusy} onClick={() => onConfirm(party)}>
                  {party.confirmed ? 'Confirm change' : 'Confirm'}
                  <span className="vh"> {party.name}</span>
                </Button>
              )}
              {/* A party can’t be removed while its places are in a basket */}
              {!party.offer?.in_basket && (
                <Button look="quiet" small pending={isBusy} onClick={() => onRemove(party)}>
                  Remove<span className="vh"> {party.name}</span>
                </Button>
              )}
            </ActionsCell>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PartyStatus({
  party: { offer, performances, size, confirmed, requested },
  performance,
  dates,
}: {
  party: ListedParty;
  performance: string;
  dates: readonly Performance[];
}) {
  const when = (id: string) => {
    const found = dates.find((one) => one.id === id);
    return found ? formatDateTime(found.date) : '';
  };
  const request = requested && (
    <>
      <br />
      Has since asked for {formatPlaces(requested.size).toLowerCase()} on{' '}
      {requested.performances.map(when).join(' or ')}
    </>
  );
  if (offer?.performance_id === performance && offer.paying) {
    return (
      <span>
        <Badge tone="warning">Being paid for</Badge> {formatPlaces(size)}
        {request}
      </span>
    );
  }
  if (offer?.performance_id === performance) {
    return (
      <span>
        <Badge tone="warning">{offer.in_basket ? 'In basket' : 'Offered'}</Badge> {formatPlaces(size)}, until{' '}
        {formatDateTime(offer.until)}
        {request}
      </span>
    );
  }
  const others = performances.filter((id) => id !== performance).map(when);
  return (
    <span>
      {!confirmed && (
        <>
          <Badge tone="warning">Not confirmed</Badge>{' '}
        </>
      )}
      {others.length === 0 ? 'Only this performance' : `Would also come on ${others.join(' or ')}`}
      {request}
    </span>
  );
}
