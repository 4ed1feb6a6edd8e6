import { CallStatus } from '#platform/web/alerts/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import type { useUndoableCalls } from './use-undoable-calls.ts';

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
