import { getPreviewKind } from './file-kinds.ts';

/** The maximum size of one file, and the maximum number of files at once. */
export const fileLimits = { most: 20, bytes: 50_000_000 };

/** The accepted kinds of files, as displayed before anybody chooses a file. */
export const acceptedKindsLabel =
  'PDF, Word and other documents, spreadsheets, presentations, pictures, recordings, videos, text files, or a Zip file of anything else';

/** The file types for the file chooser, which disables other files. The server checks the content. */
export const acceptedFileTypes =
  '.pdf,.docx,.doc,.odt,.rtf,.pages,.xlsx,.xls,.ods,.numbers,.csv,.pptx,.ppt,.odp,.key,.txt,.md,.ics,.zip,.mscz,' +
  '.heic,.heif,.tif,.tiff,.bmp,image/jpeg,image/png,image/gif,image/webp,image/avif,audio/*,video/*';

/** The allowed extensions of each group of content types. */
const endings: Record<string, RegExp> = {
  zip: /^(zip|docx|xlsx|pptx|odt|ods|odp|odg|pages|numbers|key|epub|mscz|mxl)$/,
  compound: /^(doc|xls|ppt)$/,
  text: /^(|txt|text|csv|tsv|md|rtf|ics|srt|vtt)$/,
  pdf: /^(|pdf|ai)$/,
  image: /^(|jpe?g|png|gif|webp|avif|jfif)$/,
  audio: /^(|mp3|wav|ogg|oga|m4a|aac)$/,
  video: /^(|mp4|m4v|mov|webm)$/,
};

function familyOf(contentType: string): string | undefined {
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
  const family = familyOf(contentType);
  if (family !== undefined && endings[family]?.test(ending)) return '';
  const claimed = Object.keys(names).find((one) => ending !== '' && endings[one]?.test(ending));
  if (claimed)
    return `“${name}” isn’t ${names[claimed]}, although its name says so. Open it, save it again and upload the new copy.`;
  return `“${name}” isn’t a type of file we accept. Save it as a PDF, or put it in a Zip file.`;
}
