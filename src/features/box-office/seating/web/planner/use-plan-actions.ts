import { useState } from 'react';
import { filterActiveMarks } from '#features/box-office/performances/seat-marks.ts';
import type { Page } from '#platform/shared/pages.ts';
import { dismissAlertsAbout, showAlert } from '#platform/web/alerts/index.ts';
import { findNewOrphans, formatOrphanSeats, type SeatingPreference } from '../../engine/free-seats.ts';
import { formatUnseatedParties, type SeatingDecision, seatEveryone } from '../../engine/seat-everyone.ts';
import type { ActionOutcome, ActionRefusal } from '../../plan/actions.ts';
import { validatePromisedSeats } from '../../plan/plan-validation.ts';
import type { usePlan } from './use-plan.ts';

/** Seats all unseated tickets, and shows the reasons for each decision until the list is closed. */
export function useSeatEveryone(
  page: Page<'seating'>,
  { plan, parties, step, history }: ReturnType<typeof usePlan>,
  { say, done }: { say: (text: string) => void; done: (text: string) => void },
) {
  /** The last decisions, and the message of their step. */
  const [last, setLast] = useState<{ choices: readonly SeatingDecision[]; step: string }>({ choices: [], step: '' });
  /** Seats everyone. Returns true if anybody was seated. */
  const seat = (preference: SeatingPreference): boolean => {
    const at = { starts_at: new Date(page.date).toISOString(), now: new Date().toISOString() };
    const marks = filterActiveMarks(plan.marks ?? {}, at);
    const { choices, ...seated } = seatEveryone({ ...plan, marks }, parties.values(), preference, page.held);
    const missing = formatUnseatedParties(seated.left, [
      ...(Object.keys(marks).length > 0 ? ['marked seats'] : []),
      ...(page.held.length > 0 ? ['seats that visitors are buying'] : []),
    ]);
    if (choices.length === 0) {
      say(missing || 'Everyone is seated.');
      return false;
    }
    const summary = `${missing === '' ? 'Everybody seated' : 'Seated'}: ${choices.length} ${choices.length === 1 ? 'party' : 'parties'}.`;
    const next = { ...plan, assignments: seated.plan.assignments };
    step({ plan: next }, summary);
    setLast({ choices, step: summary });
    // The list of decisions already includes the number of parties, so only problems are announced
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

/** Applies actions to the plan or refuses them, and announces the results. */
export function usePlanActions(page: Page<'seating'>, planState: ReturnType<typeof usePlan>) {
  const { plan, parties, step, history } = planState;
  const [announcement, setAnnouncement] = useState({ text: '', isSpokenOnly: false });
  const say = (text: string) => setAnnouncement({ text, isSpokenOnly: false });
  /** Announces something to screen reader users only. */
  const speak = (text: string) => setAnnouncement({ text, isSpokenOnly: true });

  /** Announces a completed action, and clears the alert of an earlier refusal. */
  const done = (text: string) => {
    dismissAlertsAbout('seats');
    say(text);
  };
  const announceRefusal = ({ why, says }: ActionRefusal) => {
    say(says);
    if (why === 'all seated') showAlert({ title: 'No Seats Remaining', content: says }, 'bad', 'seats');
  };
  /** Returns the reason why an outcome isn't allowed: it would remove promised seats. Returns "" if it is allowed. */
  const findBrokenPromise = (outcome: ActionOutcome): string =>
    'refused' in outcome
      ? ''
      : validatePromisedSeats(outcome.plan, {
          ...{ before: plan, known: page.known },
          nameOf: (ref) => parties.get(ref)?.name ?? `order ${ref}`,
        }).join(' ');
  /** Applies an outcome or announces its refusal. Returns true if it was applied. */
  const act = (outcome: ActionOutcome): boolean => {
    if ('refused' in outcome) {
      announceRefusal(outcome.refused);
      return false;
    }
    const broken = findBrokenPromise(outcome);
    if (broken !== '') {
      say(broken);
      showAlert({ title: 'These seats can’t be removed yet', content: broken }, 'bad', 'seats');
      return false;
    }
    step({ plan: outcome.plan }, outcome.says);
    done(`${outcome.says} ${formatOrphanSeats(findNewOrphans(plan, outcome.plan))}`.trim());
    if (outcome.short) announceRefusal(outcome.short);
    return true;
  };
  /**
   * Applies an outcome. Returns "" if it was applied, otherwise the reason for the refusal, so that a field can show
   * it.
   */
  const tryAction = (outcome: ActionOutcome): string => {
    const refusal = 'refused' in outcome ? outcome.refused.says : findBrokenPromise(outcome);
    if (refusal === '') act(outcome);
    return refusal;
  };
  const undo = () => {
    const last = history.past.at(-1);
    if (last) done(`Undone: ${last.says}`);
    else speak('There is nothing to undo.');
    planState.undo();
  };
  const redo = () => {
    const [next] = history.future;
    if (next) done(`Redone: ${next.says}`);
    else speak('There is nothing to redo.');
    planState.redo();
  };
  return { announcement, say, done, act, tryAction, findBrokenPromise, undo, redo };
}
