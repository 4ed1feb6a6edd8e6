import { useEffect } from 'react';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { type LazyPart, unfetched } from './usePart.ts';

/** Stands where a part of a page is about to be, asks for it, and says where it can't be fetched. */
export function PartComing({ of: { failed, ask }, children }: { of: LazyPart<object>; children: string }) {
  useEffect(() => void ask(), [ask]);
  if (!failed) return <p aria-busy="true">{children}</p>;
  return (
    <div role="alert">
      <Alert tone="bad" title={unfetched}>
        <Button look="line" small onClick={() => void ask()}>
          Try again
        </Button>
      </Alert>
    </div>
  );
}
