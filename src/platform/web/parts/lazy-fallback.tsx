import { useEffect } from 'react';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { type LazyModule, loadFailedMessage } from './use-lazy-module.ts';

/** Stands where a part of a page is about to be, asks for it, and says where it can't be fetched. */
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
