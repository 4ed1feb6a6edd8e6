import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request as requestHttps, Agent as SecureAgent } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { DomUtils, parseDocument } from 'htmlparser2';
import { Agent, request as requestHttp } from '../program/node-http.ts';

/** The credentials and location of a bucket in an S3-compatible store. */
export interface S3Access {
  /** The store's URL, without a path. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

/** Thrown if the store refuses a request, or if its response can't be used. */
export class S3Error extends Error {
  override name = 'S3Error';
  readonly status: number;
  /** The store's code, such as `NoSuchKey`; "" if it gave none. */
  readonly code: string;

  constructor(status: number, code: string) {
    super(`The store responded with ${status}${code && ` (${code})`}.`);
    this.status = status;
    this.code = code;
  }
}

/** Thrown if the store doesn't respond in time, or accepts no more data. */
class S3TimeoutError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('The store did not respond in time.');
  }
}

export interface S3Object {
  key: string;
  modifiedAt: Date;
  bytes: number;
}

export interface S3Content {
  /** Opens the content; once for each attempt. */
  open: () => Readable;
  bytes: number;
  /** The SHA-256 of the content in hexadecimal. It is signed, so the store refuses damaged content. */
  sha256: string;
}

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** The object's key; "" for the bucket. */
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  content?: S3Content | undefined;
  /** The milliseconds for which the store may be silent. */
  silenceMs?: number | undefined;
}

const defaultSilenceMs = 15_000;
const copyingMs = 120_000;
const connectingMs = 3000;
const attempts = 2;
/**
 * The maximum size in bytes of a response other than an object. A thousand keys of full length take two million bytes.
 */
const maxResponseBytes = 4 * 1024 * 1024;
/** Statuses that may be temporary. */
const temporaryStatuses = new Set([429, 500, 502, 503, 504]);

const emptySha256 = createHash('sha256').digest('hex');

const encodePath = (path: string) => path.split('/').map(encodeURIComponent).join('/');

const isTemporaryError = (error: unknown) => !(error instanceof S3Error) || temporaryStatuses.has(error.status);

/** Reads a response in full. */
async function readText(response: IncomingMessage, silenceMs: number): Promise<string> {
  const late = setTimeout(() => response.destroy(new S3TimeoutError()), silenceMs);
  try {
    const pieces: Buffer[] = [];
    let bytes = 0;
    for await (const piece of response) {
      bytes += piece.length;
      if (bytes > maxResponseBytes) throw new S3Error(response.statusCode ?? 0, 'ResponseTooLarge');
      pieces.push(piece);
    }
    return Buffer.concat(pieces).toString();
  } finally {
    clearTimeout(late);
  }
}

type XmlNode = Parameters<typeof DomUtils.getElementsByTagName>[1];

const findElements = (name: string, within: XmlNode) => DomUtils.getElementsByTagName(name, within);

/** Returns the text of the first element with that name; "" if there is none. */
export const getElementText = (name: string, within: XmlNode) =>
  DomUtils.textContent(findElements(name, within).slice(0, 1));

const parseXml = (text: string) => parseDocument(text, { xmlMode: true });

/**
 * A client for one bucket of an S3-compatible store. It follows no redirects, and limits the time and size of
 * responses. A request that fails temporarily is sent once more, because every request can be repeated. Methods throw
 * `S3Error` if the store refuses, and the connection's error if it doesn't respond.
 */
export interface S3Client {
  /** Sends a request for which there is no other method here, and returns its response. */
  request: (given: S3Request) => Promise<{ headers: IncomingHttpHeaders; xml: XmlNode }>;
  /** Returns the content of an object as it arrives. The caller must detect a pause in the content. */
  get: (key: string, range?: { start: number; end: number }) => Promise<Readable>;
  put: (key: string, content: S3Content) => Promise<void>;
  /** Creates an object without content. */
  putEmpty: (key: string) => Promise<void>;
  copy: (from: string, to: string) => Promise<void>;
  remove: (key: string) => Promise<void>;
  /** Returns the time at which an object was stored; undefined if it doesn't exist. */
  findModifiedAt: (key: string) => Promise<Date | undefined>;
  list: (prefix: string) => AsyncGenerator<S3Object>;
  /** Throws unless the bucket can be read, within three seconds for each attempt. */
  checkReady: (prefix: string) => Promise<void>;
}

export const isMissingObjectError = (error: unknown): boolean =>
  error instanceof S3Error && error.status === 404 && error.code !== 'NoSuchBucket';

