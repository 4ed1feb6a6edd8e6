import { useEffect, useRef, useState } from 'react';
import type { ResponseOf } from '#platform/shared/calls/calls.ts';
import { type CalendarDate, formatDate } from '#platform/shared/dates/dates.ts';
import { showAlert } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { Field, Select } from '#platform/web/ui/fields/field.tsx';
import { getShowSales, type SalesResults } from '../contract.ts';
import styles from './historic-sales.module.css';
import { SalesReport } from './sales.tsx';

/** The sales of the chosen show, initially the first show. They are loaded each time the tab is opened. */
export function HistoricSales({ shows }: { shows: readonly { id: string; title: string; date: CalendarDate }[] }) {
  const first = shows[0]?.id ?? '';
  const [chosen, choose] = useState(first);
  const [failed, setFailed] = useState(false);
  const { busy, send: make } = useCall();
  const [loaded, show] = useState<{ id: string; results: SalesResults }>();
  const container = useRef<HTMLDivElement>(null);
  /** The show requested last; responses about any other show are ignored. */
  const requestedShow = useRef(first);
  const ask = (id: string, isConfirming: boolean) => {
    choose(id);
    requestedShow.current = id;
    const onAnswer = (answer: ResponseOf<typeof getShowSales>) => {
      if (requestedShow.current !== id) return true;
      setFailed(answer.code !== 200);
      if (answer.code === 200) {
        show({ id, results: answer.results });
        if (isConfirming) showAlert({ title: 'Success', content: answer.msg }, 'ok', getShowSales.path);
      } else {
        showAlert({ title: `Error: ${answer.code}`, content: answer.msg }, 'bad', getShowSales.path);
      }
      return true;
    };
    return make(getShowSales, { showID: id }, { renews: 'nothing', onAnswer });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: one observer, which loads the show that is chosen then
  useEffect(() => {
    if (!container.current) return;
    // The sales are loaded when the tab is opened, and again on each return, because tickets may have been sold in the
    // meantime
    const watching = new IntersectionObserver(([seen]) => {
      if (seen?.isIntersecting) void ask(requestedShow.current, false);
    });
    watching.observe(container.current);
    return () => watching.disconnect();
  }, []);
  if (shows.length === 0) return <EmptyState title="No shows yet">Their sales will appear here.</EmptyState>;
  return (
    <div ref={container} className="stack">
      <div className={`${styles.choice} no-print`}>
        <Field label="Sales for">
          {(control) => (
            <Select {...control} value={chosen} onChange={({ target }) => void ask(target.value, true)}>
              {shows.map(({ id, title, date }) => (
                <option key={id} value={id}>
                  {title}, {formatDate(date, 'month')}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {failed && (
          <Button look="line" pending={busy !== ''} onClick={() => void ask(chosen, true)}>
            <ButtonLabel label="Try again" busyLabel="Loading…" busy={busy !== ''} />
          </Button>
        )}
      </div>
      <div aria-busy={busy !== ''}>
        {loaded ? <SalesReport {...loaded} /> : busy !== '' && <p className="muted">Loading…</p>}
      </div>
    </div>
  );
}
