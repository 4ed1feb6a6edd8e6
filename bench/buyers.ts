import { Agent, request } from 'node:http';

// Thousands come within seconds: a line for each would measure the lines
const agent = new Agent({ keepAlive: true, maxSockets: 1000 });

interface Answer {
  status: number;
  /** The basket's cookie, where one was given. */
  basket: string;
  text: string;
}

/** A call as a script makes it. Rejects if no answer comes, as of a site that has just been killed. */
function send(url: string, sent: object, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify(sent);
    const length = `${Buffer.byteLength(body)}`;
    const asking = request(
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
    asking.on('error', reject).end(body);
  });
}

/** A buyer's wish. */
export interface Wish {
  performance: string;
  /** The field that says how many of a type. */
  field: string;
}

/** A browser somewhere, which buys one ticket: holds it, then pays for it with a card. */
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

  async hold(site: string, { performance, field }: Wish): Promise<number> {
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
