import { type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import { type CurrentVersion, findConflictingVersion } from '#platform/shared/calls/conflict.ts';
import { buildExcerpt } from '#platform/shared/text/excerpt.ts';
import { CallStatus, showResponse, useCallResponse } from '#platform/web/alerts/index.ts';
import { UnsavedChangesDialog } from '#platform/web/calls/unsaved-changes.tsx';
import { useCall } from '#platform/web/calls/use-call.ts';
import { TheirVersion, type TheirVersionPart } from '#platform/web/conflict/their-version.tsx';
import { RestoredDraftNotice } from '#platform/web/drafts/form-draft.tsx';
import { loadDraft, storeDraft, useDraftStorage } from '#platform/web/drafts/stored-draft.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { InputField } from '#platform/web/ui/fields/field.tsx';
import { MarkdownField } from './markdown-field.tsx';
import styles from './post-form.module.css';

/** The fields that every post has. */
interface PostText {
  title: string;
  content: string;
  version: number;
}

/** The response to a save. After a 200, `saved` identifies the post and its new version. */
interface SaveResponse<Theirs> extends CallResponse {
  saved?: { id: string; version: number };
  current?: Theirs | undefined;
}

interface PostSubmission<Draft> {
  /** The post's id; "" for a new post. */
  id: string;
  draft: Draft;
  /** The values with which the draft started. */
  baseline: Draft;
  /** Reports the share that has been sent, from 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

const noFiles: readonly File[] = [];

const stoppedResponse = { code: 0, msg: 'Stopped. Nothing was saved, but your text and files are still here.' };

interface PostFormProps<Draft extends PostText, Theirs extends CurrentVersion> {
  /** The post's id; "" for a new post. */
  id: string;
  /** Returns the name under which this browser stores the post's draft. */
  draftName: (id: string) => string;
  createDraft: () => Draft;
  /** The label of the button that discards a restored draft. */
  restartLabel: (id: string) => string;
  /** The `CallStatus` slot for the responses. Pass it if the next screen shows them too. */
  slot?: string;
  renews?: 'nothing';
  titleMaxLength: number;
  /** The fields between the title and the text. */
  fields: (form: {
    draft: Draft;
    errors: Readonly<Record<string, string>>;
    change: (some: Partial<Draft>) => void;
  }) => ReactNode;
  /** The files sent with the text, in one request. */
  files?: readonly File[];
  /** The fields below the text. */
  children?: (form: { id: string; draft: Draft; change: (some: Partial<Draft>) => void }) => ReactNode;
  submitLabel: (form: { id: string; draft: Draft; hasConflict: boolean }) => string;
  /** Returns a refusal if the post can't be sent in its present state. */
  findProblem?: () => CallResponse | undefined;
  send: (submission: PostSubmission<Draft>) => Promise<SaveResponse<Theirs>>;
  /**
   * Called after a save. `isComplete` is true if nothing was typed or chosen in the meantime, no picture is still
   * waiting to be added to the text, and the user hasn't left. Returns true if it has shown the response.
   */
  onSaved: (response: SaveResponse<Theirs>, saved: { draft: Draft; isComplete: boolean }) => unknown;
  onConflict?: (theirs: Theirs) => void;
  /** Returns the parts of the other person's version, for comparison. */
  partsOf: (theirs: Theirs) => readonly TheirVersionPart[];
  /** Returns the other person's version as a draft. */
  toDraft: (theirs: Theirs) => Partial<Draft>;
  /** Closes a form that isn't a separate page. Called by the Cancel button and by the `header`. */
  onClose?: () => void;
  header?: (form: { id: string; close: () => void }) => ReactNode;
}

/**
 * The form of every post: the title, further fields, the text and the files sent with it. Stores a draft in this
 * browser, warns before unsaved input is lost, and shows the version that somebody else has saved in the meantime. A
 * failed save loses nothing; input typed during a save is part of the next save.
 */
export function PostForm<Draft extends PostText, Theirs extends CurrentVersion>(props: PostFormProps<Draft, Theirs>) {
  const { draftName, files = noFiles, onClose } = props;
  const [id, setId] = useState(props.id);
  const {
    draft,
    saved: baseline,
    dirty,
    restored,
    change,
    startAfresh,
    markSaved,
  } = useStoredDraft(draftName(id), props.createDraft);
  /** The number of pictures that were chosen for the text and aren't in it yet. */
  const [pendingPictures, setPendingPictures] = useState(0);
  const input = { draft, files, pendingPictures };
  /** The current input, for functions that continue later, such as when a response arrives. */
  const latest = useRef(input);
  useLayoutEffect(() => {
    latest.current = input;
  });
  const [submitted, setSubmitted] = useState(input);
  const { busy, slot: at, sendVia } = useCall(props.slot);
  const sending = busy !== '';
  const response: SaveResponse<Theirs> | null = useCallResponse(at);
  const theirs = findConflictingVersion(response);
  const errors = response?.fields ?? {};
  /** The share that has been sent, from 0 to 1. */
  const [progress, setProgress] = useState(0);
  const abort = useRef<AbortController>(null);
  const [closing, setClosing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isBeingSaved = sending && submitted.draft === draft && submitted.files === files && pendingPictures === 0;
  const unsaved = (dirty || files.length > 0 || pendingPictures > 0) && !isBeingSaved;
  const close = () => (unsaved ? setClosing(true) : onClose?.());
  const changeSome = (some: Partial<PostText>) => change(some as Partial<Draft>);

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending) return;
    const problem = props.findProblem?.();
    if (problem) return showResponse(at, problem);
    setSubmitted(input);
    // Without files, a text is sent so quickly that it may be saved before anybody could cancel
    setProgress(files.length > 0 ? 0 : 1);
    abort.current = new AbortController();
    const { signal } = abort.current;
    let isShown: unknown = false;
    const sendOnce = async () => {
      const given = await props.send({ id, draft, baseline, onProgress: setProgress, signal });
      if (signal.aborted) return stoppedResponse;
      if (given.code !== 200 || !given.saved) return given;
      const { saved } = given;
      const { draft: typed, files: chosen, pendingPictures } = latest.current;
      const isComplete = typed === draft && chosen === files && pendingPictures === 0 && form.current !== null;
      markSaved({ ...draft, version: saved.version }, draftName(saved.id));
      setId(saved.id);
      isShown = await props.onSaved(given, { draft, isComplete });
      return given;
    };
    const onAnswer = (given: SaveResponse<Theirs>) => {
      const current = findConflictingVersion(given);
      if (current) {
        changeSome({ version: current.version });
        props.onConflict?.(current);
      }
      return isShown;
    };
    await sendVia({ path: at }, sendOnce, { renews: props.renews, form: form.current, onAnswer });
  }

  function addDocument(markdown: string) {
    const { title, content } = latest.current.draft;
    const [heading, documentTitle] = parseLeadingHeading(markdown);
    const isEmpty = title === '' && content === '';
    // If the document's heading is the post's title, or becomes the title of an empty post, the heading is left out,
    // because the post's page shows the title above the text
    const isTitle = isEmpty || documentTitle === title.trim();
    const added = isTitle ? markdown.slice(heading.length) : markdown;
    changeSome({
      content: [content, added].filter(Boolean).join('\n\n'),
      ...(isEmpty && documentTitle && { title: documentTitle }),
    });
  }

  return (
    <>
      {props.header?.({ id, close })}
      {restored && <RestoredDraftNotice back={props.restartLabel(id)} onBack={startAfresh} />}
      <form ref={form} className="stack" onSubmit={save} noValidate>
        <InputField
          label="Title"
          error={errors.title}
          name="title"
          maxLength={props.titleMaxLength}
          value={draft.title}
          onChange={({ target }) => changeSome({ title: target.value })}
        />
        <div className={styles.fields}>{props.fields({ draft, errors, change })}</div>
        <MarkdownField
          value={draft.content}
          error={errors.content}
          onChange={(content) => changeSome({ content })}
          onDocument={addDocument}
          onPendingPictures={setPendingPictures}
        />
        {props.children?.({ id, draft, change })}
        {sending && files.length > 0 && (
          <div className={styles.progress}>
            <progress aria-label="Sending" max={1} {...(progress < 1 ? { value: progress } : {})} />
            <p className="meta num">{progress < 1 ? `${Math.floor(progress * 100)} % sent` : 'Checking…'}</p>
          </div>
        )}
        <div className="row">
          <Button type="submit" pending={sending}>
            <ButtonLabel
              label={props.submitLabel({ id, draft, hasConflict: theirs !== undefined })}
              busyLabel="Saving…"
              busy={sending}
            />
          </Button>
          {onClose &&
            (sending ? (
              // Once the whole post has been sent, it may already be saved
              <Button look="line" disabled={progress === 1} onClick={() => abort.current?.abort()}>
                Stop
              </Button>
            ) : (
              <Button look="line" onClick={close}>
                Cancel
              </Button>
            ))}
          <CallStatus slot={at} />
        </div>
        {theirs && (
          <TheirVersion
            by={theirs.changed_by}
            parts={props.partsOf(theirs)}
            at={at}
            onAccept={() => change(props.toDraft(theirs))}
          />
        )}
      </form>
      <UnsavedChangesDialog
        unsaved={unsaved}
        what="this post"
        stored
        closing={closing && { onLeave: () => onClose?.(), onStay: () => setClosing(false) }}
      >
        {files.length > 0 && ' You’ll need to choose your files again.'}
        {pendingPictures > 0 && ' You’ll need to choose your pictures again.'}
      </UnsavedChangesDialog>
    </>
  );
}

