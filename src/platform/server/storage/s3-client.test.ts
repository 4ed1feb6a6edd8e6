import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { startStandInStore } from '#tests/support/site/s3.ts';
import { createS3Client, S3Error } from './s3-client.ts';

/** Starts a store that responds with `answer`, and returns a client for it. */
async function startStore(answer: RequestListener) {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return createS3Client({ endpoint, bucket: 'players', region: 'here', accessKey: 'key', secretKey: 'secret' });
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const page = (token: string) =>
  `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>${token}</NextContinuationToken></ListBucketResult>`;

test('an object whose key has punctuation is signed so that the store accepts it', async () => {
  const { access, objects, close } = await startStandInStore();
  onTestFinished(close);
  const client = createS3Client(access);
  const key = 'copies/Monday 3 & 4+5 (first)!.zip';
  await client.putEmpty(key);
  await client.copy(key, 'copies/two');
  expect([...objects.keys()]).toEqual([key, 'copies/two']);
  expect(await client.findModifiedAt(key)).toBeInstanceOf(Date);
  expect(await collect(client.list('copies/M'))).toHaveLength(1);
});

test('content that doesn’t match its checksum is refused by the store', async () => {
  const { access, objects, close } = await startStandInStore();
  onTestFinished(close);
  const content = { open: () => Readable.from([Buffer.from('a')]), bytes: 1, sha256: '0'.repeat(64) };
  await expect(createS3Client(access).put('a', content)).rejects.toThrow('XAmzContentSHA256Mismatch');
  expect(objects.size).toBe(0);
});

test('content is sent again, from its beginning, when the store was busy', async () => {
  const received: string[] = [];
  const client = await startStore(async (request, response) => {
    received.push(await text(request));
    response.writeHead(received.length === 1 ? 503 : 200).end();
  });
  await client.put('a', { open: () => Readable.from([Buffer.from('curtain')]), bytes: 7, sha256: 'f'.repeat(64) });
  expect(received).toEqual(['curtain', 'curtain']);
});

test('a request is sent twice to a store that stays busy, and once to a store that refuses it', async () => {
  let requests = 0;
  let status = 503;
  const client = await startStore((_, response) => {
    requests++;
    response.writeHead(status).end('<Error><Code>SlowDown</Code></Error>');
  });
  await expect(client.remove('a')).rejects.toThrow('503 (SlowDown)');
  expect(requests).toBe(2);
  status = 403;
  await expect(client.remove('a')).rejects.toThrow('403');
  expect(requests).toBe(3);
});

test('a redirect by the store is not followed', async () => {
  const asked: (string | undefined)[] = [];
  const client = await startStore(({ url }, response) => {
    asked.push(url);
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  await expect(client.get('a')).rejects.toThrow(S3Error);
  expect(asked).toEqual(['/players/a']);
});

test('a copy that fails after the store has sent status 200 counts as failed', async () => {
  const client = await startStore((_, response) => {
    response.end('<?xml version="1.0"?><Error><Code>InternalError</Code></Error>');
  });
  await expect(client.copy('a', 'b')).rejects.toThrow('InternalError');
});

test('a list that repeats a page ends with an error', async () => {
  const client = await startStore((_, response) => {
    response.end(page('again'));
  });
  await expect(collect(client.list('files/'))).rejects.toThrow('RepeatedPage');
});

test('an endless list response is cut off with an error', async () => {
  const client = await startStore((_, response) => {
    Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(64 * 1024, '<a>');
      })(),
    ).pipe(response);
  });
  await expect(collect(client.list('files/'))).rejects.toThrow('ResponseTooLarge');
});

test('if a file’s connection breaks half-way, the code that reads the file gets the error', async () => {
  const client = await startStore((_, response) => {
    response.writeHead(200, { 'content-length': 1000 });
    response.write('half', () => response.destroy());
  });
  await expect(client.get('a').then(buffer)).rejects.toThrow();
});
