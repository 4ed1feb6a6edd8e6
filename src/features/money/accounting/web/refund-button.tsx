import { useId } from 'react';
import { Button } from '#platform/web/ui/button.tsx';
import type { RefundTarget } from './refund-dialog.tsx';

/** Opens the form that refunds a payment; disabled, with the reason next to it, if that isn't possible now. */
export function RefundButton({ of, onAsk }: { of: RefundTarget; onAsk: (refunding: RefundTarget) => void }) {
  const id = useId();
  const { block } = of.how;
  return (
    <>
      <Button
        look="quiet"
        small
        aria-haspopup="dialog"
        disabled={block !== ''}
        aria-describedby={block === '' ? undefined : id}
        onClick={() => onAsk(of)}
      >
        Refund…<span className="vh"> {of.what}</span>
      </Button>
      {block !== '' && (
        <span id={id} className="meta">
          {block}
        </span>
      )}
    </>
  );
}
