import { type ReactNode, useRef, useState } from 'react';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { findConflictingVersion } from '#platform/shared/calls/conflict.ts';
import { addDays, formatDateTime } from '#platform/shared/dates/dates.ts';
import { formatCannotEmailMessage } from '#platform/shared/text/cannot-email.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useCall } from '#platform/web/calls/use-call.ts';
import { TheirVersion } from '#platform/web/conflict/their-version.tsx';
import { useVersionedForm } from '#platform/web/conflict/versioned-form.tsx';
import { refreshPage, useSite } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { MetaLine } from '#platform/web/ui/content/meta-line.tsx';
import { Field, InputField, Select } from '#platform/web/ui/fields/field.tsx';
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import {
  addPerformance,
  type CurrentPerformance,
  cancelPerformance,
  changePerformance,
  deletePerformance,
  type Performance,
  restorePerformance,
} from '../contract.ts';
import { formatPriceRange } from '../performance-facts.ts';
import { shiftLocalTime } from '../performance-rules.ts';
import styles from './performance-manager.module.css';
import { TicketTypeManager } from './ticket-type-manager.tsx';

/** Manages the performances of a show and their ticket types. */
export function PerformanceManager({
  show,
  performances,
  cancellationEmails,
}: {
  show: { id: string; title: string; first_night: string };
  performances: readonly Performance[];
  /** The buyers who are emailed when a performance is cancelled. */
  cancellationEmails: CancellationEmails;
}) {
  const last = performances.at(-1);
  const confirmation = useConfirmation({
    question: 'Add a performance in the past?',
    cancelLabel: 'Change the date',
    confirmLabel: 'Add performance',
  });
  return (
    <div className="stack">
      <h2>Add a performance</h2>
      <CallForm
        call={addPerformance}
        what="the new performance"
        submitLabel="Add performance"
        pendingLabel="Adding performance…"
        onAnswer={confirmation.onAnswer}
      >
        {(errors) => (
          <>
            <input type="hidden" name="show_id" value={show.id} />
            {confirmation.field}
            <InputField
              label="Date and time"
              name="datetime"
              type="datetime-local"
              // One day after the last performance, at the same time, as in most runs. Without performances, the first
              // night of the run
              defaultValue={
                last
                  ? addDays(last.date.slice(0, 10), 1) + last.date.slice(10, 16)
                  : show.first_night && `${show.first_night}T19:30`
              }
              hint={
                last
                  ? 'Door time, capacity and ticket types are copied from the performance that was added last.'
                  : 'The new performance has adult and child ticket types, which you can change.'
              }
              error={errors.datetime ?? errors.show_id}
              required
            />
          </>
        )}
      </CallForm>
      {confirmation.dialog}
      <h2>Performances of {show.title}</h2>
      {performances.length === 0 ? (
        <EmptyState title="No performances yet">
          Add the first one above. Visitors will then see when it starts, when doors open and what tickets cost.
        </EmptyState>
      ) : (
        <ul className="ruled">
          {performances.map((performance) => (
            <PerformanceRow
              key={performance.id}
              performance={performance}
              show={show.title}
              cancellationEmails={cancellationEmails}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/** A performance in one line, with a form to change it, its ticket types, and the buttons to cancel or delete it. */
function PerformanceRow({
  performance,
  show,
  cancellationEmails,
}: {
  performance: Performance;
  show: string;
  cancellationEmails: CancellationEmails;
}) {
  const [editing, setEditing] = useState(false);
  const { date, cancelled, capacity, notes, ticket_types } = performance;
  const when = formatDateTime(date);
  return (
    <li>
      <div className="spread">
        <div>
          <p>
            <strong>{when}</strong> {cancelled && <Badge>Cancelled</Badge>}
          </p>
          <MetaLine
            className="meta num"
            of={[capacity === 1 ? '1 place' : `${capacity} places`, formatPriceRange(ticket_types), notes]}
          />
        </div>
        <Button look="line" small aria-expanded={editing} onClick={() => setEditing(!editing)}>
          {editing ? 'Close' : 'Edit'}
          <span className="vh"> {when}</span>
        </Button>
      </div>
      {editing && (
        <div className={styles.editing}>
          <ChangePerformanceForm performance={performance} />
          <TicketTypeManager performance={performance} show={show} />
          <CancelOrRestore performance={performance} when={when} show={show} cancellationEmails={cancellationEmails} />
        </div>
      )}
    </li>
  );
}

function ChangePerformanceForm({ performance }: { performance: Performance }) {
  const { id, date, doors_minutes, own_capacity, release_minutes, notes, layout, version } = performance;
  const mine = {
    ...{ datetime: date.slice(0, 16), doors_minutes, own_capacity, release_minutes, notes, version },
    on_sale_from: performance.on_sale_from.slice(0, 16),
    on_sale_until: performance.on_sale_until.slice(0, 16),
    sells_seats: performance.sells_seats,
  };
  const typed = useRef(() => false);
  const { baseline, resetKey, markSaved, acceptTheirs } = useVersionedForm(mine, () => typed.current());
  const [theirs, setTheirs] = useState<CurrentPerformance>();
  const confirmation = useConfirmation({
    question: 'Move this performance?',
    cancelLabel: 'Don’t move it',
    confirmLabel: 'Move performance',
  });
  const saleEnd = useRef<HTMLInputElement>(null);
  const followsStart = useRef<string>(undefined);
  /** Moves the end of the sale with the performance, unless the user has typed another end. */
  const moveSaleEnd = (datetime: string) => {
    const field = saleEnd.current;
    if (!field || baseline.on_sale_until === '' || datetime === '') return;
    if (field.value !== baseline.on_sale_until && field.value !== followsStart.current) return;
    field.value = shiftLocalTime(baseline.on_sale_until, { from: baseline.datetime, to: datetime });
    followsStart.current = field.value;
  };
  const call = withParams(changePerformance, { id });
  const seats = layout.rowCount * layout.fullWidth - layout.hiddenSeats.length;
  return (
    <>
      <CallForm
        key={resetKey}
        call={call}
        what="this performance"
        submitLabel="Save performance"
        pendingLabel="Saving performance…"
        typed={typed}
        onAnswer={(answer) => {
          if (answer.code === 200) markSaved(answer.version);
          setTheirs(findConflictingVersion<CurrentPerformance>(answer));
          confirmation.onAnswer(answer);
        }}
      >
        {(errors) => (
          <>
            <input type="hidden" name="version" value={theirs?.version ?? baseline.version} />
            {confirmation.field}
            <FieldPair>
              <InputField
                label="Date and time"
                name="datetime"
                type="datetime-local"
                defaultValue={baseline.datetime}
                error={errors.datetime}
                onChange={({ target }) => moveSaleEnd(target.value)}
                required
              />
              <InputField
                label="Doors open (minutes before)"
                name="doors_minutes"
                inputMode="numeric"
                maxLength={3}
                defaultValue={baseline.doors_minutes || ''}
                error={errors.doors_minutes}
              />
            </FieldPair>
            <FieldPair>
              <InputField
                label="Capacity"
                name="capacity"
                inputMode="numeric"
                maxLength={4}
                hint={`Leave empty to use all ${seats} seats on the plan.`}
                defaultValue={baseline.own_capacity || ''}
                error={errors.capacity}
              />
              <InputField
                label="Release reserved tickets (minutes before)"
                name="release_minutes"
                inputMode="numeric"
                maxLength={4}
                hint="Unpaid reservations are released then, for example 15 minutes before. Leave empty to hold them all evening, so that nobody else can buy them."
                defaultValue={baseline.release_minutes || ''}
                error={errors.release_minutes}
              />
            </FieldPair>
            <FieldPair>
              <InputField
                label="Notes for visitors"
                name="notes"
                maxLength={200}
                hint="For example: Captioned performance."
                defaultValue={baseline.notes}
                error={errors.notes}
              />
            </FieldPair>
            <Field
              label="What visitors buy"
              hint="With numbered seats, visitors choose on the plan or take the best available."
              error={errors.sells_seats}
            >
              {(control) => (
                <Select {...control} name="sells_seats" defaultValue={baseline.sells_seats ? '1' : ''}>
                  <option value="">Places: you seat people later</option>
                  <option value="1">Numbered seats</option>
                </Select>
              )}
            </Field>
            <FieldPair>
              <InputField
                label="On sale from"
                name="on_sale_from"
                type="datetime-local"
                hint="Leave empty to go on sale straight away."
                defaultValue={baseline.on_sale_from}
                error={errors.on_sale_from}
              />
              <InputField
                label="On sale until"
                name="on_sale_until"
                type="datetime-local"
                hint="Leave empty to sell until the performance starts. If you move the performance, this time moves with it."
                ref={saleEnd}
                defaultValue={baseline.on_sale_until}
                error={errors.on_sale_until}
              />
            </FieldPair>
          </>
        )}
      </CallForm>
      {confirmation.dialog}
      {theirs && (
        <TheirVersion
          by={theirs.changed_by}
          at={call.path}
          parts={[
            { label: 'Date and time', text: formatDateTime(`${theirs.datetime}:00`) },
            { label: 'Doors open (minutes before)', text: String(theirs.doors_minutes) },
            { label: 'Capacity', text: String(theirs.own_capacity || seats) },
            { label: 'Release reserved tickets (minutes before)', text: String(theirs.release_minutes) },
            { label: 'Notes for visitors', text: theirs.notes },
            { label: 'On sale from', text: formatOptionalDateTime(theirs.on_sale_from) },
            { label: 'On sale until', text: formatOptionalDateTime(theirs.on_sale_until) },
            { label: 'What visitors buy', text: theirs.sells_seats ? 'Numbered seats' : 'Places' },
            { label: 'Status', text: theirs.cancelled ? 'Cancelled' : 'Going ahead' },
          ]}
          onAccept={() => {
            acceptTheirs();
            setTheirs(undefined);
            void refreshPage();
          }}
        />
      )}
    </>
  );
}

const formatOptionalDateTime = (local: string) => (local ? formatDateTime(`${local}:00`) : '');

/**
 * The buyers who are emailed when a performance is cancelled. `some` means that one of the two kinds of email is
 * switched off: either buyers who keep tickets for other performances get none, or the other buyers.
 */
type CancellationEmails = 'all' | 'some' | 'none';

/** Formats who is emailed when a performance is cancelled, and who has to be told. */
export function formatCancellationNotice(emailed: CancellationEmails, { sends_mail }: { sends_mail: boolean }): string {
  if (sends_mail && emailed === 'all') return 'Everyone who gave an email address gets an email.';
  if (sends_mail && emailed === 'some')
    return 'Only some buyers get an email, because one kind of email is switched off: each order’s history shows whether its buyer got one. Tell the others yourself.';
  return formatCannotEmailMessage({ name: 'the buyers', isSwitchedOff: sends_mail });
}

/** Buttons to cancel or restore a performance, or to delete one that was added by mistake. */
function CancelOrRestore({
  performance: { id, cancelled, sold },
  when,
  show,
  cancellationEmails,
}: {
  performance: Performance;
  when: string;
  show: string;
  cancellationEmails: CancellationEmails;
}) {
  const { sends_mail } = useSite();
  const [asking, setAsking] = useState<'cancel' | 'delete' | null>(null);
  const { busy, slot, send } = useCall(`cancel or restore ${id}`);
  const on = { id };
  const soldNote =
    sold === 0
      ? ''
      : ` ${sold === 1 ? 'One ticket is' : `${sold} tickets are`} sold or reserved. In ten minutes, all tickets for this performance will be cancelled: card payments made online are refunded, and other payments are listed in Bookings as refunds due. ${formatCancellationNotice(cancellationEmails, { sends_mail })}`;
  return (
    <>
      <div className="row">
        {cancelled ? (
          <Button look="line" pending={busy !== ''} onClick={() => void send(withParams(restorePerformance, on))}>
            <ButtonLabel label="Restore performance" busyLabel="Restoring performance…" busy={busy !== ''} />
          </Button>
        ) : (
          <Button look="line" pending={busy !== ''} onClick={() => setAsking('cancel')}>
            <ButtonLabel label="Cancel performance" busyLabel="Cancelling…" busy={busy !== ''} />
          </Button>
        )}
        <Button look="quiet" onClick={() => setAsking('delete')}>
          Delete
        </Button>
        <CallStatus slot={slot} />
      </div>
      {asking && (
        <ConfirmDialog
          question={`${asking === 'cancel' ? 'Cancel' : 'Delete'} ${when}?`}
          cancelLabel="Keep performance"
          confirmLabel={asking === 'cancel' ? 'Cancel performance' : 'Delete performance'}
          onConfirm={() =>
            void (asking === 'cancel'
              ? send(withParams(cancelPerformance, on))
              : send(withParams(deletePerformance, on)))
          }
          onClose={() => setAsking(null)}
        >
          {asking === 'cancel'
            ? `The site will show this performance of ${show} as cancelled. You can restore it.${soldNote}`
            : `This removes the performance and its ticket types completely. If people already know about it, ${cancelled ? 'keep it: the site shows them that it’s cancelled' : 'cancel it instead'}.`}
        </ConfirmDialog>
      )}
    </>
  );
}

interface Confirmation {
  /** A hidden field of the form: "1" once the user has agreed. */
  field: ReactNode;
  /** Handles the response to the form. */
  onAnswer: (answer: Pick<CallResponse, 'needs' | 'msg'>) => void;
  /** The dialog with the server's question. */
  dialog: ReactNode;
}

/** Shows the server's question about a form, and submits the form again once the user agrees. */
function useConfirmation(words: { question: string; cancelLabel: string; confirmLabel: string }): Confirmation {
  const field = useRef<HTMLInputElement>(null);
  const [asked, setAsked] = useState('');
  const confirm = () => {
    if (field.current) field.current.value = '1';
    field.current?.form?.requestSubmit();
  };
  return {
    field: <input type="hidden" name="confirmed" ref={field} defaultValue="" />,
    onAnswer: ({ needs, msg }) => {
      setAsked(needs === 'confirmation' ? msg : '');
      if (field.current) field.current.value = '';
    },
    dialog: asked && (
      <ConfirmDialog {...words} onConfirm={confirm} onClose={() => setAsked('')}>
        {asked}
      </ConfirmDialog>
    ),
  };
}
