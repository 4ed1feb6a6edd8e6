import { formatFileSize } from '#platform/shared/file-size.ts';

/** The label of a file's type. */
const labels: Record<string, string> = {
  'application/pdf': 'PDF file',
  'application/msword': 'Word document',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word document',
  'application/vnd.oasis.opendocument.text': 'Text document',
  'application/vnd.ms-excel': 'Spreadsheet',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Spreadsheet',
  'application/vnd.oasis.opendocument.spreadsheet': 'Spreadsheet',
  'application/vnd.ms-powerpoint': 'Presentation',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'Presentation',
  'application/zip': 'Zip file',
  'text/plain': 'Text file',
};

const wordsOfFamily: Record<string, string> = { image: 'Picture', video: 'Video', audio: 'Sound recording' };

/**
 * Returns the label of a file's type: "PDF file", "Word document", "Picture". "File" for types without a common name.
 */
function formatFileKind(contentType: string): string {
  return labels[contentType] ?? wordsOfFamily[contentType.split('/', 1)[0] ?? ''] ?? 'File';
}

/** Formats a file's kind and size: "PDF file, 84 kB". */
export const formatFileKindAndSize = ({ contentType, bytes }: { contentType: string; bytes: number }): string =>
  `${formatFileKind(contentType)}, ${formatFileSize(bytes)}`;

/** Returns "PDF file" for a PDF, and kind and size for any other file. */
export function formatFileListLabel({ contentType, bytes }: { contentType: string; bytes: number }): string {
  return contentType === 'application/pdf'
    ? formatFileKind(contentType)
    : formatFileKindAndSize({ contentType, bytes });
}

type PreviewKind = 'pdf' | 'image' | 'audio' | 'video' | 'none';

/** Returns the kind of preview for files of this type; `none` if browsers don't display them. */
export function getPreviewKind(contentType: string): PreviewKind {
  if (contentType === 'application/pdf') return 'pdf';
  const family = contentType.split('/', 1)[0];
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'none';
}

/** The maximum size of one file, and the maximum number of files at once. */
export const fileLimits = { maxFiles: 20, maxBytes: 50_000_000 };

/** The accepted kinds of files, as displayed before anybody chooses a file. */
export const acceptedFileKindsLabel =
  'PDF, Word and other documents, spreadsheets, presentations, pictures, recordings, videos, text files, or a Zip file of anything else';

/** The file types for the file chooser, which disables other files. The server checks the content. */
export const acceptedFileTypes =
  '.pdf,.docx,.doc,.odt,.rtf,.pages,.xlsx,.xls,.ods,.numbers,.csv,.pptx,.ppt,.odp,.key,.txt,.md,.ics,.zip,.mscz,' +
  '.heic,.heif,.tif,.tiff,.bmp,image/jpeg,image/png,image/gif,image/webp,image/avif,audio/*,video/*';

/** The allowed extensions of each group of content types. */
const allowedExtensions: Record<string, RegExp> = {
  zip: /^(zip|docx|xlsx|pptx|odt|ods|odp|odg|pages|numbers|key|epub|mscz|mxl)$/,
  compound: /^(doc|xls|ppt)$/,
  text: /^(|txt|text|csv|tsv|md|rtf|ics|srt|vtt)$/,
  pdf: /^(|pdf|ai)$/,
  image: /^(|jpe?g|png|gif|webp|avif|jfif)$/,
  audio: /^(|mp3|wav|ogg|oga|m4a|aac)$/,
  video: /^(|mp4|m4v|mov|webm)$/,
};

function findContentFamily(contentType: string): string | undefined {
  if (contentType === 'text/plain') return 'text';
  if (contentType === 'application/octet-stream') return undefined;
  const seen = getPreviewKind(contentType);
  if (seen !== 'none') return seen;
  return /msword|ms-excel|ms-powerpoint/.test(contentType) ? 'compound' : 'zip';
}

const names: Record<string, string> = {
  pdf: 'a PDF file',
  image: 'a picture',
  audio: 'a sound recording',
  video: 'a video',
  compound: 'an Office document',
};

/**
 * Returns the reason why a file is refused; "" for an accepted file. `contentType` is the type of its content. A name
 * with another extension would deceive readers, and an unknown type may be a program.
 */
export function validateFileType(name: string, contentType: string): string {
  const ending = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const family = findContentFamily(contentType);
  if (family !== undefined && allowedExtensions[family]?.test(ending)) return '';
  const claimed = Object.keys(names).find((one) => ending !== '' && allowedExtensions[one]?.test(ending));
  if (claimed)
    return `“${name}” isn’t ${names[claimed]}, although its name says so. Open it, save it again and upload the new copy.`;
  return `“${name}” isn’t a type of file we accept. Save it as a PDF, or put it in a Zip file.`;
}

/**
 * Returns the name or, if it is taken, the first of "Rota (2).pdf", "Rota (3).pdf"… that is free, without regard to
 * case.
 */
export function findFreeFileName(name: string, taken: Iterable<string>): string {
  const used = new Set(Array.from(taken, (one) => one.toLowerCase()));
  if (!used.has(name.toLowerCase())) return name;
  const [stem, ending] = splitExtension(name);
  for (let number = 2; ; number += 1) {
    const numbered = `${stem} (${number})${ending}`;
    if (!used.has(numbered.toLowerCase())) return numbered;
  }
}

/** Splits a file's name into the part before the extension, and the extension with its dot; "" if there is none. */
function splitExtension(name: string): [string, string] {
  const [, stem = name, ending = ''] = /^(.+?)(\.[A-Za-z0-9]{1,8})?$/s.exec(name) ?? [];
  return [stem, ending];
}

/** Returns the name of a file whose content was replaced: the former name with the new file's extension. */
export function replaceExtension(name: string, by: string): string {
  const [stem, ending] = splitExtension(name);
  const [, now] = splitExtension(by);
  return now.toLowerCase() === ending.toLowerCase() ? name : stem + now;
}

/**
 * Returns a typed name with the extension of the file's previous name, `before`. The extension is added if the typed
 * name lacks it.
 */
export function ensureExtension(name: string, before: string): string {
  const [stem, ending] = splitExtension(name);
  const [, newEnding] = splitExtension(before);
  return ending.toLowerCase() === newEnding.toLowerCase() ? stem + newEnding : name + newEnding;
}
