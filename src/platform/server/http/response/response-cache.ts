import { createHash } from 'node:crypto';
import {
  chooseCacheEncoding,
  compressBodyAtBestRatio,
  type Encoding,
  encodeBody,
  reencodeBody,
} from './compression.ts';
import type { ContentSources } from './security-headers.ts';

/** A response before it is cached or sent. */
export interface FreshResponse {
  status: number;
  contentType: string;
  body: string;
  headers?: Record<string, string>;
  /** Sources this document may use in addition to the usual policy. */
  sources?: ContentSources;
}

/** A cached response, valid until public data changes or its period ends. */
export interface CachedResponse {
  status: number;
  contentType: string;
  headers: Record<string, string>;
  sources: ContentSources;
  etag: string;
  /** The body's length in bytes, before compression. */
  size: number;
  encoding: 'br' | 'identity';
  body: Buffer;
}

/**
 * The period in which a response is valid, in epoch milliseconds: from its creation until the society's midnight or the
 * next publication.
 */
interface Period {
  from: number;
  until: number;
}

interface Entry extends Period {
  answer: CachedResponse;
  /**
   * The body for the few clients that don't accept the cached encoding. Absent until one of them requests it, because
   * it takes as much memory as the cached body.
   */
  gzip?: Buffer;
  revision: number;
  bytes: number;
  /**
   * True if the response has been requested again. Unless it is uncompressed or very large, it is then compressed at
   * the best ratio, now or soon.
   */
  recompressed: boolean;
  /** True if the response is compressed at the best ratio. */
  isSmallest: boolean;
  /** True if the response is known to be out of date. */
  isStale: boolean;
  /** The time at which the response was last known to be valid, by the process's own clock (milliseconds). */
  asOf: number;
}

/**
 * Returns true if `now` is within the period. A time before its beginning doesn't count, because a clock that was ahead
 * when the response was created may have been corrected since.
 */
const isWithin = ({ from, until }: Period, now: number) => from <= now && now < until;

/**
 * The maximum size of a body to compress at the best ratio. A page takes a tenth of a second, but the whole archive as
 * JSON would take many seconds.
 */
const maxRecompressedBytes = 300_000;

/** The age up to which a response counts as recent (milliseconds). */
const recentMs = 1000;

/**
 * The maximum share of the cache for responses that were requested only once, such as searches that nobody repeats, or
 * pages that only a robot has visited.
 */
const shareOfNew = 1 / 4;

/**
 * Caches anonymous responses by URL, and drops the least recently used first once they exceed `maxBytes`. Each response
 * is valid for one data revision. A change of public data thus makes all responses stale at once, and needn't list the
 * pages that it affects.
 */
