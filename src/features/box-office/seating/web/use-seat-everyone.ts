import { useState } from 'react';
import { filterActiveMarks } from '#features/box-office/performances/seat-marks.ts';
import type { Page } from '#platform/shared/pages.ts';
import type { Preference } from '../engine/free-seats.ts';
import { findNewOrphans, formatOrphanSeats } from '../engine/orphan-seats.ts';
import { seatEveryone } from '../engine/seat-everyone.ts';
import type { SeatingDecision } from '../engine/seating-decision.ts';
import type { usePlan } from './use-plan.ts';

/** Seats all unseated tickets, and stores the reasons for each choice, until they are read. */
export function useSeatEveryone(
  page: Page<'seating'>,
  { plan, parties, step, history }: ReturnType<typeof usePlan>,
  { say, done }: { say: (words: string) => void; done: (words: string) => void },
) {
  /** The last assignments, and the name of that step. */
  const [last, setLast] = useState<{ choices: readonly SeatingDecision[]; step: string }>({ choices: [], step: '' });
  /** Seats everyone. Returns true if anybody was seated. */
  const seat = (preference: Preference): boolean => {
    const at = { starts_at: new Date(page.date).toISOString(), now: new Date().toISOString() };
    const marks = filterActiveMarks(plan.marks ?? {}, at);
    const { choices, ...seated } = seatEveryone({ ...plan, marks }, parties.values(), preference, page.held);
    const needSpace = seated.left.filter(({ needs }) => needs === 'space');
    const spaces =
      needSpace.length === 0
        ? ''
        : ` Not seated, as no wheelchair space is free for them: ${needSpace.map(({ name }) => name).join(', ')}.`;
    const noSeat = seated.left.filter(({ needs }) => needs === undefined);
    const left = noSeat.map(({ name, count }) => `${name} (${count})`).join(', ');
    const kept = [
      ...(Object.keys(marks).length > 0 ? ['marked seats'] : []),
      ...(page.held.length > 0 ? ['seats that visitors are buying'] : []),
    ];
    const free = kept.length > 0 ? `, apart from ${kept.join(' and ')},` : '';
    const missing = `${left === '' ? '' : ` No seats are left${free} for ${left}.`}${spaces}`;
    if (choices.length === 0) {
      say(missing === '' ? 'Everyone is seated.' : missing.trim());
      return false;
    }
    const words = `${missing === '' ? 'Everybody seated' : 'Seated'}: ${choices.length} ${choices.length === 1 ? 'party' : 'parties'}.`;
    const next = { ...plan, assignments: seated.plan.assignments };
    step({ plan: next }, words);
    setLast({ choices, step: words });
    // The result is shown next to it
    done(`${missing} ${formatOrphanSeats(findNewOrphans(plan, next))}`.trim());
    return true;
  };
  return {
    seat,
    choices: last.choices,
    isLast: history.past.at(-1)?.says === last.step,
    close: () => setLast({ choices: [], step: '' }),
  };
}
