import { useState } from 'react';
import type { CallBodyInput, CallSchemas, ResolvedCall, ResponseForSchemas } from '#platform/shared/calls/calls.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';

/** The message about the last action, and a button to undo it. */
export function UndoMessage({ calls: { busy, at, undo } }: { calls: ReturnType<typeof useUndoableCalls> }) {
  return (
    <CallStatus slot={at}>
      {undo && (
        <Button small look="line" pending={busy} onClick={() => undo()}>
          Undo
        </Button>
      )}
    </CallStatus>
  );
}

/** Calls media actions from buttons, and stores how to undo the last one, for `UndoMessage`. */
export function useUndoableCalls() {
  const { busy, slot: at, sendVia: send } = useCall();
  const [undo, setUndo] = useState<(() => void) | null>(null);
  async function run<const Path extends string, Schemas extends CallSchemas>(
    call: ResolvedCall<Path, Schemas>,
    body: CallBodyInput<Schemas>,
    back: (() => void) | null = null,
  ): Promise<ResponseForSchemas<Schemas>> {
    return send(call, () => sendCall(call, body), {
      onAnswer: ({ code }) => setUndo(() => (code === 200 ? back : null)),
    });
  }
  return { run, busy: busy !== '', at, undo };
}
