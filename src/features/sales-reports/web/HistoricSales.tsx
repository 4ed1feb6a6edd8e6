import { useEffect, useRef, useState } from 'react';
import type { AnswerTo } from '#platform/shared/calls.ts';
import { type CalendarDate, dateInWords } from '#platform/shared/dates.ts';
import { showAlert } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/useCall.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { ButtonLabel } from '#platform/web/ui/ButtonLabel.tsx';
import { Empty } from '#platform/web/ui/Empty.tsx';
import { Field, Select } from '#platform/web/ui/Field.tsx';
import { type SalesResults, showSales } from '../contract.ts';
import styles from './HistoricSales.module.css';
import { Sales } from './Sales.tsx';

/** The sales for a show: of the first one, or the chosen one, counted each time that the tab is opened. */
export function HistoricSales({ shows }: { shows: readonly { id: string; title: string; date: CalendarDate }[] }) {
  const first = shows[0]?.id ?? '';
  const [chosen, choose] = useState(first);
  const [failed, setFailed] = useState(false);
  const { busy, make } = useCall();
  const [shown, show] = useState<{ id: string; results: SalesResults }>();
  const place = useRef<HTMLDivElement>(null);
  /** The show requested last; answers about any other are ignored. */
  const asked = useRef(first);
  const ask = (id: string, isConfirming: boolean) => {
    choose(id);
    asked.current = id;
    const onAnswer = (answer: AnswerTo<typeof showSales>) => {
      if (asked.current !== id) return true;
      setFailed(answer.code !== 200);
      if (answer.code === 200) {
        show({ id, results: answer.results });
        if (isConfirming) showAlert({ title: 'Success', content: answer.msg }, 'ok', showSales.path);
      } else {
        showAlert({ title: `Error: ${answer.code}`, content: answer.msg }, 'bad', showSales.path);
      }
      return true;
    };
    return make(showSales, { showID: id }, { renews: 'nothing', onAnswer });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: one observer, which asks for what is chosen then
  useEffect(() => {
    if (!place.current) return;
    // Load only when the tab is opened, and again on each return, since tickets may have been sold meanwhile
    const watching = new IntersectionObserver(([seen]) => {
      if (seen?.isIntersecting) void ask(asked.current, false);
    });
    watching.observe(place.current);
    return () => watching.disconnect();
  }, []);
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
        {failed && (
          <Button look="line" pending={busy !== ''} onClick={() => void ask(chosen, true)}>
            <ButtonLabel atRest="Try again" doing="Counting…" busy={busy !== ''} />
          </Button>
        )}
      </div>
      <div aria-busy={busy !== ''}>
        {shown ? <Sales {...shown} /> : busy !== '' && <p className="muted">Counting…</p>}
      </div>
    </div>
  );
}
