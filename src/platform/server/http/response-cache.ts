import { createHash } from 'node:crypto';
import { type Encoding, encode, recompress } from './encoding.ts';
import type { ContentSources } from './headers.ts';

/** An answer before it is kept or sent. */
export interface FreshResponse {
  status: number;
  contentType: string;
  body: string;
  headers?: Record<string, string>;
  /** What this document may use beyond the policy that everything is sent with. */
  sources?: ContentSources;
}

/** An answer as it is kept: sent again and again until what the public can see changes, or the day ends. */
export interface CachedResponse {
  status: number;
  contentType: string;
  headers: Record<string, string>;
  sources: ContentSources;
  etag: string;
  body: Readonly<Record<Encoding, Buffer>>;
}

interface Entry {
  answer: CachedResponse;
  revision: number;
  /** Epoch milliseconds: the society's midnight, or the next publishing instant. */
  until: number;
  bytes: number;
  /** Whether it has been asked for again, and is or will be as small as it gets. */
  squeezed: boolean;
}

/** Squeezing a page takes a tenth of a second; the whole archive as JSON would take many. */
const worthSqueezing = 300_000;

/**
 * Anonymous answers by address, least recently used out first once they weigh more than `maxBytes`. Each is good for
 * one data revision: a write makes all of them stale at once, and nothing has to be told which pages it touched.
 */
export class ResponseCache {
  readonly #entries = new Map<string, Entry>();
  readonly #beingMade = new Map<string, Promise<CachedResponse>>();
  readonly #maxBytes: number;
  #bytes = 0;
  #squeezing: Promise<void> = Promise.resolve();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The answer kept under `key`, if it still is what would be made at `now` (epoch milliseconds). */
  find(key: string, revision: number, now: number): CachedResponse | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    if (entry.revision !== revision || entry.until <= now) {
      this.#bytes -= entry.bytes;
      return undefined;
    }
    this.#entries.set(key, entry);
    if (!entry.squeezed) this.#recompress(key, entry);
    return entry.answer;
  }

  /**
   * The answer last kept under `key`, for when nobody can say whether it would be made anew: as long as its day lasts.
   */
  last(key: string, now: number): CachedResponse | undefined {
    const entry = this.#entries.get(key);
    return entry && entry.until > now ? entry.answer : undefined;
  }

  /**
   * What is asked for once more will be asked for often: a page that fits the first turn over the line is seen a turn
   * earlier. Nobody waits for it, and one at a time leaves the other threads to those who do wait.
   */
  #recompress(key: string, entry: Entry): void {
    entry.squeezed = true;
    const { answer } = entry;
    if (answer.body.br.length === answer.body.identity.length || answer.body.identity.length > worthSqueezing) return;
    this.#squeezing = this.#squeezing.then(async () => {
      if (this.#entries.get(key) !== entry) return;
      // Without it, what is kept is good too
      const br = await recompress(answer.body.identity).catch(() => answer.body.br);
      if (this.#entries.get(key) !== entry) return;
      this.#bytes -= answer.body.br.length - br.length;
      entry.bytes -= answer.body.br.length - br.length;
      entry.answer = { ...answer, body: { ...answer.body, br } };
    });
  }

  /** Resolves when everything asked for again so far is as small as it gets. */
  squeezed = (): Promise<void> => this.#squeezing;

  /** Makes an answer once for all who ask for it at the same time, and keeps it. */
  async make(
    key: string,
    revision: number,
    until: number,
    make: () => FreshResponse | Promise<FreshResponse>,
  ): Promise<CachedResponse> {
    const turn = `${revision} ${until} ${key}`;
    const underway = this.#beingMade.get(turn);
    if (underway !== undefined) return underway;
    const making = (async () => {
      const answer = await pack(await make());
      // Of faults there are as many as addresses to mistype.
      if (answer.status < 400)
        this.#store(key, { answer, revision, until, bytes: weight(answer) + key.length, squeezed: false });
      return answer;
    })();
    this.#beingMade.set(turn, making);
    try {
      return await making;
    } finally {
      this.#beingMade.delete(turn);
    }
  }

  #store(key: string, entry: Entry): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
    if (entry.bytes > this.#maxBytes / 2) return;
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
    for (const [oldest, { bytes }] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#entries.delete(oldest);
      this.#bytes -= bytes;
    }
  }
}

const weight = ({ body }: CachedResponse) => body.br.length + body.gzip.length + body.identity.length;

/** Compresses an answer for every kind of client, and names it by what is in it. */
async function pack({ status, contentType, body, headers = {}, sources = {} }: FreshResponse): Promise<CachedResponse> {
  const identity = Buffer.from(body);
  const [br, gzip] = await Promise.all([encode(identity, 'br'), encode(identity, 'gzip')]);
  // Weak, since the same tag stands for each encoding.
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  return { status, contentType, headers, sources, etag, body: { br, gzip, identity } };
}
