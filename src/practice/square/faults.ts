/** A simulated failure of a request. */
export type Fault =
  /** The connection breaks before the request is handled, or after. */
  | 'break before'
  | 'break after'
  /** The request is handled, but the response never comes. */
  | 'stall after'
  /** The response has this status, and the request has no effect. */
  | 429
  | 500
  | 503;

/** Lets tests make requests fail. */
export interface Faults {
  /** Makes the next `times` requests to a route, such as `POST /v2/payments`, fail. */
  next: (route: string, fault: Fault, times?: number) => void;
  take: (route: string) => Fault | undefined;
  /** Called with the idempotency key, or "", when a response is never sent. */
  onStalled: (key: string) => void;
  /** True if new refunds stay pending until the dashboard completes or rejects them. */
  holdsRefunds: boolean;
}

/** Creates the simulated failures. Nothing fails until `next` is called. */
export function createFaults(): Faults {
  const waiting: { route: string; fault: Fault }[] = [];
  return {
    onStalled: () => {},
    holdsRefunds: false,
    next(route, fault, times = 1) {
      for (let time = 0; time < times; time++) waiting.push({ route, fault });
    },
    take(route) {
      const place = waiting.findIndex((one) => one.route === route);
      return place < 0 ? undefined : waiting.splice(place, 1)[0]?.fault;
    },
  };
}
