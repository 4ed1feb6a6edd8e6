import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { anyCharacter } from '#tests/support/formats/arbitrary-texts.ts';
import { createServer } from '../server.ts';
import { type Download, parseRange, sendDownload, toSafeFileName } from './download.ts';

const content = Buffer.from('The curtain rises on an empty stage.');

const script: Download = {
  contentType: 'text/plain; charset=utf-8',
  size: content.length,
  version: 'first-draft',
  open: (range) => Readable.from([range ? content.subarray(range.start, range.end + 1) : content]),
  filename: 'script.txt',
  disposition: 'attachment',
  cachePolicy: 'perhaps',
};

/** Serves a file on a real connection; returns a function that requests it. */
async function serving(some: Partial<Download> = {}) {
  const fastify = await createServer({ log: 'silent', https: false, dev: false, maxDelayMs: 0 });
  onTestFinished(() => fastify.close());
  const handler = async (request: FastifyRequest, reply: FastifyReply) =>
    sendDownload(request, reply, { ...script, ...some });
  fastify.route({ method: ['GET', 'HEAD'], url: '/script', handler });
  await fastify.listen({ port: 0, host: '127.0.0.1' });
  const { port } = fastify.server.address() as AddressInfo;
  return (init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}/script`, init);
}

test('a HEAD request for a file returns its size without opening it', async () => {
  const request = await serving({
    open: () => {
      throw new Error('opened');
    },
  });
  const about = await request({ method: 'HEAD' });
  expect([about.status, about.headers.get('content-length')]).toEqual([200, '36']);
  const part = await request({ method: 'HEAD', headers: { range: 'bytes=4-10' } });
  expect([part.status, part.headers.get('content-length')]).toEqual([200, '36']);
});

test('a download that breaks off ends the connection, so that the file isn’t taken for complete', async () => {
  const breaking = async function* () {
    yield content.subarray(0, 10);
    throw new Error('the disk is gone');
  };
  const request = await serving({ open: () => Readable.from(breaking()) });
  await expect(request().then((response) => response.text())).rejects.toThrow();
});

test('downloading a missing file fails, instead of saving an error page under the file’s name', async () => {
  const request = await serving({ open: () => Promise.reject(new Error('no such file')) });
  const response = await request();
  expect(response.status).toBe(500);
  for (const name of ['content-disposition', 'etag', 'accept-ranges']) expect(response.headers.get(name)).toBeNull();
});

test('an unchanged download returns 304, and an uncacheable download has no-store', async () => {
  const request = await serving();
  const first = await request();
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  const again = await request({ headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  const uncached = await serving({ cachePolicy: 'uncached' });
  expect((await uncached()).headers.get('cache-control')).toBe('private, no-store');
});

test.each([
  ['a\r\nSet-Cookie: x=1.pdf', 'aSet-Cookie- x=1.pdf'],
  ['../../etc/passwd', '-..-etc-passwd'],
  ['..\\..\\boot.ini', '-..-boot.ini'],
  ['.htaccess', 'htaccess'],
  ['..', 'file'],
  ['', 'file'],
  ['\u202efdp.exe', 'fdp.exe'],
  ['say "cheese".jpg', 'say -cheese-.jpg'],
  ['Schöne Aussicht 1.pdf', 'Schöne Aussicht 1.pdf'],
])('the name %j is sent as the file name %j', async (name, safe) => {
  expect(toSafeFileName(name)).toBe(safe);
  const response = await (await serving({ filename: name }))();
  const header = response.headers.get('content-disposition') ?? '';
  expect(header).toMatch(/^attachment; filename=/);
  expect(response.headers.get('set-cookie')).toBeNull();
  if (/[^ -~]/.test(safe)) expect(header).toContain(`filename*=UTF-8''${encodeURIComponent(safe)}`);
});

test('any file name is made safe for a URL and shortened to at most 150 characters', () => {
  const character = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.constantFrom('💡', '\ud800', '/', '.', '\u202e', '\0'),
  );
  fc.assert(
    fc.property(fc.array(character, { maxLength: 400 }), (pieces) => {
      const safe = toSafeFileName(pieces.join(''));
      expect(() => encodeURIComponent(safe)).not.toThrow();
      expect(Array.from(safe).length).toBeLessThanOrEqual(150);
      expect(safe).toMatch(/^[^./\\\p{Cc}][^/\\\p{Cc}\u202e]*$/u);
    }),
  );
  expect(() => encodeURIComponent(toSafeFileName(`a${'💡'.repeat(200)}.pdf`))).not.toThrow();
});

test.each([
  [undefined, 'whole'],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=90-200', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'beyond'],
  ['bytes=-0', 'beyond'],
  ['bytes=5-2', 'whole'],
  ['bytes=0-1,4-5', 'whole'],
  ['lines=1-2', 'whole'],
  ['bytes=-', 'whole'],
])('the range header %s for a file of 100 bytes gives %o', (header, expected) => {
  expect(parseRange(header, 100)).toEqual(expected);
});

test('no range returns a byte outside the file', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), fc.nat(), fc.nat({ max: 1000 }), (text, from, to, size) => {
      for (const header of [text, `bytes=${text}`, `bytes=${from}-${to}`, `bytes=-${from}`]) {
        const range = parseRange(header, size);
        if (typeof range === 'string') continue;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.start).toBeLessThanOrEqual(range.end);
        expect(range.end).toBeLessThan(size);
      }
    }),
  );
});
