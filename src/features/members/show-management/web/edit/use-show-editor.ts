import { type RefObject, useMemo, useRef, useState } from 'react';
import { type CurrentShow, saveShow } from '#features/archive/shows/edit-contract.ts';
import { resolveRun } from '#features/archive/shows/partial-dates.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { findConflictingVersion } from '#platform/shared/calls/conflict.ts';
import { isPast } from '#platform/shared/dates/dates.ts';
import type { SiteData } from '#platform/shared/pages.ts';
import { showAlert, useCallResponse } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { useDraftStorage } from '#platform/web/drafts/stored-draft.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import type { EditShowContent } from '../../contract.ts';
import {
  createStoredShowDraftGuard,
  isSameShowDraft,
  isSameShowPart,
  mergeShowDrafts,
  regenerateRowKeys,
  type ShowDraft,
  type ShowPart,
  toSaveShowBody,
  toShowDraft,
  type VersionChoice,
} from '../../show-draft.ts';

export interface ShowEditor {
  draft: ShowDraft;
  change: (change: (draft: ShowDraft) => ShowDraft) => void;
  /** Undoes the removal of a person or role; null if the last change wasn't a removal. */
  undoRemoval: (() => void) | null;
  /** Discards the changes and shows the saved version. */
  discard: () => void;
  changed: boolean;
  /** True if the draft comes from an earlier visit. */
  restored: boolean;
  busy: boolean;
  /** The place on the page where the last response is shown. */
  at: string;
  errors: Record<string, string>;
  /**
   * Set after a conflict: the other user's version and name, the common base, and the choices for parts that both sides
   * changed.
   */
  conflict: {
    base: ShowDraft;
    theirs: ShowDraft;
    by: string;
    choices: VersionChoices;
    choose: (part: ShowPart, choice: VersionChoice) => void;
  } | null;
  /** Saves the draft; after a conflict, the merged versions. */
  save: () => Promise<void>;
}

type VersionChoices = Partial<Record<ShowPart, VersionChoice>>;

