import { type RefObject, useRef, useState } from 'react';
import type { Answer } from '#platform/shared/answer.ts';
import { showAlert, useSaid } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/useCall.ts';
import type { EditShow } from '../../edit-contract.ts';
import { bodyOf, type Draft, draftOf } from '../../show-draft.ts';

type Saved = Pick<EditShow, 'showDetails' | 'currentRoles'>;

export interface ShowEditor {
  draft: Draft;
  change: (change: (draft: Draft) => Draft) => void;
  /**
   * Puts back who was taken out of the cast or crew last; null when that was nobody, or something was changed since.
   */
  putBack: (() => void) | null;
  /** What the page came with, back again. */
  discard: () => void;
  changed: boolean;
  busy: boolean;
  /** Where the last answer is written. */
  at: string;
  errors: Record<string, string>;
  /** Set when someone else has saved: what they have, what both began from, and who that was. */
  overtaken: { base: Draft; theirs: Draft; by: string } | null;
  save: (draft?: Draft) => Promise<void>;
}

/** A show being edited. Whatever the server says, what was typed stays until it is saved or discarded. */
export function useShowEditor(page: EditShow, form: RefObject<HTMLElement | null>): ShowEditor {
  const fresh = page.showDetails.id === '';
  const [base, setBase] = useState<Saved>(page);
  const [draft, setDraft] = useState(() => draftOf(page));
  const [theirs, setTheirs] = useState<(Saved & { by: string }) | null>(null);
  const [before, setBefore] = useState<Draft | null>(null);
  const [changed, setChanged] = useState(fresh && page.currentRoles.length > 0);
  const { busy, at, make } = useCall();
  const answer = useSaid(at);
  const sending = useRef(false);
  /** How often something was changed: what is typed while a save is under way isn't saved by it. */
  const edits = useRef(0);
  /** What the next save starts from: our own last one, also before the page has come anew. */
  const [version, setVersion] = useState<string>(page.showDetails.updated_at);

  // Saved, and asked for anew. A page from before that is on screen for a moment longer
  const { updated_at } = page.showDetails;
  const isNews = updated_at !== base.showDetails.updated_at && updated_at >= version;
  if (!theirs && isNews && (!changed || updated_at === version)) {
    setBase(page);
    setVersion(updated_at);
    if (!changed) setDraft(draftOf(page));
  }

  const save = async (sent = draft) => {
    if (sending.current) return;
    sending.current = true;
    setDraft(sent);
    setBefore(null);
    const counted = edits.current;
    await make(`/members/api/manage_shows/${page.showDetails.id || 'new'}`, bodyOf(sent, version), {
      form: form.current,
      // A new one is edited at its own address from now on
      leadsTo: (said) => (fresh && 'url' in said && typeof said.url === 'string' ? said.url : undefined),
      onAnswer: (said) => {
        sending.current = false;
        if (said.code === 409 && isOvertaken(said)) {
          setTheirs({ ...said.current, by: said.by || 'Someone else' });
          setVersion(said.current.showDetails.updated_at);
        }
        if (said.code !== 200) return;
        setChanged(edits.current !== counted);
        if ('updated_at' in said) setVersion(String(said.updated_at));
        setTheirs(null);
        if (fresh) showAlert({ title: said.msg, content: 'It is on the site, and can be changed here at any time.' });
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
    },
    changed,
    busy: busy !== '',
    at,
    errors: (answer?.code !== 200 && answer?.fields) || {},
    overtaken: theirs && { base: draftOf(base), theirs: draftOf(theirs), by: theirs.by },
    save,
  };
}

/** How many stand in the cast and crew. */
const named = ({ roles }: Draft): number => roles.reduce((sum, { people }) => sum + people.length, 0);

const isOvertaken = (answer: Answer): answer is Answer & { current: Saved; by: string } => 'current' in answer;
