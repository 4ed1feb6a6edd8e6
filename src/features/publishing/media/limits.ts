import { formatFileSize, validateFileSize } from '#platform/shared/file-size.ts';
import type { MediaKind } from '#platform/shared/media-kinds.ts';

/**
 * The maximum size of one file in bytes. Pictures are processed in memory, so their limit is lower: four times the size
 * of a camera's picture.
 */
export const maxMediaBytes = { picture: 60_000_000, file: 500_000_000 };

/**
 * The maximum number of items of an album, and of a show. The limits are needed because an album, and a show's
 * photographs, are each saved as a whole.
 */
export const maxCollectionItems = { inAlbum: 5000, withShow: 2000 };

export const pictureTooLargeMessage = `This picture is larger than ${formatFileSize(maxMediaBytes.picture)}. Save a smaller copy, then try again.`;

const kindNames = { image: 'picture', video: 'video', audio: 'recording' } as const;

/**
 * Returns the reason why a file isn't of the requested kind, judged by the type that the browser derives from its name;
 * "" if it may be of that kind.
 */
export function validateMediaKind(kind: MediaKind, { type }: Pick<File, 'type'>): string {
  // Browsers also report audio recordings as video/ogg, so such a file may be of any kind.
  const named = type === 'video/ogg' ? undefined : /^(image|video|audio)\//.exec(type)?.[1];
  return named === undefined || named === kind ? '' : `This isn’t a ${kindNames[kind]}. Choose another file.`;
}

/**
 * Returns the message that refuses a file because of its size; "" for a file that may be sent. A browser recognises a
 * picture only by its name; the server checks the content.
 */
export const validateMediaFileSize = (file: Pick<File, 'size' | 'type'>): string =>
  file.type.startsWith('image/') && file.size > maxMediaBytes.picture
    ? pictureTooLargeMessage
    : validateFileSize(file, maxMediaBytes.file);
