import type { MediaLibraryItem } from './contract.ts';

/** Formats how many photographs and videos there are: "1 photograph", "12 photographs and 2 videos". */
export function formatPhotoAndVideoCounts(photographs: number, videos: number): string {
  const parts = [
    ...(photographs > 0 || videos === 0 ? [photographs === 1 ? '1 photograph' : `${photographs} photographs`] : []),
    ...(videos > 0 ? [videos === 1 ? '1 video' : `${videos} videos`] : []),
  ];
  return parts.join(' and ');
}

/** Formats how many of these items are photographs and videos. */
export function formatMediaCounts(items: readonly Pick<MediaLibraryItem, 'kind'>[]): string {
  const videos = items.filter(({ kind }) => kind === 'video').length;
  return formatPhotoAndVideoCounts(items.length - videos, videos);
}
