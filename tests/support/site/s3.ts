// An imitation of an S3 store: the part of the protocol that the site uses, in memory, on a port of this machine. It
// was written from Amazon's description and shares no code with the client, so each signature is computed by two
// implementations.
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Access } from '#platform/server/storage/s3-client.ts';

interface StoredObject {
  bytes: Buffer;
  at: Date;
}

export interface StandInStore {
  access: S3Access;
  /** The objects in the bucket, by key. */
  objects: Map<string, StoredObject>;
  /** The ids of the stored versions of each object, oldest first, in a bucket that keeps versions. */
  versions: Map<string, string[]>;
  /** The unfinished uploads in parts, by id, each with its parts by number. */
  uploads: Map<string, Map<number, Buffer>>;
  /** The rights of the key and the rules of the bucket. All of them can be changed at any time. */
  rules: {
    /** False if the key may not delete objects. It may abort uploads in parts in any case. */
    mayDelete: boolean;
    /** True if the bucket keeps former versions of an object: deleting it without naming a version only hides it. */
    isVersioned: boolean;
    /** True if each object needs a checksum, as in stores whose objects are locked. */
    needsChecksum: boolean;
  };
  /** The requests that the store received, as METHOD and key. */
  requests: string[];
  /** Called with the METHOD and key of each request, before the request has any effect. */
  before: (request: string) => Promise<void> | void;
  /** Closes all connections and accepts no new ones, until `comeBack` is called. */
  goAway: () => Promise<void>;
  comeBack: () => Promise<void>;
}

class StoreError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const hmac = (key: string | Buffer, content: string) => createHmac('sha256', key).update(content).digest();

/** Encodes text as the signature requires: everything but letters, digits and `-._~` is percent-encoded. */
const encodeForSignature = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Checks a request's signature.
 *
 * @throws StoreError unless the request is signed with the secret, for this region, the current time and its own body
 */
