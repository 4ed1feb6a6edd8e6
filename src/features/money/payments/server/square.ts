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

/** The fields that payments, refunds and disputes at the practice provider have in common, as Square names them. */
interface PracticeObject {
  id: string;
  created_at: string;
  /** Pence. */
  amount_money: { amount: number };
}

/** The actions of a seller in Square's dashboard and the decisions of banks, for the practice provider. */
interface PracticeDashboard {
  /** Completed payments, the latest first. */
  listPayments: () => readonly (PracticeObject & {
    total_money: { amount: number };
    refunded_money?: { amount: number };
  })[];
  listPendingRefunds: () => readonly (PracticeObject & { payment_id: string })[];
  listOpenDisputes: () => readonly (PracticeObject & { disputed_payment: { payment_id: string } })[];
  /** Returns true if refunds stay pending until the bank's response is chosen. */
  answersLater: () => boolean;
  setAnswersLater: (later: boolean) => void;
  refund: (paymentId: string, how: { pence: number; pending: boolean }) => unknown;
  completeRefund: (refundId: string) => unknown;
  rejectRefund: (refundId: string) => unknown;
  openDispute: (paymentId: string) => unknown;
  setDisputeState: (disputeId: string, state: 'WON' | 'LOST') => unknown;
}

/** The data for access to Square or the practice provider. */
export interface SquareAccess {
  environment: PaymentEnvironment;
  baseUrl: string;
  accessToken: string;
  applicationId: string;
  locationId: string;
  /** The key with which Square signs events. */
  signatureKey: string;
}

/** The client for Square. */
export interface Square extends Omit<SquareAccess, 'baseUrl' | 'accessToken'> {
  /**
   * Makes a call to Square.
   * @throws an error that `parseRefusal` understands
   */
  call: <Call extends SquareCall>(call: Call, params: SquareCallParams<Call>) => Promise<SquareCallResult<Call>>;
  /** Loads Square's SDK, so that the next call is fast. */
  warmUp: () => void;
}

/** The base URLs of Square's servers. */
export const squareBaseUrls = {
  sandbox: 'https://connect.squareupsandbox.com',
  production: 'https://connect.squareup.com',
} as const;

/** A task takes a millisecond or two, but loading the SDK takes a second, or ten on a busy machine. */
const runInThread = createWorkerPool<SquareTask[], SquareTaskResult[]>(new URL('./square-thread.ts', import.meta.url), {
  as: 'thread',
  taskTimeoutMs: 30_000,
  maxHeapMb: 192,
  longestWait: minute,
  stays: 10 * minute,
});
/** Tasks are sent in batches, because under load it takes longer to pass a task to the thread than to run it. */
const queueTask = createBatchQueue(runInThread, 50);

/** Creates a client for Square. `how` overrides the time limit and the retries of its requests. */
export function openSquare(
  { baseUrl, accessToken, ...access }: SquareAccess,
  how: Partial<Omit<TrustedFetchOptions, 'origin' | 'isIdempotent'>> = {},
): Square {
  const send = createTrustedFetch({
    ...how,
    origin: new URL(baseUrl).origin,
    // Calls without a body only read, disable a card or delete a customer, so they can be repeated
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
    // Building any request loads the SDK. This request is never sent
    warmUp: () => void queueTask({ call: 'payments.list', params: {}, access: to }).catch(() => undefined),
  };
}

/** Yields all items of a list that Square returns in pages. */
export async function* iteratePages<Item>(
  page: (cursor: string | null) => Promise<{ items: Item[]; cursor: string | undefined }>,
): AsyncGenerator<Item> {
  for (let next: string | null = null; next !== ''; ) {
    const { items, cursor }: { items: Item[]; cursor: string | undefined } = await page(next);
    yield* items;
    next = cursor ?? '';
  }
}

/** A refusal by Square. Square's message is left out, because it may repeat the request. */
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
  /** True if Square or the bank has decided. False for a temporary failure. */
  isFinal: boolean;
  /** True if our access token was refused. */
  isAuthError?: boolean;
}

/**
 * Returns the refusal in an error that `Square.call` threw.
 * @throws the error if it isn't a refusal
 */
export function parseRefusal(error: unknown): RefusalDetails {
  if (error instanceof ExternalServiceError) return { code: error.code, isFinal: false };
  if (error instanceof WorkerTaskError) return { code: 'ENOTDONE', isFinal: false };
  if (!(error instanceof SquareRefusalError)) throw error;
  const { code, status } = error;
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return { code, isFinal, ...((status === 401 || status === 403) && { isAuthError: true }) };
}

declare module '#platform/server/feature/feature.ts' {
  interface Services {
    /** The card provider. Undefined if paying by card is off. */
    square: Square | undefined;
    /** The practice provider's dashboard. Undefined if Square is used, or paying by card is off. */
    practice: PracticeDashboard | undefined;
  }
}
