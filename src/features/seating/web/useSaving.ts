import { useState } from 'react';
import type { AnswerTo } from '#platform/shared/calls.ts';
import { withParams } from '#platform/shared/calls.ts';
import { currentIn } from '#platform/shared/conflict.ts';
import type { Page } from '#platform/shared/pages.ts';
import { showAlert, unsay } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/useCall.ts';
import type { Part } from '#platform/web/conflict/TheirVersion.tsx';
import { saveSeating } from '../contract.ts';
import { countChanges, merged } from '../merge.ts';
import { countAssigned } from '../plan.ts';
import { type Saved, savedBy, type usePlan } from './usePlan.ts';

/** What somebody else has saved since this plan was opened, and what both began from. */
interface Clash {
  base: Saved;
  theirs: Saved;
  by: string;
}

/** Saves the plan; where somebody else was first, offers theirs, or the two put together. */
export function useSaving(page: Page<'seating'>, work: ReturnType<typeof usePlan>) {
  const [clash, setClash] = useState<Clash | null>(null);
  const { busy, at, make } = useCall();
  const { plan, prices } = work.draft;
  const { rowCount, hiddenSeats, assignments, marks = {} } = plan;
  const save = () => {
    const body = {
      layout: { rowCount, hiddenSeats: [...hiddenSeats] },
      assignments,
      marks,
      ticket_pricing: prices,
      version: work.base.version,
    };
    const onAnswer = (answer: AnswerTo<typeof saveSeating>) => {
      if (answer.code === 200) {
        work.beginFrom({ ...work.draft, version: answer.version }, 'mine');
        setClash(null);
        showAlert({ title: answer.msg }, 'ok', at);
        return true;
      }
      const current = currentIn(answer);
      if (!current) return false;
      setClash({ base: work.base, theirs: savedBy(current), by: current.changed_by });
      work.beginFrom(savedBy(current), 'mine');
      return false;
    };
    void make(withParams(saveSeating, { id: page.id }), body, { onAnswer });
  };
  const settle = () => {
    setClash(null);
    unsay(at);
  };
  return {
    at,
    busy: busy !== '',
    save,
    theirs: clash && { by: clash.by, parts: partsOf(clash) },
    takeTheirs: () => {
      if (clash) work.beginFrom(clash.theirs, 'theirs');
      settle();
    },
    merge: () => {
      if (!clash) return;
      work.step(
        merged(clash.base, work.draft, clash.theirs, work.parties),
        'Put together with what was saved meanwhile.',
      );
      settle();
    },
    /** Back to what is saved. */
    takeSaved: () => {
      work.beginFrom(work.base, 'theirs');
      work.forget();
      settle();
    },
  };
}

const partsOf = ({ base, theirs }: Clash): Part[] => [
  { label: 'Rows', text: `${theirs.plan.rowCount}` },
  { label: 'Seats filled', text: `${countAssigned(theirs.plan)}` },
  { label: 'Changed since you opened it', text: `${countChanges(base, theirs)}` },
];