function checkSignature({ method = '', headers }: IncomingMessage, url: URL, body: Buffer, access: S3Access): void {
  const [, key, day = '', region, names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (key !== access.accessKey || region !== access.region) throw new StoreError(403, 'InvalidAccessKeyId');
  const time = `${headers['x-amz-date']}`;
  const moment = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!time.startsWith(day) || !(Math.abs(Date.now() - moment) < 15 * 60_000))
    throw new StoreError(403, 'RequestTimeTooSkewed');
  const signed = names.split(';');
  for (const name of ['host', 'x-amz-date', 'x-amz-content-sha256'])
    if (!signed.includes(name)) throw new StoreError(403, 'AccessDenied');
  const hash = `${headers['x-amz-content-sha256']}`;
  if (hash !== sha256(body)) throw new StoreError(400, 'XAmzContentSHA256Mismatch');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeForSignature(name)}=${encodeForSignature(value)}`)
    .sort();
  const request = [
    method,
    decodeURIComponent(url.pathname).split('/').map(encodeForSignature).join('/'),
    query.join('&'),
    ...signed.map((name) => `${name}:${`${headers[name]}`.trim()}`),
    '',
    names,
    hash,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n');
  const forDay = hmac(hmac(hmac(hmac(`AWS4${access.secretKey}`, day), region), 's3'), 'aws4_request');
  if (!timingSafeEqual(hmac(forDay, text), Buffer.from(signature, 'hex')))
    throw new StoreError(403, 'SignatureDoesNotMatch');
}

/** Starts the store with an empty bucket. */
export async function startStandInStore(): Promise<StandInStore & { close: () => Promise<void> }> {
  const objects: StandInStore['objects'] = new Map();
  const versions: StandInStore['versions'] = new Map();
  const access: S3Access = {
    ...{ endpoint: '', bucket: 'players', region: 'here' },
    // The secret contains punctuation, as real secrets do
    ...{ accessKey: 'AKSTANDIN', secretKey: 'secret/with+signs=' },
  };
  const store: StandInStore = {
    ...{ access, objects, versions, uploads: new Map(), requests: [], before: () => {} },
    rules: { mayDelete: true, isVersioned: false, needsChecksum: false },
    goAway: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
    comeBack: () => listen(Number(new URL(access.endpoint).port)),
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', access.endpoint);
    const [, bucket, key = ''] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? [];
    const { method = '', headers } = request;
    const body = await buffer(request);
    const what = `${method} ${key}`;
    store.requests.push(what);
    await store.before(what);
    checkSignature(request, url, body, access);
    if (bucket !== access.bucket) throw new StoreError(404, 'NoSuchBucket');
    if (key === '' && method === 'GET') return list(url, response);
    const md5 = createHash('md5').update(body).digest();
    const given = headers['content-md5'];
    if (given !== undefined && given !== md5.toString('base64')) throw new StoreError(400, 'BadDigest');
    if (method === 'PUT' && given === undefined && store.rules.needsChecksum)
      throw new StoreError(400, 'InvalidRequest');
    if (url.searchParams.has('uploads') || url.searchParams.has('uploadId'))
      return serveUpload({ method, key, query: url.searchParams, body }, response);
    response.setHeader('etag', `"${md5.toString('hex')}"`);
    if (method === 'PUT') {
      if (store.rules.isVersioned) response.setHeader('x-amz-version-id', addVersion(key));
      const from = headers['x-amz-copy-source'];
      const source = from === undefined ? undefined : decodeURIComponent(`${from}`).replace(/^\/?[^/]+\//, '');
      const bytes = source === undefined ? body : requireStored(source).bytes;
      objects.set(key, { bytes, at: new Date() });
      const copied = `<CopyObjectResult><ETag>"x"</ETag><LastModified>${new Date().toISOString()}</LastModified></CopyObjectResult>`;
      return void response.end(source === undefined ? '' : copied);
    }
    if (method === 'DELETE') {
      if (!store.rules.mayDelete) throw new StoreError(403, 'AccessDenied');
      const version = url.searchParams.get('versionId');
      const others = (versions.get(key) ?? []).filter((id) => id !== version);
      versions.set(key, others);
      // A version that is named is deleted for good; without a name, the object is hidden and keeps its versions
      if (version === null || others.length === 0) objects.delete(key);
      return void response.writeHead(204).end();
    }
    const { bytes, at } = requireStored(key);
    response.setHeader('last-modified', at.toUTCString());
    if (method === 'HEAD') return void response.setHeader('content-length', bytes.length).end();
    const [, start = '', end = ''] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
    const part = start === '' ? bytes : bytes.subarray(Number(start), end === '' ? undefined : Number(end) + 1);
    if (start !== '') response.statusCode = 206;
    response.end(part);
  }

  function addVersion(key: string): string {
    const id = randomUUID();
    versions.set(key, [...(versions.get(key) ?? []), id]);
    return id;
  }

  /** Serves the requests of an upload in parts. */
  function serveUpload(
    { method, key, query, body }: { method: string; key: string; query: URLSearchParams; body: Buffer },
    response: ServerResponse,
  ): void {
    if (query.has('uploads')) {
      const id = randomUUID();
      store.uploads.set(id, new Map());
      return void response.end(
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    const id = query.get('uploadId') ?? '';
    const parts = store.uploads.get(id);
    if (!parts) throw new StoreError(404, 'NoSuchUpload');
    if (method === 'PUT') {
      parts.set(Number(query.get('partNumber')), body);
      return void response.setHeader('etag', `"${createHash('md5').update(body).digest('hex')}"`).end();
    }
    store.uploads.delete(id);
    if (method === 'DELETE') return void response.writeHead(204).end();
    const named = [...body.toString().matchAll(/<Part><PartNumber>(\d+)<\/PartNumber><ETag>"(\w+)"<\/ETag><\/Part>/g)];
    const bytes = named.map(([, number, etag]) => {
      const part = parts.get(Number(number));
      if (!part || createHash('md5').update(part).digest('hex') !== etag) throw new StoreError(400, 'InvalidPart');
      return part;
    });
    objects.set(key, { bytes: Buffer.concat(bytes), at: new Date() });
    response.end('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
  }

  function requireStored(key: string): StoredObject {
    const object = objects.get(key);
    if (!object) throw new StoreError(404, 'NoSuchKey');
    return object;
  }

  /** Serves a page of the list. A page has only 3 entries, so that code that ignores further pages fails. */
  function list(url: URL, response: ServerResponse): void {
    const prefix = url.searchParams.get('prefix') ?? '';
    const after = url.searchParams.get('continuation-token') ?? '';
    const all = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = all.slice(0, 3);
    const more = all.length > page.length;
    const contents = page.map((key) => {
      const { at, bytes } = requireStored(key);
      return `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`;
    });
    const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    response.end(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    );
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error) => {
      const { status, code } = error instanceof StoreError ? error : new StoreError(500, 'InternalError');
      if (!response.headersSent) response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(request.method === 'HEAD' ? '' : `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
    });
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  access.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(store, { close: async () => void (server.listening && (await store.goAway())) });
}