export function createS3Client({ endpoint, bucket, region, accessKey, secretKey }: S3Access): S3Client {
  const isSecure = endpoint.startsWith('https:');
  const request = isSecure ? requestHttps : requestHttp;
  // Each visitor who watches a video uses one socket
  const agent = new (isSecure ? SecureAgent : Agent)({ keepAlive: true, maxSockets: 500 });
  const signingKeys = new Map<string, ArrayBuffer>();

  async function sign({ method, key, query = {}, headers = {}, content }: S3Request) {
    const url = new URL(`${encodePath(bucket)}/${encodePath(key)}`.replace(/\/$/, ''), `${endpoint}/`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    // The signature encodes a space as %20, and some stores check the signature against the URL as sent
    url.search = url.search.replaceAll('+', '%20');
    const signed = await new AwsV4Signer({
      ...{ method, url: url.href, region, service: 's3', cache: signingKeys },
      ...{ accessKeyId: accessKey, secretAccessKey: secretKey },
      headers: { ...headers, 'x-amz-content-sha256': content?.sha256 ?? emptySha256 },
    }).sign();
    const length = method === 'PUT' || method === 'POST' ? { 'content-length': `${content?.bytes ?? 0}` } : {};
    return { url, headers: { ...Object.fromEntries(signed.headers), ...length } };
  }

  /** Sends a request once, and returns the response as soon as its headers are there. */
  async function attempt(given: S3Request): Promise<IncomingMessage> {
    const { url, headers } = await sign(given);
    const { method, content, silenceMs = defaultSilenceMs } = given;
    return new Promise((resolve, reject) => {
      const sent = request(url, { method, headers, agent });
      const giveUp = () => sent.destroy(new S3TimeoutError());
      const silence = setTimeout(giveUp, silenceMs);
      const connecting = setTimeout(giveUp, Math.min(connectingMs, silenceMs));
      let isAnswered = false;
      const stopTimers = () => {
        isAnswered = true;
        clearTimeout(silence);
        clearTimeout(connecting);
      };
      const fail = (error: unknown) => {
        stopTimers();
        reject(error);
      };
      sent.on('socket', (socket) => {
        const connected = () => clearTimeout(connecting);
        if (socket.connecting) socket.once(isSecure ? 'secureConnect' : 'connect', connected);
        else connected();
      });
      sent.on('error', fail);
      sent.on('response', (response) => {
        stopTimers();
        resolve(response);
      });
      if (content) {
        const body = content.open().on('data', () => isAnswered || silence.refresh());
        pipeline(body, sent, (error) => error && fail(error));
        // The store may refuse the content before all of it has arrived
        sent.on('response', (response) => response.on('close', () => body.destroy()));
      } else {
        sent.end();
      }
    });
  }

  /** Sends a request once, and throws an S3Error if the store refuses it. */
  async function sendOnce(given: S3Request): Promise<IncomingMessage> {
    const response = await attempt(given);
    const { statusCode = 0 } = response;
    if (statusCode >= 200 && statusCode < 300) return response;
    const text = await readText(response, given.silenceMs ?? defaultSilenceMs);
    throw new S3Error(statusCode, getElementText('Code', parseXml(text).children));
  }

  async function repeat<T>(work: () => Promise<T>): Promise<T> {
    for (let tried = 1; ; tried++) {
      try {
        return await work();
      } catch (error) {
        if (tried >= attempts || !isTemporaryError(error)) throw error;
        // The pause is random, so that clients that were refused together don't retry together
        await pause(50 + Math.random() * 100);
      }
    }
  }

  /** Sends a request, at most twice, and returns its response. */
  const sendWithRetry = (given: S3Request) =>
    repeat(async () => {
      const response = await sendOnce(given);
      const { children } = parseXml(await readText(response, given.silenceMs ?? defaultSilenceMs));
      // A copy may fail after the status 200 has been sent
      const [refusal] = findElements('Error', children);
      if (refusal) throw new S3Error(500, getElementText('Code', refusal));
      return { headers: response.headers, xml: children };
    });

  /** Sends a request, and returns its response as XML. */
  const send = async (given: S3Request) => (await sendWithRetry(given)).xml;

  const listPage = (query: Record<string, string>, silenceMs?: number) =>
    send({ method: 'GET', key: '', query: { 'list-type': '2', ...query }, silenceMs });

  return {
    request: sendWithRetry,
    get: (key, range) =>
      repeat(() =>
        sendOnce({ method: 'GET', key, ...(range && { headers: { range: `bytes=${range.start}-${range.end}` } }) }),
      ),
    async put(key, content) {
      await send({ method: 'PUT', key, content });
    },
    async putEmpty(key) {
      await send({ method: 'PUT', key });
    },
    async copy(from, to) {
      const headers = { 'x-amz-copy-source': encodePath(`${bucket}/${from}`) };
      await send({ method: 'PUT', key: to, headers, silenceMs: copyingMs });
    },
    async remove(key) {
      await send({ method: 'DELETE', key });
    },
    async findModifiedAt(key) {
      try {
        const response = await repeat(() => sendOnce({ method: 'HEAD', key }));
        response.resume();
        return new Date(response.headers['last-modified'] ?? 0);
      } catch (error) {
        if (isMissingObjectError(error)) return undefined;
        throw error;
      }
    },
    async *list(prefix) {
      let token = '';
      for (;;) {
        const page = await listPage({ prefix, ...(token && { 'continuation-token': token }) });
        for (const object of findElements('Contents', page)) {
          const modifiedAt = new Date(getElementText('LastModified', object.children) || 0);
          yield {
            key: getElementText('Key', object.children),
            modifiedAt,
            bytes: Number(getElementText('Size', object.children)),
          };
        }
        if (getElementText('IsTruncated', page) !== 'true') return;
        const next = getElementText('NextContinuationToken', page);
        // A listing that doesn't advance would never end
        if (next === '' || next === token) throw new S3Error(200, 'RepeatedPage');
        token = next;
      }
    },
    async checkReady(prefix) {
      await listPage({ prefix, 'max-keys': '1' }, 3000);
    },
  };
}
