import { Button } from '#platform/web/ui/Button.tsx';
import type { Refunding } from './RefundDialog.tsx';

/** Opens the form that refunds a payment. */
export const RefundButton = ({ of, onAsk }: { of: Refunding; onAsk: (refunding: Refunding) => void }) => (
  <Button look="quiet" small aria-haspopup="dialog" onClick={() => onAsk(of)}>
    Refund…<span className="vh"> {of.what}</span>
  </Button>
);
