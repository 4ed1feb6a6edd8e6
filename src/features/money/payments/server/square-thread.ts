// Square's SDK takes a second and 90 MB to load, so it runs in its own thread. This thread builds each request and
// parses the response; the main thread sends the request.
import { type Square, SquareClient, SquareError } from 'square';
import { handleWorkerTasks } from '#platform/server/background/handle-worker-tasks.ts';

/** Converts the SDK's page of a list to plain data. */
const toListPage = <Item>({ data, response }: { data: Item[]; response: { cursor?: string } }) => ({
  items: data,
  cursor: response.cursor,
});

/** The calls that this site makes to Square. */
const calls = {
  'cards.create': (square: SquareClient, params: Square.CreateCardRequest) => square.cards.create(params),
  'cards.disable': (square: SquareClient, params: Square.DisableCardsRequest) => square.cards.disable(params),
  'customers.create': (square: SquareClient, params: Square.CreateCustomerRequest) => square.customers.create(params),
  'customers.delete': (square: SquareClient, params: Square.DeleteCustomersRequest) => square.customers.delete(params),
  'disputes.get': (square: SquareClient, params: Square.GetDisputesRequest) => square.disputes.get(params),
  'disputes.list': async (square: SquareClient, params: Square.ListDisputesRequest) =>
    toListPage(await square.disputes.list(params)),
  'payments.create': (square: SquareClient, params: Square.CreatePaymentRequest) => square.payments.create(params),
  'payments.get': (square: SquareClient, params: Square.GetPaymentsRequest) => square.payments.get(params),
  'payments.cancelByIdempotencyKey': (square: SquareClient, params: Square.CancelPaymentByIdempotencyKeyRequest) =>
    square.payments.cancelByIdempotencyKey(params),
  'payments.list': async (square: SquareClient, params: Square.ListPaymentsRequest) =>
    toListPage(await square.payments.list(params)),
  'refunds.get': (square: SquareClient, params: Square.GetRefundsRequest) => square.refunds.get(params),
  'refunds.list': async (square: SquareClient, params: Square.ListRefundsRequest) =>
    toListPage(await square.refunds.list(params)),
  'refunds.refundPayment': (square: SquareClient, params: Square.RefundPaymentRequest) =>
    square.refunds.refundPayment(params),
};

export type SquareCall = keyof typeof calls;
export type SquareCallParams<Call extends SquareCall> = Parameters<(typeof calls)[Call]>[1];
export type SquareCallResult<Call extends SquareCall> = Awaited<ReturnType<(typeof calls)[Call]>>;

/** An HTTP request, as data that can be passed between threads. */
export interface HttpRequestData {
  url: string;
  method: string;
  headers: [string, string][];
  body: string;
}
export interface HttpResponseData {
  status: number;
  headers: [string, string][];
  body: string;
}

/** A call whose request is to be built; if `received` is set, its response is to be parsed. */
export interface SquareTask {
  call: SquareCall;
  params: unknown;
  access: { baseUrl: string; token: string };
  received?: HttpResponseData;
}

export type SquareTaskResult =
  | { request: HttpRequestData }
  | { answer: unknown }
  | { refused: { status: number; code: string } }
  /** An error of the SDK itself. Its message may repeat the request, so that it isn't passed on. */
  | { failed: true };

handleWorkerTasks((tasks: SquareTask[]) => Promise.all(tasks.map(runTask)));

async function runTask({ call, params, access, received }: SquareTask): Promise<SquareTaskResult> {
  let request: HttpRequestData | undefined;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    if (received) return new Response(received.body || null, received);
    const sent = new Request(input, init);
    request = { url: sent.url, method: sent.method, headers: [...sent.headers], body: await sent.text() };
    throw new Error('The main program sends it.');
  };
  const square = new SquareClient({ ...access, maxRetries: 0, fetch });
  try {
    const make = calls[call] as (square: SquareClient, params: unknown) => Promise<unknown>;
    return { answer: await make(square, params) };
  } catch (error) {
    if (request) return { request };
    if (!(error instanceof SquareError) || error.statusCode === undefined) return { failed: true };
    const { statusCode: status, errors } = error;
    return { refused: { status, code: errors[0]?.code ?? `HTTP_${status}` } };
  }
}