export class ResponseCache {
  readonly #entries = new Map<string, Entry>();
  readonly #beingMade = new Map<string, Promise<CachedResponse>>();
  readonly #maxBytes: number;
  #bytes = 0;
  /** The number of bytes of responses that were requested only once. */
  #newBytes = 0;
  #recompressing: Promise<void> = Promise.resolve();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Returns the response cached under `key`, if it is of this revision and still valid at `now` (epoch milliseconds);
   * otherwise undefined.
   */
  find(key: string, revision: number, now: number): CachedResponse | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (entry.revision !== revision || !isWithin(entry, now)) {
      // The stale response is kept until it is created again, because the result is often the same and then needn't be
      // compressed
      entry.isStale = true;
      return undefined;
    }
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    entry.asOf = performance.now();
    if (!entry.recompressed) this.#recompress(key, entry);
    return entry.answer;
  }

  /** Returns the response cached under `key` if it was valid within the last second and its period hasn't ended. */
  findRecent(key: string, now: number): CachedResponse | undefined {
    const entry = this.#entries.get(key);
    return entry && isWithin(entry, now) && performance.now() - entry.asOf <= recentMs ? entry.answer : undefined;
  }

  /**
   * Returns the response last cached under `key`, for use if its validity can't be checked; undefined if its period has
   * ended, or it is known to be stale.
   */
  findLast(key: string, now: number): CachedResponse | undefined {
    const entry = this.#entries.get(key);
    return entry && !entry.isStale && isWithin(entry, now) ? entry.answer : undefined;
  }

  /**
   * Compresses a response again at the best ratio. A page that is requested twice will be requested often. If it then
   * fits into the first round trip, visitors see it one round trip earlier. Nobody waits for this work: it handles one
   * response at a time, which leaves the other threads to visitors' requests.
   */
  #recompress(key: string, entry: Entry): void {
    entry.recompressed = true;
    this.#newBytes -= entry.bytes;
    const { answer } = entry;
    if (answer.encoding === 'identity' || answer.size > maxRecompressedBytes) return;
    this.#recompressing = this.#recompressing.then(async () => {
      if (this.#entries.get(key) !== entry) return;
      // If recompression fails, the first compression is good enough
      const plain = () => reencodeBody(answer.body, answer.size, 'br', 'identity');
      const body = await plain()
        .then(compressBodyAtBestRatio)
        .catch(() => answer.body);
      if (this.#entries.get(key) !== entry) return;
      this.#grow(entry, body.length - answer.body.length);
      entry.answer = { ...answer, body };
      entry.isSmallest = true;
    });
  }

  /** Resolves when all responses that were requested twice so far are compressed at the best ratio. */
  waitForRecompression = (): Promise<void> => this.#recompressing;

  /** Returns true while `getOrCreate` is creating this response. */
  isBeingMade(key: string, revision: number, { until }: Pick<Period, 'until'>): boolean {
    return this.#beingMade.has(turnOf(key, revision, until));
  }

  /**
   * Creates a response, once for all requests that arrive in the meantime, and caches it unless it is an error or too
   * large.
   */
  async getOrCreate(
    key: string,
    revision: number,
    { from, until }: Period,
    create: () => FreshResponse | Promise<FreshResponse>,
  ): Promise<CachedResponse> {
    const turn = turnOf(key, revision, until);
    const underway = this.#beingMade.get(turn);
    if (underway !== undefined) return underway;
    const asOf = performance.now();
    const making = (async () => {
      const before = this.#entries.get(key);
      const answer = await pack(await create(), before?.answer);
      const isSmallest = before?.isSmallest === true && answer.body === before.answer.body;
      const bytes = answer.body.length + key.length;
      // Errors aren't cached, because there are as many of them as there are mistyped URLs.
      const about = { revision, from, until, bytes, recompressed: isSmallest, isSmallest, isStale: false, asOf };
      if (answer.status < 400) this.#store(key, { answer, ...about });
      return answer;
    })();
    this.#beingMade.set(turn, making);
    try {
      return await making;
    } finally {
      this.#beingMade.delete(turn);
    }
  }

  /** Returns the body of a cached response in an encoding that the client accepts. */
  async getBody(answer: CachedResponse, key: string, encoding: Encoding): Promise<Buffer> {
    if (encoding === answer.encoding) return answer.body;
    const entry = this.#entries.get(key);
    const isIts = entry?.answer.etag === answer.etag;
    if (encoding === 'gzip' && isIts && entry.gzip) return entry.gzip;
    const body = await reencodeBody(answer.body, answer.size, answer.encoding, encoding);
    if (encoding === 'gzip' && isIts && !entry.gzip && this.#entries.get(key) === entry) {
      entry.gzip = body;
      this.#grow(entry, body.length);
      this.#shed(key);
    }
    return body;
  }

  #grow(entry: Entry, by: number): void {
    entry.bytes += by;
    this.#weigh(entry, by);
  }

  #weigh({ recompressed }: Entry, by: number): void {
    this.#bytes += by;
    if (!recompressed) this.#newBytes += by;
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#weigh(entry, -entry.bytes);
  }

  #store(key: string, entry: Entry): void {
    this.#remove(key);
    if (entry.bytes > this.#maxBytes / 2) return;
    this.#entries.set(key, entry);
    this.#weigh(entry, entry.bytes);
    this.#shed(key);
  }

  /**
   * Drops the responses requested longest ago while the total size, or that of responses requested only once, is too
   * large. The response under `justCame` is never dropped.
   */
  #shed(justCame: string): void {
    for (const [oldest, { recompressed }] of this.#entries) {
      const isTooMuchNew = this.#newBytes > this.#maxBytes * shareOfNew;
      if (this.#bytes <= this.#maxBytes && !isTooMuchNew) break;
      if (oldest === justCame) continue;
      if (this.#bytes > this.#maxBytes || !recompressed) this.#remove(oldest);
    }
  }
}

/**
 * Returns the key under which requests that wait for the same response, of one revision and period, share its creation.
 */
const turnOf = (key: string, revision: number, until: number) => `${revision} ${until} ${key}`;

/** Compresses a response, unless it is the same as before, and tags it by its content. */
async function pack(
  { status, contentType, body, headers = {}, sources = {} }: FreshResponse,
  before: CachedResponse | undefined,
): Promise<CachedResponse> {
  const identity = Buffer.from(body);
  // A weak tag, because the same tag is used for all encodings.
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  const about = { status, contentType, headers, sources, etag, size: identity.length };
  if (before?.etag === etag) return { ...about, encoding: before.encoding, body: before.body };
  const encoding = chooseCacheEncoding(identity.length);
  return { ...about, encoding, body: await encodeBody(identity, encoding) };
}
