import { Said } from '#platform/web/alerts/index.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import type { useActs } from './useActs.ts';

/** The answer to the last action, and a way to undo it. */
export function DoneLine({ acts: { busy, at, undo } }: { acts: ReturnType<typeof useActs> }) {
  return (
    <Said at={at}>
      {undo && (
        <Button small look="line" pending={busy} onClick={() => undo()}>
          Undo
        </Button>
      )}
    </Said>
  );
}
