import { type ReactNode, type RefObject, useRef } from 'react';
import type { ZodType } from 'zod';
import type { Call } from '#platform/shared/calls/calls.ts';
import { type CurrentVersion, findConflictingVersion } from '#platform/shared/calls/conflict.ts';
import { useCallResponse } from '../alerts/index.ts';
import { CallForm } from '../calls/call-form.tsx';
import { refreshPage } from '../navigation/index.ts';
import { TheirVersion, type TheirVersionPart } from './their-version.tsx';
import { useVersionedForm } from './use-versioned-form.ts';

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
