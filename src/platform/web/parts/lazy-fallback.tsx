import { useEffect } from 'react';
import { Button } from '../ui/actions/button.tsx';
import { Alert } from '../ui/content/alert.tsx';
import { type LazyModule, loadFailedMessage } from './lazy-module.ts';

/**
 * Shown in place of a part of a page until the part has loaded. Requests the part, and shows a message if it can't be
 * fetched.
 */
export function LazyFallback({ of: { failed, load: ask }, children }: { of: LazyModule<object>; children: string }) {
  useEffect(() => void ask(), [ask]);
  if (!failed) return <p aria-busy="true">{children}</p>;
  return (
    <div role="alert">
      <Alert tone="bad" title={loadFailedMessage}>
        <Button look="line" small onClick={() => void ask()}>
          Try again
        </Button>
      </Alert>
    </div>
  );
}
