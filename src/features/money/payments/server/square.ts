import type { PaymentEnvironment } from '#features/money/ledger/entry.ts';
import { createBatchQueue } from '#platform/server/background/batch-queue.ts';
import { createWorkerPool, WorkerTaskError } from '#platform/server/background/worker-pool.ts';
import {
  createTrustedFetch,
  ExternalServiceError,
  type TrustedFetchOptions,
} from '#platform/server/outgoing/trusted-fetch.ts';
import { minute } from '#platform/shared/dates/durations.ts';
import type { SquareCall, SquareCallParams, SquareCallResult, SquareTask, SquareTaskResult } from './square-thread.ts';

/** A payment, refund or dispute at the practice provider, as Square's objects have it. */
interface PracticeObject {
  id: string;
  created_at: string;
  /** Pence. */
  amount_money: { amount: number };
}

/** Simulates a seller's actions at Square, and the banks' decisions, for the practice provider. */
interface PracticeDashboard {
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

/** The access to Square, or to the practice provider. */
export interface SquareAccess {
  environment: PaymentEnvironment;
  baseUrl: string;
  accessToken: string;
  applicationId: string;
  locationId: string;
  /** The key that its events are signed with. */
  signatureKey: string;
}

/** Square, as the site uses it. */
export interface Square extends Omit<SquareAccess, 'baseUrl' | 'accessToken'> {
  /**
   * Makes a call through Square's own client.
   * @throws an error that `refusalIn` reads
   */
  call: <Call extends SquareCall>(call: Call, params: SquareCallParams<Call>) => Promise<SquareCallResult<Call>>;
  /** Loads Square's client, since it will be needed soon. */
  warmUp: () => void;
}

/** Square's own servers. */
export const squareBaseUrls = {
  sandbox: 'https://connect.squareupsandbox.com',
  production: 'https://connect.squareup.com',
} as const;

/** Reading or writing a call takes a millisecond or two; the second that loading takes may be ten on a busy machine. */
const runInThread = createWorkerPool<SquareTask[], SquareTaskResult[]>(new URL('./square-thread.ts', import.meta.url), {
  as: 'thread',
  taskTimeoutMs: 30_000,
  maxHeapMb: 192,
  longestWait: minute,
  stays: 10 * minute,
});
/** Under load the way to the thread and back takes longer than the work there. */
const queueTask = createBatchQueue(runInThread, 50);

/** Square over a fetch with a time limit and retries; how it retries can be handed in. */
export function openSquare(
  { baseUrl, accessToken, ...access }: SquareAccess,
  how: Partial<Omit<TrustedFetchOptions, 'origin' | 'isIdempotent'>> = {},
): Square {
  const send = createTrustedFetch({
    ...how,
    origin: new URL(baseUrl).origin,
    // Calls without a body disable a card or delete a customer: done twice is done once
    isIdempotent: (body) => body === '' || body.includes('"idempotency_key"'),
  });
  const to = { baseUrl, token: accessToken };
  return {
    ...access,
    async call<Call extends SquareCall>(call: Call, params: SquareCallParams<Call>) {
      const task = { call, params, access: to };
      const written = await queueTask(task);
      if (!('request' in written)) throw new Error(`Square’s client asked for no ${call}.`);
      const { url, body, ...request } = written.request;
      const received = await send(url, body === '' ? request : { ...request, body });
      const { status, headers } = received;
      const read = await queueTask({
        ...task,
        received: { status, headers: [...headers], body: await received.text() },
      });
      if ('refused' in read) throw new SquareRefusalError(read.refused);
      if (!('answer' in read)) throw new Error(`Square’s client read no answer to ${call}.`);
      return read.answer as SquareCallResult<Call>;
    },
    // Writing any request loads the client, and this one is never sent
    warmUp: () => void queueTask({ call: 'payments.list', params: {}, access: to }).catch(() => undefined),
  };
}

/** Returns all items of one of Square's lists, which come in pages. */
export async function* iteratePages<Item>(
  page: (cursor: string | null) => Promise<{ items: Item[]; cursor: string | undefined }>,
): AsyncGenerator<Item> {
  for (let next: string | null = null; next !== ''; ) {
    const { items, cursor }: { items: Item[]; cursor: string | undefined } = await page(next);
    yield* items;
    next = cursor ?? '';
  }
}

/** Square has refused. Its message stays here: it may repeat the request. */
class SquareRefusalError extends Error {
  /** Square's code, such as `CVV_FAILURE`. */
  readonly code: string;
  readonly status: number;
  constructor({ status, code }: { status: number; code: string }) {
    super(`Square answered ${status} ${code}`);
    this.code = code;
    this.status = status;
  }
}

/** The reason why Square refused a call. */
export interface RefusalDetails {
  /** Square's code, such as `CVV_FAILURE`. */
  code: string;
  /** True if the bank or Square has decided, and it isn't a temporary failure. */
  isFinal: boolean;
  /** True if our access was refused, independent of the request. */
  isOfAccess?: boolean;
}

/**
 * Returns the refusal in an error of `ask`.
 * @throws the error if it has none
 */
export function parseRefusal(error: unknown): RefusalDetails {
  if (error instanceof ExternalServiceError) return { code: error.code, isFinal: false };
  if (error instanceof WorkerTaskError) return { code: 'ENOTDONE', isFinal: false };
  if (!(error instanceof SquareRefusalError)) throw error;
  const { code, status } = error;
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return { code, isFinal, ...((status === 401 || status === 403) && { isOfAccess: true }) };
}

declare module '#platform/server/feature/feature.ts' {
  interface Services {
    /** The card provider; undefined if paying by card is off. */
    square: Square | undefined;
    /** The practice provider's dashboard; undefined if cards are charged, and if paying by card is off. */
    practice: PracticeDashboard | undefined;
  }
}
