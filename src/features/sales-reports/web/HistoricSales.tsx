import { useEffect, useRef, useState } from 'react';
import { type CalendarDate, dateInWords } from '#platform/shared/dates.ts';
import { showAlert } from '#platform/web/alerts/index.ts';
import { sendCall } from '#platform/web/calls/sendCall.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Empty } from '#platform/web/ui/Empty.tsx';
import { Field, Select } from '#platform/web/ui/Field.tsx';
import { type SalesResults, showSales } from '../contract.ts';
import styles from './HistoricSales.module.css';
import { Sales } from './Sales.tsx';

/** What was sold for a show: for the first of them once somebody comes to see it, then for whichever is chosen. */
export function HistoricSales({ shows }: { shows: readonly { id: string; title: string; date: CalendarDate }[] }) {
  const first = shows[0]?.id ?? '';
  const [chosen, choose] = useState(first);
  const [state, setState] = useState<'counting' | 'here' | 'failed'>('here');
  const [shown, show] = useState<{ id: string; results: SalesResults }>();
  const place = useRef<HTMLDivElement>(null);
  const ask = async (id: string, isAsked: boolean) => {
    choose(id);
    setState('counting');
    const answer = await sendCall(showSales, { showID: id });
    setState(answer.code === 200 ? 'here' : 'failed');
    if (answer.code === 200) {
      show({ id, results: answer.results });
      if (isAsked) showAlert({ title: 'Success', content: answer.msg }, 'ok', showSales.path);
    } else {
      showAlert({ title: `Error: ${answer.code}`, content: answer.msg }, 'bad', showSales.path);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the show that the page is of
  useEffect(() => {
    if (!place.current) return;
    // It stands in a tab that most never open
    const watching = new IntersectionObserver(([seen]) => {
      if (!seen?.isIntersecting) return;
      watching.disconnect();
      void ask(first, false);
    });
    watching.observe(place.current);
    return () => watching.disconnect();
  }, [first]);
  if (shows.length === 0) return <Empty title="No shows yet">What they sold is counted here.</Empty>;
  return (
    <div ref={place} className="stack">
      <div className={`${styles.choice} no-print`}>
        <Field label="Sales for">
          {(control) => (
            <Select {...control} value={chosen} onChange={({ target }) => void ask(target.value, true)}>
              {shows.map(({ id, title, date }) => (
                <option key={id} value={id}>
                  {title}, {dateInWords(date, 'month')}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {state === 'failed' && (
          <Button look="line" onClick={() => void ask(chosen, true)}>
            Try again
          </Button>
        )}
      </div>
      <div aria-busy={state === 'counting'}>
        {shown ? <Sales {...shown} /> : state === 'counting' && <p className="muted">Counting…</p>}
      </div>
    </div>
  );
}
