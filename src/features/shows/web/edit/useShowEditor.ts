import { useRef, useState } from 'react';
import type { Answer } from '../../../../platform/shared/answer.ts';
import { showAlert } from '../../../../platform/web/alerts/index.ts';
import { sendCall } from '../../../../platform/web/calls/sendCall.ts';
import { goTo, refreshPage } from '../../../../platform/web/navigation/index.ts';
import { bodyOf, type Draft, draftOf } from '../../draft.ts';
import type { EditShow } from '../../edit-contract.ts';

type Saved = Pick<EditShow, 'showDetails' | 'currentRoles'>;

export interface ShowEditor {
  draft: Draft;
  change: (change: (draft: Draft) => Draft) => void;
  /** Puts back who was taken out of the cast or crew last; null when that was nobody, or something was changed since. */
  putBack: (() => void) | null;
  /** What the page came with, back again. */
  discard: () => void;
  changed: boolean;
  busy: boolean;
  /** The last answer; null before any. */
  answer: Answer | null;
  errors: Record<string, string>;
  /** Set when someone else has saved: what they have, what both began from, and who that was. */
  overtaken: { base: Draft; theirs: Draft; by: string } | null;
  save: (draft?: Draft) => Promise<void>;
}

/** A show being edited. Whatever the server says, what was typed stays until it is saved or discarded. */
export function useShowEditor(page: EditShow): ShowEditor {
  const fresh = page.showDetails.id === '';
  const [base, setBase] = useState<Saved>(page);
  const [draft, setDraft] = useState(() => draftOf(page));
  const [theirs, setTheirs] = useState<(Saved & { by: string }) | null>(null);
  const [before, setBefore] = useState<Draft | null>(null);
  const [changed, setChanged] = useState(fresh && page.currentRoles.length > 0);
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const sending = useRef(false);
  /** How often something was changed: what is typed while a save is under way isn't saved by it. */
  const edits = useRef(0);
  /** The version that our own last save made. */
  const [own, setOwn] = useState('');

  // Saved, and asked for anew: the page then brings the version that the next save starts from
  const { updated_at } = page.showDetails;
  if (!theirs && updated_at !== base.showDetails.updated_at && (!changed || updated_at === own)) {
    setBase(page);
    if (!changed) setDraft(draftOf(page));
  }

  const save = async (sent = draft) => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setDraft(sent);
    setBefore(null);
    const counted = edits.current;
    const version = (theirs ?? base).showDetails.updated_at;
    const said = await sendCall(`/members/api/manage_shows/${page.showDetails.id || 'new'}`, bodyOf(sent, version));
    sending.current = false;
    setBusy(false);
    setAnswer(said);
    if (said.code === 409 && isOvertaken(said)) return setTheirs({ ...said.current, by: said.by || 'Someone else' });
    if (said.code !== 200) return;
    setChanged(edits.current !== counted);
    setOwn('updated_at' in said ? String(said.updated_at) : '');
    setTheirs(null);
    if (fresh && 'url' in said && typeof said.url === 'string') {
      showAlert({ title: said.msg, content: 'It is on the site, and can be changed here at any time.' });
      await goTo(said.url);
    } else await refreshPage();
  };

  return {
    draft,
    change: (how) => {
      edits.current += 1;
      setDraft(how);
      const next = how(draft);
      setBefore(named(next) < named(draft) || next.roles.length < draft.roles.length ? draft : null);
      setChanged(true);
    },
    putBack:
      before &&
      (() => {
        edits.current += 1;
        setDraft(before);
        setBefore(null);
      }),
    discard: () => {
      setDraft(draftOf(theirs ?? base));
      if (theirs) setBase(theirs);
      setTheirs(null);
      setBefore(null);
      setChanged(false);
      setAnswer(null);
    },
    changed,
    busy,
    answer,
    errors: (answer?.code !== 200 && answer?.fields) || {},
    overtaken: theirs && { base: draftOf(base), theirs: draftOf(theirs), by: theirs.by },
    save,
  };
}

/** How many stand in the cast and crew. */
const named = ({ roles }: Draft): number => roles.reduce((sum, { people }) => sum + people.length, 0);

const isOvertaken = (answer: Answer): answer is Answer & { current: Saved; by: string } => 'current' in answer;
