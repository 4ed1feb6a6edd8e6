/** A payment, refund or dispute at the practice provider, as Square's objects have it. */
interface PracticeObject {
  id: string;
  created_at: string;
  /** Pence. */
  amount_money: { amount: number };
}

/** Simulates a seller's actions at Square, and the banks' decisions, for the practice provider. */
export interface PracticeDashboard {
  /** Completed payments, the latest first. */
  listPayments: () => readonly (PracticeObject & {
    total_money: { amount: number };
    refunded_money?: { amount: number };
  })[];
  listPendingRefunds: () => readonly (PracticeObject & { payment_id: string })[];
  listOpenDisputes: () => readonly (PracticeObject & { disputed_payment: { payment_id: string } })[];
  /** Returns true if refunds wait until a bank's response is chosen. */
  answersLater: () => boolean;
  setAnswersLater: (later: boolean) => void;
  refund: (paymentId: string, how: { pence: number; pending: boolean }) => unknown;
  completeRefund: (refundId: string) => unknown;
  rejectRefund: (refundId: string) => unknown;
  openDispute: (paymentId: string) => unknown;
  setDisputeState: (disputeId: string, state: 'WON' | 'LOST') => unknown;
}
