import { useEffect, useRef, useState } from 'react';
import { seatsPerRow } from '#features/box-office/performances/capacity.ts';
import type { ResponseOf } from '#platform/shared/calls/calls.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { findConflictingVersion } from '#platform/shared/calls/conflict.ts';
import type { Page } from '#platform/shared/pages.ts';
import { clearResponse, showAlert, showResponse } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { saveSeating } from '../contract.ts';
import type { SavedPlan } from '../plan/edit.ts';
import { type Draft, formatMerge, overwriteDraft } from '../plan/merge.ts';
import { countAllUnseated } from '../plan/plan.ts';
import type { usePlan } from './use-plan.ts';
import type { usePolledPage } from './use-polled-page.ts';

/** If seats sell faster than a plan can be saved, the planner has to be told. */
const mostTries = 4;

/** Saves the plan; in a conflict, somebody has to choose how to merge the two. */
export function useSaving(
  page: Page<'seating'>,
  work: ReturnType<typeof usePlan>,
  isSaving: ReturnType<typeof usePolledPage>['isSaving'],
  say: (words: string) => void,
) {
  const { busy, slot: at, send: make } = useCall();
  /** A save that only conflicted with sales: it is tried again once they are loaded. */
  const [again, setAgain] = useState<{ version: number; answer: ResponseOf<typeof saveSeating> } | null>(null);
  const tries = useRef(0);
  /** True if a save was refused here since the page was loaded. */
  const [isRefused, setIsRefused] = useState(false);
  const send = (draft: Draft, { version }: Pick<SavedPlan, 'version'>) => {
    const { rowCount, hiddenSeats, assignments, marks = {} } = draft.plan;
    const body = {
      layout: {
        rowCount,
        hiddenSeats: [...hiddenSeats],
        newSeats: countAllUnseated(draft.plan, work.parties),
        fullWidth: seatsPerRow,
      },
      ...{ assignments, marks, ticket_pricing: draft.prices, version },
    };
    const onAnswer = (answer: ResponseOf<typeof saveSeating>) => {
      isSaving.current = false;
      if (answer.code === 200) {
        work.wasSaved(draft, answer.version);
        showAlert({ title: answer.msg }, 'ok', at);
        return true;
      }
      const current = findConflictingVersion(answer);
      if (!current) return false;
      if (current.changed_by === '' && tries.current < mostTries) {
        setAgain({ version: current.version, answer });
        return true;
      }
      work.wasRefused(current.changed_by);
      setIsRefused(true);
      return false;
    };
    isSaving.current = true;
    tries.current += 1;
    void make(withParams(saveSeating, { id: page.id }), body, { onAnswer });
  };
  const save = () => {
    tries.current = 0;
    setIsRefused(false);
    send(work.draft, work.base);
  };
  useEffect(() => {
    if (!again || work.saved.version < again.version || busy !== '') return;
    setAgain(null);
    if (work.clash) {
      setIsRefused(true);
      showResponse(at, again.answer);
    } else send(work.draft, work.base);
  });
  const { clash } = work;
  return {
    at,
    busy: busy !== '' || again !== null,
    save,
    clash,
    isRefused,
    /** Returns the draft that would replace theirs. */
    instead: () =>
      clash ? overwriteDraft(work.base, work.draft, clash.theirs, { ...work, known: page.known }) : work.draft,
    replace: (draft: Draft) => {
      if (!clash) return;
      work.goOn('Replaced the other version.', draft);
      tries.current = 0;
      send(draft, clash.theirs);
    },
    merge: () => {
      if (clash) {
        work.goOn('Merged with the other version.', clash.both);
        say(formatMerge(work.draft, clash.both, work.parties));
      }
      clearResponse(at);
    },
    /** Discards my changes. */
    takeSaved: () => {
      work.goOn(clash ? 'Discarded my changes for the other version.' : 'Discarded my changes.');
      clearResponse(at);
    },
  };
}
