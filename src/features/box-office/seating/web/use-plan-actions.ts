import { useState } from 'react';
import type { Page } from '#platform/shared/pages.ts';
import { dismissAlertsAbout, showAlert } from '#platform/web/alerts/index.ts';
import { findNewOrphans, formatOrphanSeats } from '../engine/orphan-seats.ts';
import type { ActionOutcome, ActionRefusal } from '../plan/actions.ts';
import { validatePromisedSeats } from '../plan/plan-validation.ts';
import type { usePlan } from './use-plan.ts';

/** Applies an action to a plan, or refuses it, and announces the result. */
export function usePlanActions(page: Page<'seating'>, work: ReturnType<typeof usePlan>) {
  const { plan, parties, step, history } = work;
  const [said, setSaid] = useState({ words: '', isAloud: false });
  const say = (words: string) => setSaid({ words, isAloud: false });
  /** Tells screen reader users that nothing has happened. */
  const sayAloud = (words: string) => setSaid({ words, isAloud: true });

  /** Announces an action, and clears an earlier refusal. */
  const done = (words: string) => {
    dismissAlertsAbout('seats');
    say(words);
  };
  const refused = ({ why, says }: ActionRefusal) => {
    say(says);
    if (why === 'all seated') showAlert({ title: 'No Seats Remaining', content: says }, 'bad', 'seats');
  };
  /**
   * Returns the reason why the resulting plan isn't allowed: it lacks seats that buyers know as theirs; "" if it is
   * allowed.
   */
  const brokenPromise = (outcome: ActionOutcome): string =>
    'refused' in outcome
      ? ''
      : validatePromisedSeats(outcome.plan, {
          ...{ before: plan, known: page.known },
          nameOf: (ref) => parties.get(ref)?.name ?? `order ${ref}`,
        }).join(' ');
  /** Applies it, or announces the reason for its refusal. */
  const act = (outcome: ActionOutcome): boolean => {
    if ('refused' in outcome) {
      refused(outcome.refused);
      return false;
    }
    const broken = brokenPromise(outcome);
    if (broken !== '') {
      say(broken);
      showAlert({ title: 'These seats can’t be removed yet', content: broken }, 'bad', 'seats');
      return false;
    }
    step({ plan: outcome.plan }, outcome.says);
    done(`${outcome.says} ${formatOrphanSeats(findNewOrphans(plan, outcome.plan))}`.trim());
    if (outcome.short) refused(outcome.short);
    return true;
  };
  /** Applies the outcome, or returns the reason for its refusal, for a field that displays it. */
  const refusalOf = (outcome: ActionOutcome): string => {
    const refusal = 'refused' in outcome ? outcome.refused.says : brokenPromise(outcome);
    if (refusal === '') act(outcome);
    return refusal;
  };
  const undo = () => {
    const last = history.past.at(-1);
    if (last) done(`Undone: ${last.says}`);
    else sayAloud('There is nothing to undo.');
    work.undo();
  };
  const redo = () => {
    const [next] = history.future;
    if (next) done(`Redone: ${next.says}`);
    else sayAloud('There is nothing to redo.');
    work.redo();
  };
  return { said, say, done, act, refusalOf, brokenPromise, undo, redo };
}
