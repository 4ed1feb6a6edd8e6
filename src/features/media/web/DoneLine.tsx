import { Alert } from '../../../platform/web/ui/Alert.tsx';
import { Button } from '../../../platform/web/ui/Button.tsx';
import type { useActs } from './useActs.ts';

/** Says what came of the last act, and offers to undo it. */
export function DoneLine({ acts: { done, act, busy } }: { acts: ReturnType<typeof useActs> }) {
  const failed = done !== null && done.answer.code !== 200;
  return (
    <div>
      <div role="alert">{failed && <Alert tone="bad" title={done.answer.msg} />}</div>
      <div role="status">
        {done && !failed && (
          <Alert tone="ok" title={done.answer.msg}>
            {done.undo && (
              <p>
                <Button
                  small
                  look="line"
                  pending={busy}
                  onClick={() => done.undo && void act(done.undo.call, done.undo.body)}
                >
                  Undo
                </Button>
              </p>
            )}
          </Alert>
        )}
      </div>
    </div>
  );
}
