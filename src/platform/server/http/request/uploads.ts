import { finished } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formatFileSize } from '#platform/shared/file-size.ts';
import {
  type FileStorage,
  FileTooLargeError,
  type IncomingFile,
  isDiskFullError,
  StorageFullError,
  StorageUnavailableError,
} from '../../storage/storage.ts';
import { HttpError, malformedRequestMessage, refuse } from '../errors/http-error.ts';
import { bodyTooLargeMessage, collectFormFields, maxFormFields, parseJsonPart } from './body.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Allows a request to contain files, and to take the time that uploading them needs. */
    uploads?: boolean;
  }
}

/** The files that a call accepts in addition to fields. */
export interface UploadLimits {
  /** The maximum number of files in one request. */
  maxFiles: number;
  /** The maximum size of each file in bytes. */
  maxBytes: number;
}

/** A file that was sent with a call. It is deleted once the call has run, unless the call stores it. */
export interface Upload {
  /** The name of the file's form field. */
  field: string;
  /** The file's name as its sender wrote it, on one line and without control characters. */
  name: string;
  arrival: IncomingFile;
}

/** The body of a call: its fields or JSON, and its files. */
export interface ReceivedBody {
  body: unknown;
  files: Upload[];
}

/** The parts of a multipart body that a call accepts. */
interface AcceptedParts {
  /** Undefined if the call accepts no files. */
  files: UploadLimits | undefined;
  /** The maximum number of bytes in all the body's fields together. */
  fields: number;
  /** The id of the user who sends the body; "" for a visitor. */
  sender: string;
}

/**
 * The maximum time in milliseconds in which nothing arrives. After that, the connection is closed. A slow upload isn't
 * affected, because some data keeps arriving.
 */
const maxSilenceMs = 30_000;

const tooLarge = (limits: UploadLimits, name = '') =>
  `${name === '' ? 'This' : `“${name}”`} is larger than the ${formatFileSize(limits.maxBytes)} allowed for a file. Make it smaller, or split it into parts.`;

/** Refuses a body that declares a length larger than everything it may contain, before any of it is read. */
export function refuseTooLargeBody(request: FastifyRequest, limits: UploadLimits, fields: number): void {
  const length = Number(request.headers['content-length']);
  if (length > limits.maxFiles * limits.maxBytes + fields) refuse(413, tooLarge(limits));
}

/**
 * Reads a multipart body. Its files are written straight to the storage, and the caller deletes the files that it
 * doesn't keep. If the body breaks off, is malformed, or contains too much, all files are deleted.
 */
export async function receiveMultipartBody(
  request: FastifyRequest,
  storage: FileStorage,
  received: AcceptedParts,
): Promise<ReceivedBody> {
  const files: Upload[] = [];
  try {
    return { body: await readParts(request, storage, received, files), files };
  } catch (error) {
    await discardFiles(files);
    throw error;
  }
}

/** Deletes received files, except for stored ones. */
export async function discardFiles(files: readonly Upload[]): Promise<void> {
  for (const { arrival } of files) await arrival.discard();
}

async function readParts(
  request: FastifyRequest,
  storage: FileStorage,
  received: AcceptedParts,
  files: Upload[],
): Promise<ReceivedBody['body']> {
  request.raw.setTimeout(maxSilenceMs, () => request.raw.destroy());
  const maxFiles = received.files?.maxFiles ?? maxEmptyInputs;
  const read = { fields: maxFormFields, parts: maxFiles + maxFormFields, fieldSize: received.fields };
  const fields: [string, unknown][] = [];
  let length = 0;
  let came = 0;
  try {
    for await (const part of request.parts({ limits: { ...read, fileSize: Number.POSITIVE_INFINITY }, isPartAFile })) {
      if (part.type === 'field') {
        length += part.valueTruncated ? Number.POSITIVE_INFINITY : Buffer.byteLength(`${part.value}`);
        if (length > received.fields) refuse(413, bodyTooLargeMessage);
        fields.push([part.fieldname, part.value]);
      } else if (part.filename === undefined && isJson(part.mimetype)) {
        const json = await wholeText(part, received.fields - length);
        length += Buffer.byteLength(json);
        fields.push([part.fieldname, parseJsonPart(request, json)]);
      } else if (++came > maxFiles) refuse(413, tooMany(received.files));
      else if (received.files) await addFile(files, part, storage, { ...received.files, sender: received.sender });
      else await refuseFile(part);
    }
  } catch (error) {
    throw toUploadError(error, received.files);
  } finally {
    // From now on the sender is silent, because it waits for our response, which may take a long time
    request.raw.setTimeout(0);
  }
  return collectFormFields(fields);
}

