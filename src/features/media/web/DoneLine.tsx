import { Said } from '#platform/web/alerts/index.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import type { useActs } from './useActs.ts';

/** The answer to the last action, and a way to undo it. */
export function DoneLine({ acts: { act, busy, at, undo } }: { acts: ReturnType<typeof useActs> }) {
  return (
    <Said at={at}>
      {undo && (
        <Button small look="line" pending={busy} onClick={() => void act(undo.call, undo.body)}>
          Undo
        </Button>
      )}
    </Said>
  );
}