/** Holds the draft of a show until it is saved or discarded, even if the server refuses a save. */
export function useShowEditor(page: EditShowContent, form: RefObject<HTMLElement | null>): ShowEditor {
  const isNew = page.showDetails.id === '';
  /** The saved show that the draft is based on. */
  const [base, setBase] = useState(() => ({ draft: toShowDraft(page), version: page.showDetails.version }));
  const [draft, setDraft] = useState(() => toShowDraft(page));
  const [theirs, setTheirs] = useState<CurrentShow | null>(null);
  const [choices, setChoices] = useState<VersionChoices>({});
  const [before, setBefore] = useState<ShowDraft | null>(null);
  const [changed, setChanged] = useState(isNew && page.currentRoles.length > 0);
  const [restored, setRestored] = useState(false);
  const site = useSite();
  const { busy, slot: at, send } = useCall();
  const answer = useCallResponse(at);
  const isSending = useRef(false);
  /** Counts changes. A change made during a save isn't part of that save. */
  const changeCount = useRef(0);
  /**
   * The version on which the next save is based. After a save this is the new version, even before the page is fetched
   * again.
   */
  const [version, setVersion] = useState(page.showDetails.version);

  // After a save, the old page stays until the page is fetched again, so the page's version counts only if it isn't
  // older than the saved one
  const pageVersion = page.showDetails.version;
  const isNewer = pageVersion !== base.version && pageVersion >= version;
  if (!theirs && isNewer && (!changed || pageVersion === version)) {
    setBase({ draft: toShowDraft(page), version: pageVersion });
    setVersion(pageVersion);
    if (!changed) setDraft(toShowDraft(page));
  }

  const unsavedDraft = useMemo(
    () => (changed && !isSameShowDraft(draft, base.draft) ? { draft, base } : null),
    [changed, draft, base],
  );
  const [isStored] = useState(() => createStoredShowDraftGuard(draft));
  // The title distinguishes the drafts of new shows that are copied from different shows
  useDraftStorage(`show ${page.showDetails.id || page.title}`, unsavedDraft, isStored, (stored) => {
    if (isSameShowDraft(stored.draft, draft)) return;
    setDraft(regenerateRowKeys(stored.draft));
    // If the draft is based on an older version, the save is refused and both versions are shown
    setBase(stored.base);
    setVersion(stored.base.version);
    setChanged(true);
    setRestored(true);
  });

  const save = async () => {
    if (isSending.current) return;
    isSending.current = true;
    const sent = theirs ? mergeShowDrafts(base.draft, draft, toShowDraft(theirs), choices) : draft;
    setDraft(sent);
    setBefore(null);
    const countBefore = changeCount.current;
    await send(withParams(saveShow, { showId: page.showDetails.id || 'new' }), toSaveShowBody(sent, version), {
      form: form.current,
      // A new show has its own URL once it is saved
      leadsTo: (answer) => (isNew && answer.code === 200 ? answer.url : undefined),
      onAnswer: (answer) => {
        isSending.current = false;
        const current = findConflictingVersion(answer);
        if (current) {
          // The merged draft already contains the other user's changes, so their version becomes the new base
          if (theirs) setBase({ draft: toShowDraft(theirs), version: theirs.showDetails.version });
          setTheirs(current);
          setVersion(current.version);
        }
        if (answer.code !== 200) return;
        setChanged(changeCount.current !== countBefore);
        setVersion(answer.version);
        setTheirs(null);
        setChoices({});
        setRestored(false);
        if (isNew) showAlert({ title: answer.msg, content: formatNewShowAdvice(sent, site) });
      },
    });
  };

  return {
    draft,
    change: (update) => {
      changeCount.current += 1;
      setDraft(update);
      const next = update(draft);
      setBefore(countPeople(next) < countPeople(draft) || next.roles.length < draft.roles.length ? draft : null);
      // A choice no longer applies if the user has changed that part in the meantime
      setChoices((chosen) => dropChangedChoices(chosen, { before: draft, next }));
      setChanged(true);
    },
    undoRemoval:
      before &&
      (() => {
        changeCount.current += 1;
        setDraft(before);
        setBefore(null);
      }),
    discard: () => {
      // The saved version also becomes the base, because a stored draft may be based on an older version
      const saved = theirs ?? page;
      setDraft(toShowDraft(saved));
      setBase({ draft: toShowDraft(saved), version: saved.showDetails.version });
      setVersion(saved.showDetails.version);
      setTheirs(null);
      setChoices({});
      setRestored(false);
      setBefore(null);
      setChanged(false);
    },
    changed,
    restored,
    busy: busy !== '',
    at,
    errors: (answer?.code !== 200 && answer?.fields) || {},
    conflict: theirs && {
      base: base.draft,
      theirs: toShowDraft(theirs),
      by: theirs.changed_by,
      choices,
      choose: (part, choice) => setChoices({ ...choices, [part]: choice }),
    },
    save,
  };
}

/** Formats advice on what to do next with a show that has just been created. */
export function formatNewShowAdvice(
  { texts: { date, first_date }, cancelled }: Pick<ShowDraft, 'texts' | 'cancelled'>,
  { today, memberNavItemsToShow: may }: Pick<SiteData, 'today' | 'memberNavItemsToShow'>,
): string {
  const run = resolveRun(undefined, { date, first_date });
  const isAhead = !cancelled && !('fault' in run) && !isPast(run.last.date, run.last.precision, today);
  return may.bookings && isAhead
    ? 'It’s now on the site. Next, add its performances in Manage Bookings.'
    : 'It’s now on the site. You can edit it here at any time.';
}

const dropChangedChoices = (
  chosen: VersionChoices,
  { before, next }: Record<'before' | 'next', ShowDraft>,
): VersionChoices =>
  Object.fromEntries(Object.entries(chosen).filter(([part]) => isSameShowPart(before, next, part as ShowPart)));

const countPeople = ({ roles }: ShowDraft): number => roles.reduce((sum, { people }) => sum + people.length, 0);
