import { sizeInWords, whyNotSent } from '#platform/shared/file-size.ts';

/** The most bytes of one file: a picture, which is processed in memory (four times what cameras make), or any other. */
export const mediaLimits = { picture: 60_000_000, file: 500_000_000 };

export const pictureTooLargeMessage = `This picture is larger than ${sizeInWords(mediaLimits.picture)}. Save it smaller, then try again.`;

/**
 * Why a file needn't be sent to the media, in a sentence; "" for one that may be. A browser knows a picture by its name
 * alone; the server looks at what it is.
 */
export const whyNotTaken = (file: Pick<File, 'size' | 'type'>): string =>
  file.type.startsWith('image/') && file.size > mediaLimits.picture
    ? pictureTooLargeMessage
    : whyNotSent(file, mediaLimits.file);
