import { type RefObject, useMemo, useRef, useState } from 'react';
import { type CurrentShow, saveShow } from '#features/archive/shows/edit-contract.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { findConflictingVersion } from '#platform/shared/calls/conflict.ts';
import { showAlert, useCallResponse } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { useDraftStorage } from '#platform/web/drafts/use-draft-storage.ts';
import type { EditShowContent } from '../../edit-page-contract.ts';
import { formatPart, mergeDrafts, type ShowPart, type VersionChoice } from '../../merge-drafts.ts';
import { type ShowDraft, toSaveShowBody, toShowDraft } from '../../show-draft.ts';
import { createStoredDraftGuard, isSameShow, renewRowKeys } from '../../stored-show-draft.ts';

export interface ShowEditor {
  draft: ShowDraft;
  change: (change: (draft: ShowDraft) => ShowDraft) => void;
  /** Restores the person removed from cast or crew last; null when there is nobody, or something was changed since. */
  undoRemoval: (() => void) | null;
  /** Restores the page's own content. */
  discard: () => void;
  changed: boolean;
  /** True if the draft was typed on an earlier visit. */
  restored: boolean;
  busy: boolean;
  /** The slot of the last response. */
  at: string;
  errors: Record<string, string>;
  /** Set after a conflict: their version, the common base, their name, and the choices for parts that both changed. */
  conflict: {
    base: ShowDraft;
    theirs: ShowDraft;
    by: string;
    choices: VersionChoices;
    choose: (part: ShowPart, choice: VersionChoice) => void;
  } | null;
  /** Saves the draft; after a conflict, the two versions put together. */
  save: () => Promise<void>;
}

type VersionChoices = Partial<Record<ShowPart, VersionChoice>>;

/** Edits a show. The typed text stays until it is saved or discarded, even if the server refuses it. */
export function useShowEditor(page: EditShowContent, form: RefObject<HTMLElement | null>): ShowEditor {
  const fresh = page.showDetails.id === '';
  /** The saved show from which the draft started. */
  const [base, setBase] = useState(() => ({ draft: toShowDraft(page), version: page.showDetails.version }));
  const [draft, setDraft] = useState(() => toShowDraft(page));
  const [theirs, setTheirs] = useState<CurrentShow | null>(null);
  const [choices, setChoices] = useState<VersionChoices>({});
  const [before, setBefore] = useState<ShowDraft | null>(null);
  const [changed, setChanged] = useState(fresh && page.currentRoles.length > 0);
  const [restored, setRestored] = useState(false);
  const { busy, slot: at, send: make } = useCall();
  const answer = useCallResponse(at);
  const sending = useRef(false);
  /** Counts the changes: text typed during a save isn't saved by it. */
  const edits = useRef(0);
  /** The version from which the next save starts: our own last one, even before the page has been fetched again. */
  const [version, setVersion] = useState(page.showDetails.version);

  // Saved, and the page is being fetched again: for a moment the old one is still on screen
  const shown = page.showDetails.version;
  const isNews = shown !== base.version && shown >= version;
  if (!theirs && isNews && (!changed || shown === version)) {
    setBase({ draft: toShowDraft(page), version: shown });
    setVersion(shown);
    if (!changed) setDraft(toShowDraft(page));
  }

  const typed = useMemo(
    () => (changed && !isSameShow(draft, base.draft) ? { draft, base } : null),
    [changed, draft, base],
  );
  const [isStored] = useState(() => createStoredDraftGuard(draft));
  // A new show copied from another has a draft of its own
  useDraftStorage(`show ${page.showDetails.id || page.title}`, typed, isStored, (stored) => {
    if (isSameShow(stored.draft, draft)) return;
    setDraft(renewRowKeys(stored.draft));
    // Over an older version the save is refused, and shows the two side by side
    setBase(stored.base);
    setVersion(stored.base.version);
    setChanged(true);
    setRestored(true);
  });

  const save = async () => {
    if (sending.current) return;
    sending.current = true;
    const sent = theirs ? mergeDrafts(base.draft, draft, toShowDraft(theirs), choices) : draft;
    setDraft(sent);
    setBefore(null);
    const counted = edits.current;
    await make(withParams(saveShow, { showId: page.showDetails.id || 'new' }), toSaveShowBody(sent, version), {
      form: form.current,
      // A new show is edited at its own address from now on
      leadsTo: (answer) => (fresh && answer.code === 200 ? answer.url : undefined),
      onAnswer: (answer) => {
        sending.current = false;
        const current = findConflictingVersion(answer);
        if (current) {
          // The merged draft already contains their changes, so their version becomes the new base.
          if (theirs) setBase({ draft: toShowDraft(theirs), version: theirs.showDetails.version });
          setTheirs(current);
          setVersion(current.version);
        }
        if (answer.code !== 200) return;
        setChanged(edits.current !== counted);
        setVersion(answer.version);
        setTheirs(null);
        setChoices({});
        setRestored(false);
        if (fresh) showAlert({ title: answer.msg, content: 'It’s now on the site. You can edit it here at any time.' });
      },
    });
  };

  return {
    draft,
    change: (how) => {
      edits.current += 1;
      setDraft(how);
      const next = how(draft);
      setBefore(named(next) < named(draft) || next.roles.length < draft.roles.length ? draft : null);
      // Typing over a part makes it the user's own, and replaces an earlier choice
      setChoices((chosen) => choicesLeft(chosen, { before: draft, next }));
      setChanged(true);
    },
    undoRemoval:
      before &&
      (() => {
        edits.current += 1;
        setDraft(before);
        setBefore(null);
      }),
    discard: () => {
      // A stored draft may have begun from an older version
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

const choicesLeft = (chosen: VersionChoices, { before, next }: Record<'before' | 'next', ShowDraft>): VersionChoices =>
  Object.fromEntries(
    Object.entries(chosen).filter(([part]) => {
      const words = [before, next].map((draft) => formatPart(draft, part as ShowPart));
      return words[0] === words[1];
    }),
  );

/** Counts the people in cast and crew. */
const named = ({ roles }: ShowDraft): number => roles.reduce((sum, { people }) => sum + people.length, 0);
