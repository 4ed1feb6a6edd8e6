import { sizeInWords, whyNotSent } from '#platform/shared/file-size.ts';

/** The most bytes of one file: a picture, which is processed in memory (four times what cameras make), or any other. */
export const mediaLimits = { picture: 60_000_000, file: 500_000_000 };

export const pictureTooLargeMessage = `This picture is larger than ${sizeInWords(mediaLimits.picture)}. Save it smaller, then try again.`;

/**
 * Why a file would be refused as media, in a sentence; "" for one that may be sent. A browser recognises a picture only
 * by its name; the server looks at the content.
 */
export const whyNotTaken = (file: Pick<File, 'size' | 'type'>): string =>
  file.type.startsWith('image/') && file.size > mediaLimits.picture
    ? pictureTooLargeMessage
    : whyNotSent(file, mediaLimits.file);
