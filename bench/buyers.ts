import { Agent, request } from 'node:http';

// Thousands of requests are sent within seconds, and a new connection for each would distort the measurement
const agent = new Agent({ keepAlive: true, maxSockets: 1000 });

interface Reply {
  status: number;
  /** The basket's cookie, if the response set one. */
  basket: string;
  text: string;
}

/**
 * Sends a call as JSON, as a page's script does. Rejects if no response arrives, for instance from a site that has just
 * been killed.
 */
function send(url: string, sent: object, headers: Record<string, string>): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify(sent);
    const length = `${Buffer.byteLength(body)}`;
    const call = request(
      url,
      { agent, method: 'POST', headers: { 'content-type': 'application/json', 'content-length': length, ...headers } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => {
          text += piece;
        });
        response.on('error', reject);
        response.on('end', () => {
          const [given = ''] = response.headers['set-cookie']?.filter((one) => one.startsWith('basket=')) ?? [];
          resolve({ status: response.statusCode ?? 0, basket: given.split(';')[0] ?? '', text });
        });
      },
    );
    call.on('error', reject).end(body);
  });
}

/** The performance and ticket type that a buyer wants. */
export interface WantedTicket {
  performance: string;
  /** The form field for the number of tickets of one type. */
  field: string;
}

/** A browser that buys one ticket: it holds the ticket, then pays for it by card. */
export class Buyer {
  #basket = '';
  readonly #from: string;
  readonly #name: string;

  constructor(number: number) {
    this.#from = `198.${18 + ((number >> 16) & 1)}.${(number >> 8) & 255}.${number & 255}`;
    this.#name = `Buyer ${number}`;
  }

  #headers(): Record<string, string> {
    return { 'x-forwarded-for': this.#from, ...(this.#basket && { cookie: this.#basket }) };
  }

  async hold(site: string, { performance, field }: WantedTicket): Promise<number> {
    const fields = { performance_id: performance, [field]: '1' };
    const { status, basket } = await send(`${site}/api/tickets/hold`, fields, this.#headers());
    if (basket !== '') this.#basket = basket;
    return status;
  }

  async pay(site: string): Promise<number> {
    const who = { name: this.#name, email: 'buyer@visitors.example', card_nonce: 'cnon:card-nonce-ok' };
    return (await send(`${site}/api/tickets/pay`, who, this.#headers())).status;
  }
}
