import type { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange } from '../../storage/storage.ts';
import type { RequestRateLimitKind } from '../request/request-limits.ts';
import type { AccessRule } from '../request/visitor.ts';
import type { PageRequest } from './page.ts';

/**
 * Parses a `Range` header for a file of `size` bytes (RFC 9110 §14). The result is one range, or the whole file.
 * Several ranges, another unit or an invalid header select the whole file, as the standard allows. A range that
 * contains no byte of the file is `beyond`.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'whole' | 'beyond' {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return 'whole';
  if (from === '') {
    const last = Math.min(Number(to), size);
    return last === 0 ? 'beyond' : { start: size - last, end: size - 1 };
  }
  const start = Number(from);
  if (to !== '' && Number(to) < start) return 'whole';
  if (start >= size) return 'beyond';
  return { start, end: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}

/** A stored file that is sent to a browser. */
export interface Download {
  contentType: string;
  size: number;
  /** A tag that identifies exactly these bytes, without quotes. */
  version: string;
  open: (range?: ByteRange) => Readable | Promise<Readable>;
  /** The file's name on the visitor's machine. */
  filename: string;
  /** With `inline`, the browser shows the file if it can; with `attachment`, it always saves the file. */
  disposition: 'inline' | 'attachment';
  /**
   * The policy for caching the bytes at this URL. `never`: the file never changes. `withdrawn`: the file doesn't change
   * but may be deleted, so browsers check it again within a week. `seldom`: the file may still be shown for some
   * minutes after it has changed. `perhaps`: browsers check the file each time. `uncached`: no cache may store the
   * file.
   */
  cachePolicy: 'never' | 'withdrawn' | 'seldom' | 'perhaps' | 'uncached';
}

export interface DownloadOptions<Subject> {
  access: AccessRule<NoInfer<Subject>>;
  query?: readonly string[];
  /** The rate limit of one address. Default: that of other downloads. */
  rateLimit?: RequestRateLimitKind;
  load?: (visit: PageRequest) => Promise<Subject | undefined>;
}

/** Declares a stored file at a URL: streamed, in ranges if requested, and never run in our origin. */
export type DeclareDownload = <Subject = undefined>(
  path: string,
  options: DownloadOptions<Subject>,
  find: (visit: PageRequest<Subject>) => Download | Promise<Download>,
) => void;

const caching: Record<Download['cachePolicy'], string> = {
  never: 'public, max-age=31536000, immutable',
  withdrawn: 'public, max-age=604800',
  seldom: 'public, max-age=300',
  perhaps: 'private, no-cache',
  uncached: 'private, no-store',
};

/** Under this policy, a file can do nothing and load nothing, even if a browser takes it for a page. */
const inert = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'";

/**
 * The policy for a PDF, which the browser's own viewer shows. It has no sandbox, because that would keep the viewer of
 * some browsers from opening the file (docs/decisions/0008).
 */
const inertPdf = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/**
 * Sends the file or the requested range of it: 304 without content if the browser already has the file, 416 if the
 * range is beyond its end.
 */
export async function sendDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  file: Download,
): Promise<FastifyReply> {
  const etag = `"${file.version}"`;
  const { range, 'if-range': ifRange, 'if-none-match': known } = request.headers;
  const unchanged = known?.includes(etag) ?? false;
  const isHead = request.method === 'HEAD';
  // Only GET can request a range (RFC 9110 §14.2).
  const ranged = !isHead && (ifRange === undefined || ifRange === etag);
  const wanted = ranged ? parseRange(range, file.size) : 'whole';
  const hasNoBody = isHead || unchanged || wanted === 'beyond';
  // The file is opened before any header is set. Otherwise an error page could be sent under the name of a missing
  // file.
  const content = hasNoBody ? undefined : await file.open(wanted === 'whole' ? undefined : wanted);
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'content-security-policy': file.contentType === 'application/pdf' ? inertPdf : inert,
    'content-disposition': contentDisposition(toSafeFileName(file.filename), { type: file.disposition }),
    'cache-control': caching[file.cachePolicy],
  });
  if (unchanged) return reply.code(304).send();
  if (wanted === 'beyond') {
    reply.headers({ 'content-range': `bytes */${file.size}`, 'cache-control': 'no-store' });
    return reply.code(416).type('text/plain').send('');
  }
  reply.type(file.contentType);
  const length = wanted === 'whole' ? file.size : wanted.end - wanted.start + 1;
  reply.header('content-length', length);
  if (wanted !== 'whole') {
    reply.code(206).header('content-range', `bytes ${wanted.start}-${wanted.end}/${file.size}`);
  }
  return reply.send(content ?? '');
}

/**
 * Makes a file name safe for a header and a disk. The result has no folders, no control characters and nothing that
 * changes the reading direction (which can make `fdp.exe` look like `exe.pdf`), and at most 150 characters. If nothing
 * is left of the name, the result is `file`.
 */
export function toSafeFileName(name: string): string {
  const safe = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .replace(/[/\\:*?"<>|]+/g, '-')
    .replace(/^[.\s]+/, '')
    .trim();
  const end = /\.[A-Za-z0-9]{1,8}$/.exec(safe)?.[0] ?? '';
  // The name is cut between characters, because half of a character can't be written into a URL.
  const stem = Array.from(safe.slice(0, safe.length - end.length)).slice(0, 150 - end.length);
  return `${stem.join('')}${end}` || 'file';
}
