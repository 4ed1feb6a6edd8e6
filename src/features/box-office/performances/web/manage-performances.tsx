import { addDays } from '#platform/shared/dates/dates.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { addPerformance, type Performance } from '../contract.ts';
import { PerformanceRow } from './performance-row.tsx';
import { useConfirmation } from './use-confirmation.tsx';

/** Manages the performances of a show and their ticket types. */
export function ManagePerformances({
  show,
  performances,
}: {
  show: { id: string; title: string; date: string };
  performances: readonly Performance[];
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
              // The default is one day after the last performance, at the same time, as in most runs
              defaultValue={last ? addDays(last.date.slice(0, 10), 1) + last.date.slice(10, 16) : `${show.date}T19:30`}
              hint={
                last
                  ? 'Door time, capacity and tickets are copied from the performance that was added last.'
                  : 'It starts with adult and child tickets, which you can change.'
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
            <PerformanceRow key={performance.id} performance={performance} show={show.title} />
          ))}
        </ul>
      )}
    </div>
  );
}
