import { createHash } from 'node:crypto';
import { type Encoding, encode, recompress } from './encoding.ts';
import type { ContentSources } from './headers.ts';

/** An answer before it is cached or sent. */
export interface FreshResponse {
  status: number;
  contentType: string;
  body: string;
  headers?: Record<string, string>;
  /** What this document may use beyond the usual policy. */
  sources?: ContentSources;
}

/** A cached answer, sent until what the public can see changes or the day ends. */
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
  /** Epoch milliseconds: the society's midnight, or the next publication. */
  until: number;
  bytes: number;
  /** Whether it was asked for a second time, and so is compressed at the best ratio, or about to be. */
  squeezed: boolean;
}

/** Compressing a page at the best ratio takes a tenth of a second; the whole archive as JSON would take many. */
const worthSqueezing = 300_000;

/**
 * Anonymous answers by address, least recently used out first once they weigh more than `maxBytes`. Each is good for
 * one data revision: a write makes all of them stale at once, so nobody has to say which pages it changed.
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

  /** The answer cached under `key`, if it is still valid at `now` (epoch milliseconds). */
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

  /** The answer last cached under `key`, while its day lasts: for when nobody can say whether it is still valid. */
  last(key: string, now: number): CachedResponse | undefined {
    const entry = this.#entries.get(key);
    return entry && entry.until > now ? entry.answer : undefined;
  }

  /**
   * A page that is asked for twice will be asked for often, so it is compressed again at the best ratio: if it then
   * fits the first round trip, it is seen one round trip earlier. Nobody waits for that, and one at a time leaves the
   * other threads to those who do wait.
   */
  #recompress(key: string, entry: Entry): void {
    entry.squeezed = true;
    const { answer } = entry;
    if (answer.body.br.length === answer.body.identity.length || answer.body.identity.length > worthSqueezing) return;
    this.#squeezing = this.#squeezing.then(async () => {
      if (this.#entries.get(key) !== entry) return;
      // If that fails, the first compression is good enough
      const br = await recompress(answer.body.identity).catch(() => answer.body.br);
      if (this.#entries.get(key) !== entry) return;
      this.#bytes -= answer.body.br.length - br.length;
      entry.bytes -= answer.body.br.length - br.length;
      entry.answer = { ...answer, body: { ...answer.body, br } };
    });
  }

  /** Resolves when everything asked for twice so far is compressed at the best ratio. */
  squeezed = (): Promise<void> => this.#squeezing;

  /** Makes an answer once for all who ask for it at the same time, and caches it. */
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
      // Errors aren't cached: there are as many as addresses to mistype.
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

/** Compresses an answer for every kind of client, and tags it by its content. */
async function pack({ status, contentType, body, headers = {}, sources = {} }: FreshResponse): Promise<CachedResponse> {
  const identity = Buffer.from(body);
  const [br, gzip] = await Promise.all([encode(identity, 'br'), encode(identity, 'gzip')]);
  // Weak, since the same tag covers each encoding.
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  return { status, contentType, headers, sources, etag, body: { br, gzip, identity } };
}