/**
 * Returns the heading at the beginning of a text, and the heading's words as plain text; "" for both if there is none.
 */
function parseLeadingHeading(content: string): [heading: string, words: string] {
  const [heading = '', words = ''] = /^## (.*)\n*/.exec(content) ?? [];
  return [heading, buildExcerpt(words, 200)];
}

/** A draft of something that has versions. The version alone doesn't count as a change of the draft. */
interface Versioned {
  version: number;
}

/**
 * While a draft differs from `saved`, stores it in this browser for the user who types it. An earlier draft is restored
 * only if it has the same fields, because it may be from an older version of this program.
 */
function useStoredDraft<Draft extends Versioned>(
  name: string,
  createDraft: () => Draft,
): {
  draft: Draft;
  /** The editor's initial values, or the values saved since. */
  saved: Draft;
  dirty: boolean;
  /** True if the draft was typed on an earlier visit. */
  restored: boolean;
  change: (some: Partial<Draft>) => void;
  startAfresh: () => void;
  /**
   * Marks `made` as the saved version. Input typed since then is still a draft: on the screen or, if the user has left,
   * in the browser's storage under `newName`.
   */
  markSaved: (made: Draft, newName: string) => void;
} {
  const [saved, setSaved] = useState(createDraft);
  const [draft, setDraft] = useState(saved);
  const [restored, setRestored] = useState(false);
  const [isDraft] = useState(() => (value: unknown) => hasFieldsOf(saved, value));
  const dirty = !isSame(draft, saved);
  const forget = useDraftStorage(name, dirty ? draft : null, isDraft, (found) => {
    if (isSame(found, saved)) return;
    setDraft(found);
    setRestored(true);
  });
  const { id: user } = useSite().current_user;
  const isHere = useRef(true);
  useLayoutEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return {
    draft,
    saved,
    dirty,
    restored,
    change: (some) => setDraft((before) => ({ ...before, ...some })),
    startAfresh: () => {
      setDraft(saved);
      setRestored(false);
    },
    markSaved: (made, newName) => {
      const left = isHere.current ? undefined : loadDraft(user, name, isDraft);
      forget();
      if (left && !isSame(left, made)) storeDraft(user, newName, { ...left, version: made.version });
      setSaved(made);
      setDraft((before) => ({ ...before, version: made.version }));
      setRestored(false);
    },
  };
}

function isSame<Draft extends Versioned>(a: Draft, b: Draft): boolean {
  const { version: _, ...others } = b;
  return Object.entries(others).every(([name, value]) => a[name as keyof Draft] === value);
}

function hasFieldsOf<Draft extends Versioned>(sample: Draft, value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false;
  const fields: Record<string, unknown> = { ...value };
  return Object.entries(sample).every(([name, field]) => typeof fields[name] === typeof field);
}