/** The maximum number of empty file inputs in a form for a call that accepts no files. */
const maxEmptyInputs = 100;

const isJson = (type = '') => type.startsWith('application/json');

/**
 * Returns true for a part that is read like a file. This includes a field that declares itself as JSON, which Fastify
 * would parse at any depth.
 */
const isPartAFile = (_field?: string, type?: string, name?: string) =>
  name !== undefined || type === 'application/octet-stream' || isJson(type);

async function wholeText({ file }: MultipartFile, maxBytes: number): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of file) {
    bytes += piece.length;
    if (bytes > maxBytes) refuse(413, bodyTooLargeMessage);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

/** Returns true for an empty file input, which a browser sends as a file without name or content. */
const isEmptyInput = (name: string, bytes: number) => name === '' && bytes === 0;

/**
 * The encodings that browsers use for a double quote and line ends in a file's name. Browsers encode nothing else in
 * it.
 */
const encodedInNames: Record<string, string> = { '%22': '"', '%0D': '\r', '%0A': '\n' };

/**
 * Decodes the name of a file as one line without control characters, because names are shown in lists and in the audit
 * log.
 */
const decodeFileName = (name: string) =>
  name
    .replace(/%(?:22|0D|0A)/g, (code) => encodedInNames[code] ?? code)
    .replace(/[\n\u2028\u2029]/g, ' ')
    .replace(/\p{Cc}/gu, '');

async function addFile(
  files: Upload[],
  part: MultipartFile,
  storage: FileStorage,
  limits: UploadLimits & { sender: string },
): Promise<void> {
  const { fieldname: field, filename = '', file } = part;
  const name = decodeFileName(filename);
  const arrival = await storage
    .receive(file, { maxBytes: limits.maxBytes, sender: limits.sender })
    .catch((error: unknown) => {
      throw error instanceof FileTooLargeError ? new HttpError(413, tooLarge(limits, name)) : error;
    });
  if (isEmptyInput(name, arrival.bytes)) await arrival.discard();
  else files.push({ field, name, arrival });
}

async function refuseFile({ filename = '', file }: MultipartFile): Promise<void> {
  let bytes = 0;
  if (filename === '') {
    for await (const piece of file) {
      bytes += piece.length;
      if (bytes > 0) break;
    }
  }
  if (!isEmptyInput(filename, bytes)) refuse(415, 'This form doesn’t accept files.');
}

const tooMany = (limits: UploadLimits | undefined) =>
  limits ? `Too many files: you can upload at most ${limits.maxFiles} at a time.` : bodyTooLargeMessage;

/**
 * Returns the error to respond with if an upload fails: a 4xx error if it was caused by the request or the connection,
 * otherwise the error itself.
 */
function toUploadError(error: unknown, limits: UploadLimits | undefined): unknown {
  if (
    isDiskFullError(error) ||
    [HttpError, StorageFullError, StorageUnavailableError].some((known) => error instanceof known)
  )
    return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'FST_FIELDS_LIMIT') return new HttpError(413, bodyTooLargeMessage);
  if (code === 'FST_PARTS_LIMIT') return new HttpError(413, tooMany(limits));
  const ours = code !== undefined && /^E[A-Z]+$/.test(code) && code !== 'ECONNRESET' && code !== 'EPIPE';
  return ours
    ? error
    : new HttpError(400, limits ? 'The upload didn’t complete. Please try again.' : malformedRequestMessage);
}

/**
 * Drains the rest of a refused body, as an `onSend` hook, because browsers read the response only after sending
 * everything. If the connection closes after the response, the response is sent only once the body has been drained.
 */
export async function drainBody(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const { raw } = request;
  if (!raw.complete) {
    raw.unpipe();
    raw.resume();
    const giveUp = setTimeout(() => raw.complete || raw.destroy(), maxSilenceMs).unref();
    if (!reply.raw.shouldKeepAlive) {
      // If the connection were closed earlier, a sender that is still sending would lose the response
      await finished(raw).catch(() => undefined);
      clearTimeout(giveUp);
    }
  }
  return payload;
}
