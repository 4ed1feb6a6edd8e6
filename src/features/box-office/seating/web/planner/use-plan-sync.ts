import { useCallback, useEffect, useRef, useState } from 'react';
import { seatsPerRow } from '#features/box-office/performances/seats.ts';
import { type ResponseOf, withParams } from '#platform/shared/calls/calls.ts';
import { findConflictingVersion } from '#platform/shared/calls/conflict.ts';
import type { Page } from '#platform/shared/pages.ts';
import { clearResponse, showAlert, showResponse } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { getSeatingByShowAndDate, saveSeating } from '../../contract.ts';
import type { SavedPlan } from '../../plan/edit.ts';
import { formatPlanMerge, overwritePlanDraft, type PlanDraft } from '../../plan/merge.ts';
import { countAllUnseatedTickets } from '../../plan/plan.ts';
import type { usePlan } from './use-plan.ts';

/** The interval at which an open planner fetches others' changes, in milliseconds. */
const pollIntervalMs = 15_000;

/**
 * Returns the page's latest content, which is fetched again and again while the page is open. Responses that arrive
 * during a save (while `isSaving.current` is true) are ignored.
 */
export function usePolledPage(page: Page<'seating'>) {
  const [current, setCurrent] = useState(page);
  const isSaving = useRef(false);
  const accept = useCallback((next: Page<'seating'>) => {
    // The response to an earlier request may arrive after that of a later one, so older versions are ignored
    setCurrent((known) =>
      next.version < known.version || JSON.stringify(next) === JSON.stringify(known) ? known : next,
    );
  }, []);
  useEffect(() => accept(page), [page, accept]);
  const { id, show } = page;
  useEffect(() => {
    const { path } = withParams(getSeatingByShowAndDate, { showName: show.id, date: id });
    const poll = async () => {
      if (document.hidden || isSaving.current) return;
      const answer = await fetch(path, { headers: { accept: 'application/json' } }).catch(() => null);
      const next: unknown = answer?.ok ? await answer.json().catch(() => null) : null;
      if (isSeatingPage(next) && next.id === id && !isSaving.current) accept(next);
    };
    const timer = setInterval(poll, pollIntervalMs);
    addEventListener('focus', poll);
    return () => {
      clearInterval(timer);
      removeEventListener('focus', poll);
    };
  }, [id, show.id, accept]);
  return { current, isSaving };
}

/** Returns true if a response is the content of a planner. */
export const isSeatingPage = (content: unknown): content is Page<'seating'> =>
  typeof content === 'object' && content !== null && 'type' in content && content.type === 'seating';

/** The maximum number of attempts to save while seats are being sold. After that, the conflict is shown. */
const maxTries = 4;

/** Saves the plan, and offers the choices in a conflict. */
export function usePlanSaving(
  page: Page<'seating'>,
  planState: ReturnType<typeof usePlan>,
  isSaving: ReturnType<typeof usePolledPage>['isSaving'],
  say: (text: string) => void,
) {
  const { busy, slot, send: sendCall } = useCall();
  /** A save that conflicted only with sales, which is retried once the sales are loaded. */
  const [retry, setRetry] = useState<{ version: number; answer: ResponseOf<typeof saveSeating> } | null>(null);
  const tries = useRef(0);
  /** True if the last save was refused because of a conflict. */
  const [isRefused, setIsRefused] = useState(false);
  const send = (draft: PlanDraft, { version }: Pick<SavedPlan, 'version'>) => {
    const { rowCount, hiddenSeats, assignments, marks = {} } = draft.plan;
    const body = {
      layout: {
        rowCount,
        hiddenSeats: [...hiddenSeats],
        newSeats: countAllUnseatedTickets(draft.plan, planState.parties),
        fullWidth: seatsPerRow,
      },
      ...{ assignments, marks, ticket_pricing: draft.prices, version },
    };
    const onAnswer = (answer: ResponseOf<typeof saveSeating>) => {
      isSaving.current = false;
      if (answer.code === 200) {
        planState.markSaved(draft, answer.version);
        showAlert({ title: answer.msg }, 'ok', slot);
        return true;
      }
      const current = findConflictingVersion(answer);
      if (!current) return false;
      if (current.changed_by === '' && tries.current < maxTries) {
        setRetry({ version: current.version, answer });
        return true;
      }
      planState.markRefused(current.changed_by);
      setIsRefused(true);
      return false;
    };
    isSaving.current = true;
    tries.current += 1;
    void sendCall(withParams(saveSeating, { id: page.id }), body, { onAnswer });
  };
  const save = () => {
    tries.current = 0;
    setIsRefused(false);
    send(planState.draft, planState.base);
  };
  useEffect(() => {
    if (!retry || planState.saved.version < retry.version || busy !== '') return;
    setRetry(null);
    if (planState.conflict) {
      setIsRefused(true);
      showResponse(slot, retry.answer);
    } else send(planState.draft, planState.base);
  });
  const { conflict } = planState;
  return {
    slot,
    busy: busy !== '' || retry !== null,
    save,
    conflict,
    isRefused,
    /** Returns the draft that would overwrite the other person's version. */
    getOverwrite: () =>
      conflict
        ? overwritePlanDraft(planState.base, planState.draft, conflict.theirs, { ...planState, known: page.known })
        : planState.draft,
    replace: (draft: PlanDraft) => {
      if (!conflict) return;
      planState.continueFrom('Replaced the other version.', draft);
      tries.current = 0;
      send(draft, conflict.theirs);
    },
    merge: () => {
      if (conflict) {
        planState.continueFrom('Merged with the other version.', conflict.both);
        say(formatPlanMerge(planState.draft, conflict.both, planState.parties));
      }
      clearResponse(slot);
    },
    /** Discards the user's changes. */
    discard: () => {
      planState.continueFrom(
        conflict ? 'Discarded your changes and used the other version.' : 'Discarded your changes.',
      );
      clearResponse(slot);
    },
  };
}
