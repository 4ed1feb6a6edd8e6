import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Arrival, FileTooLarge, type Storage } from '../storage.ts';
import { Refusal, refuse } from './refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes files, and so the time that those take. */
    uploads?: boolean;
  }
}

/** What a call takes besides fields. */
export interface UploadLimits {
  /** How many files at once. */
  most: number;
  /** How many bytes each may have. */
  bytes: number;
}

/** A file that came with a call. It goes with the answer unless the call keeps it. */
export interface Upload {
  /** The form's name for it. */
  field: string;
  /** As its sender calls it: anything at all. */
  name: string;
  arrival: Arrival;
}

/** What was in a multipart body. */
interface Sent {
  body: Record<string, unknown>;
  files: Upload[];
}

/** Longer texts than any form here asks for. */
const longestField = 1024 * 1024;

/** A connection on which nothing comes for so long is given up; a file on a slow line keeps coming. */
const silence = 30_000;

const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`;

const tooLarge = (limits: UploadLimits, name = '') =>
  `${name === '' ? 'This' : `“${name}”`} is larger than the ${megabytes(limits.bytes)} a file may have. Make it smaller, or share it in parts.`;

/** Refuses, before anything of it is read, a body that says itself that it is larger than all that it may carry. */
export function refuseTooLarge(request: FastifyRequest, limits: UploadLimits): void {
  const said = Number(request.headers['content-length']);
  if (said > limits.most * limits.bytes + longestField) refuse(413, tooLarge(limits));
}

/**
 * Reads a multipart body, its files straight to the storage, and gives it to `use`. What `use` doesn't keep is gone
 * after it, and everything is where the body breaks off, is broken, or has too much in it.
 */
export async function withUploads<T>(
  request: FastifyRequest,
  storage: Storage,
  limits: UploadLimits,
  use: (sent: Sent) => Promise<T>,
): Promise<T> {
  const sent: Sent = { body: {}, files: [] };
  try {
    await readParts(request, storage, limits, sent);
    return await use(sent);
  } finally {
    for (const { arrival } of sent.files) await arrival.discard();
  }
}

async function readParts(request: FastifyRequest, storage: Storage, limits: UploadLimits, sent: Sent): Promise<void> {
  request.raw.setTimeout(silence, () => request.raw.destroy());
  const read = { files: limits.most, fields: 100, parts: limits.most + 100, fieldSize: longestField };
  try {
    for await (const part of request.parts({ limits: { ...read, fileSize: Number.POSITIVE_INFINITY } })) {
      if (part.type === 'field') addField(sent.body, part);
      else await addFile(sent.files, part, storage, limits);
    }
  } catch (error) {
    throw asRefusal(error, limits);
  }
}

function addField(body: Sent['body'], { fieldname, value, valueTruncated }: MultipartValue): void {
  if (valueTruncated) refuse(413, 'That is larger than this form takes.');
  const before = body[fieldname];
  body[fieldname] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value];
}

async function addFile(files: Upload[], part: MultipartFile, storage: Storage, limits: UploadLimits): Promise<void> {
  const { fieldname: field, filename: name = '', file } = part;
  const arrival = await storage.receive(file, { most: limits.bytes }).catch((error: unknown) => {
    throw error instanceof FileTooLarge ? new Refusal(413, tooLarge(limits, name)) : error;
  });
  // A browser sends a file input in which nothing was chosen as a file without name or content
  if (name === '' && arrival.bytes === 0) await arrival.discard();
  else files.push({ field, name, arrival });
}

const limitsReached = new Set(['FST_FILES_LIMIT', 'FST_PARTS_LIMIT', 'FST_FIELDS_LIMIT']);

/** What went wrong is the sender's doing, unless the disk has something to say. */
function asRefusal(error: unknown, { most }: UploadLimits): unknown {
  if (error instanceof Refusal) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code !== undefined && limitsReached.has(code)) {
    return new Refusal(413, `That is more than ${most} files at once. Send them in several goes.`);
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new Refusal(503, 'There is no room left for files just now. Tell whoever looks after the site.');
  }
  const ours = code !== undefined && /^E[A-Z]+$/.test(code) && code !== 'ECONNRESET' && code !== 'EPIPE';
  return ours ? error : new Refusal(400, 'The files didn’t arrive whole. Try again.');
}

/**
 * Goes on reading, for a while and to no end, what a refused sender still sends: a browser looks at the answer only
 * when it has sent everything. An `onSend` hook.
 */
export async function hearOut(request: FastifyRequest, _reply: FastifyReply, payload: unknown): Promise<unknown> {
  const { raw } = request;
  if (!raw.complete) {
    raw.unpipe();
    raw.resume();
    setTimeout(() => raw.complete || raw.destroy(), silence).unref();
  }
  return payload;
}
