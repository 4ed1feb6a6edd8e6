import { useEffect } from 'react';
import { Button } from '../ui/actions/button.tsx';
import { Alert } from '../ui/content/alert.tsx';
import { type LazyModule, loadFailedMessage } from './use-lazy-module.ts';

/** Replaces a part of a page until it has loaded, requests it, and says so if it can't be fetched. */
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
