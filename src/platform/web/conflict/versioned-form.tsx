import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { ZodType } from 'zod';
import type { Call } from '#platform/shared/calls/calls.ts';
import { type CurrentVersion, findConflictingVersion } from '#platform/shared/calls/conflict.ts';
import { useCallResponse } from '../alerts/index.ts';
import { CallForm } from '../calls/call-form.tsx';
import { refreshPage } from '../navigation/index.ts';
import { TheirVersion, type TheirVersionPart } from './their-version.tsx';

interface Versioned {
  version: number;
}

/** The state of the form when the page's data arrives. */
interface FormState {
  typed: boolean;
  /** True if `begun` has the version of the form's own save, and the page hasn't yet delivered the saved values. */
  awaits?: boolean;
}

/**
 * Returns true if the form adopts the page's version. That is so if the form isn't dirty, or if the page's values equal
 * those with which the form started, because a save then can't overwrite another user's changes. After its own save,
 * the form adopts the version of that save, and no older one.
 */
export function shouldAdoptVersion<Saved extends Versioned>(
  begun: Saved,
  page: Saved,
  { typed, awaits = false }: FormState,
): boolean {
  if (awaits && page.version <= begun.version) return page.version === begun.version;
  return page.version !== begun.version && (!typed || (!awaits && valuesOf(begun) === valuesOf(page)));
}

const valuesOf = (saved: Versioned) => JSON.stringify({ ...saved, version: 0 });

/**
 * Holds the values and version with which a form started. Refetching the page may bring a newer version saved by
 * somebody else. A save based on the old values must still send the old version, so that the server refuses it. After
 * its own save, the form continues from the new version and keeps input typed in the meantime.
 */
export function useVersionedForm<Saved extends Versioned>(
  page: Saved,
  isTyped: (baseline: Saved) => boolean,
  /** Fills the form with new values if nothing was typed. */
  onFollow?: (page: Saved) => void,
): {
  baseline: Saved;
  /**
   * The form's key. It changes when other values arrive while nothing is typed, or the typed values are discarded,
   * which refills the form.
   */
  resetKey: number;
  /** Records that this version was created by the form's own save. */
  markSaved: (version: number) => void;
  /** Accepts the other version: typed input is discarded, and the form adopts the page's values. */
  acceptTheirs: () => void;
} {
  const [baseline, setBaseline] = useState(page);
  const [resetKey, setResetKey] = useState(0);
  const awaits = useRef(false);
  // Runs at every render, because typed text may have been removed since the page's data arrived
  useEffect(() => {
    const typed = isTyped(baseline);
    if (!shouldAdoptVersion(baseline, page, { typed, awaits: awaits.current })) return;
    if (!typed && valuesOf(baseline) !== valuesOf(page)) setResetKey(resetKey + 1);
    awaits.current = false;
    setBaseline(page);
    if (!typed) onFollow?.(page);
  });
  return {
    baseline,
    resetKey,
    markSaved: (version) => {
      awaits.current = true;
      setBaseline((before) => ({ ...before, version }));
    },
    acceptTheirs: () => setResetKey(resetKey + 1),
  };
}

/** A call that is refused if somebody else has saved in the meantime. */
type VersionedCall<Theirs extends CurrentVersion> = Call<
  string,
  {
    readonly body: ZodType;
    readonly answers: { readonly 200: ZodType<{ version: number }>; readonly 409: ZodType<{ current: Theirs }> };
  }
>;

/**
 * A form for one record that others may save too. If somebody else has saved, their version is shown below the form,
 * for comparing and accepting; saving again keeps the user's own version.
 */
export function VersionedForm<Saved extends { version: number }, Theirs extends CurrentVersion>({
  call,
  saved,
  what,
  submit,
  pending,
  partsOf,
  typed: given,
  onDone,
  children,
}: {
  call: VersionedCall<Theirs>;
  /** The page's values. The form adopts them while nothing is typed. */
  saved: Saved;
  /** Names the input that would be lost by leaving: “Leave without saving …?” */
  what: string;
  submit: string;
  pending: string;
  /** Describes the other user's version as text, part by part. */
  partsOf: (theirs: Theirs) => readonly TheirVersionPart[];
  /** Receives a function that returns true if anything is typed, for components outside the form. */
  typed?: RefObject<() => boolean>;
  /**
   * Called with the saved version's number if nothing was typed in the meantime, or without a number once the other
   * version has been accepted.
   */
  onDone?: (version?: number) => void;
  /** Renders the fields from the form's initial values and the errors. */
  children: (baseline: Saved, errors: Record<string, string>) => ReactNode;
}) {
  const own = useRef(() => false);
  const typed = given ?? own;
  const { baseline, resetKey, markSaved, acceptTheirs } = useVersionedForm(saved, () => typed.current());
  const theirs = findConflictingVersion(useCallResponse<VersionedCall<Theirs>>(call.path));
  return (
    <>
      <CallForm
        key={resetKey}
        call={call}
        what={what}
        submitLabel={submit}
        pendingLabel={pending}
        typed={typed}
        onAnswer={(answer) => {
          if (answer.code !== 200) return;
          markSaved(answer.version);
          if (!typed.current()) onDone?.(answer.version);
        }}
      >
        {(errors) => (
          <>
            <input type="hidden" name="version" value={theirs?.version ?? baseline.version} />
            {children(baseline, errors)}
          </>
        )}
      </CallForm>
      {theirs && (
        <TheirVersion
          by={theirs.changed_by}
          at={call.path}
          parts={partsOf(theirs)}
          onAccept={() => {
            acceptTheirs();
            void refreshPage().then(() => onDone?.());
          }}
        />
      )}
    </>
  );
}
