import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';
import {
  currentVersionFields,
  id,
  requiredSingleLine,
  savedVersion,
  singleLine,
  version,
  versionField,
} from '#platform/shared/calls/schemas.ts';
import { maxCollectionItems } from './limits.ts';

/** One id or several. A form with one box ticked doesn't send a list. */
const idList = z.union([id.transform((one) => [one]), z.array(id).min(1, 'Choose at least one item.').max(500)]);

const boundedText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Keep this to ${max.toLocaleString('en-GB')} characters or fewer.`);

/** The texts that belong to an item. */
const detailFields = { alt: boundedText(500), credit: singleLine(200), consent: boundedText(1000) };

const UploadMediaBody = z.object({
  alt: detailFields.alt.default(''),
  credit: detailFields.credit.default(''),
  consent: detailFields.consent.default(''),
  /** The album to add the items to. */
  album: z.union([id, z.literal('')]).default(''),
  /** The show to which the items are added. They are also added to the show's album. */
  show: z.union([id, z.literal('')]).default(''),
});

const UpdateMediaDetailsBody = z.object({ id, version: versionField, ...detailFields });

const DeleteMediaBody = z.object({ id: idList, confirm: z.string().default('') });
const RestoreMediaBody = z.object({ id: idList });

/** The filename is ignored. Older clients send it. */
const ReencodeMediaBody = z.object({ id, filename: z.string().default('') });
/** `version` is the version of the files to replace. */
const ReplaceMediaBody = z.object({ id, version: versionField });

const albumName = requiredSingleLine('Give the album a name.', 120, 'Keep this to 120 characters or fewer.');

const CreateAlbumBody = z.object({ name: albumName, media: idList.optional() });
const AddToAlbumBody = z.object({ id, media: idList });
const UpdateAlbumBody = z.object({
  id,
  version,
  name: albumName,
  cover: z.union([id, z.literal('')]),
  /** All items of the album, in order. */
  media: z.array(id).max(maxCollectionItems.inAlbum),
});
const AlbumIdBody = z.object({ id });

/** An album, and the show to which its photographs and videos are added. */
const AddAlbumToShowBody = z.object({
  album: z.string().min(1, 'Choose an album.'),
  show: z.string().min(1, 'Choose a show.'),
});

/** All photographs of a show in their new order. Photographs that are left out are removed from the show. */
export const ArrangeShowPhotosBody = z.object({
  show: id,
  version,
  photos: z
    .array(
      z.object({
        id,
        caption: boundedText(300),
        featured: z.boolean(),
        people: z.array(id).max(60, 'You can tag up to 60 people in one photograph.'),
      }),
    )
    .max(maxCollectionItems.withShow),
});
export type ArrangeShowPhotosBody = z.infer<typeof ArrangeShowPhotosBody>;

/** A picture or video as pages show it. Its size in pixels is known before it loads, so that nothing moves. */
export const MediaEntry = z.object({
  id,
  /**
   * The URL of the largest size we store. With `?lowres`, the longest side is at most 400 px; `?refresh` bypasses every
   * cache.
   */
  src: z.string(),
  width: z.int(),
  height: z.int(),
  alt: z.string(),
  caption: z.string(),
  /** The author; "" if unknown. */
  credit: z.string(),
  /** The people in the picture or video, tagged by hand. */
  people: z.array(z.object({ id, name: z.string(), href: z.string() })),
  content_type: z.string(),
  /** The sizes of a picture by width, for the attribute `srcset` of `<img>`; "" for a video. */
  srcset: z.string(),
  /** A tiny picture as a data: URL; "" for a video, and for most pictures of a long gallery. */
  placeholder: z.string(),
});
export type MediaEntry = z.infer<typeof MediaEntry>;

/** An item's id, URL and filename. */
const MediaTriple = z.tuple([id, z.string(), z.string()]);

/** A place where an item is used: its name, and its URL. The URL is "" if the place has none. */
const MediaUse = z.object({ where: z.string(), href: z.string() });
export type MediaUse = z.infer<typeof MediaUse>;

/** An item as people who choose or manage media see it. */
export const MediaLibraryItem = z.object({
  id,
  kind: z.enum(['image', 'video', 'audio']),
  filename: z.string(),
  /** The item's URL, which stays the same when its files are replaced. */
  src: z.string(),
  /** The URL of the item's thumbnail; "" for videos and recordings. */
  thumbnail: z.string(),
  placeholder: z.string(),
  width: z.int(),
  height: z.int(),
  /** Bytes of all sizes together. */
  bytes: z.int(),
  alt: z.string(),
  credit: z.string(),
  /**
   * A note on the consent of the people in the picture or video; "" for people who choose media but don't manage them.
   */
  consent: z.string(),
  /**
   * A change of the item's texts sends this version, and is refused with 409 if somebody else has changed them since.
   */
  version: z.int(),
  /** An upload of new files sends this version, and is refused with 409 if somebody else has replaced them since. */
  file_version: z.int(),
  added: z.string(),
  /** The time of the deletion; "" for an item that isn't deleted. */
  deleted: z.string(),
  used: z.array(MediaUse),
});
export type MediaLibraryItem = z.infer<typeof MediaLibraryItem>;

export const AlbumEntry = z.object({
  id,
  name: z.string(),
  count: z.int(),
  thumbnail: z.string(),
  deleted: z.string(),
});
export type AlbumEntry = z.infer<typeof AlbumEntry>;

/**
 * The view in the URL (everything, the albums, one album, or the trash), and the search words and kind of media that
 * narrow it.
 */
export const MediaLibraryQuery = z.object({
  view: z.enum(['all', 'albums', 'album', 'deleted']),
  q: z.string(),
  kind: z.enum(['', 'image', 'video', 'audio']),
});
export type MediaLibraryQuery = z.infer<typeof MediaLibraryQuery>;

/** One page of items. */
export const MediaSearchResults = z.object({
  items: z.array(MediaLibraryItem),
  page: z.int(),
  pages: z.int(),
  /** The number of matching items. */
  matches: z.int(),
});
export type MediaSearchResults = z.infer<typeof MediaSearchResults>;

export const ManageMediaContent = MediaSearchResults.extend({
  type: z.literal('manage_media'),
  title: z.string(),
  /** All items; with a search, a kind, another view or a later page in the URL, only the items shown there. */
  media: z.array(MediaTriple),
  query: MediaLibraryQuery,
  albums: z.array(AlbumEntry),
  /** The album in the URL, with its items in order. */
  album: z
    .object({ id, name: z.string(), version: z.int(), cover: z.string(), items: z.array(MediaLibraryItem) })
    .optional(),
});
export type ManageMediaContent = z.infer<typeof ManageMediaContent>;

/** A photograph in the arranger of a show's photographs. */
export const ShowPhoto = MediaEntry.omit({ people: true }).extend({
  thumbnail: z.string(),
  filename: z.string(),
  featured: z.boolean(),
  people: z.array(z.object({ id, name: z.string() })),
});
export type ShowPhoto = z.infer<typeof ShowPhoto>;

/** A summary of a show's photographs, for the show's editor. */
export const ShowPhotoSummary = z.object({
  /** The number of photographs and videos. */
  count: z.int(),
  /** The number of videos among them. */
  videos: z.int(),
  /** Thumbnails of the first few photographs. */
  seen: z.array(z.string()),
  /** The album for new photographs; "" if there isn't one yet. */
  album: z.union([id, z.literal('')]),
});
export type ShowPhotoSummary = z.infer<typeof ShowPhotoSummary>;

export const ShowPhotosFormContent = z.object({
  type: z.literal('show_photos_form'),
  title: z.string(),
  shows: z.array(z.object({ id, title: z.string(), date: z.string() })),
  albums: z.array(z.tuple([id, z.string()])),
  /** The data that the pickers show for each show and album, by id. */
  show_pictures: z.record(id, z.object({ thumbnail: z.string(), photos: z.int(), when: z.string() })),
  album_pictures: z.record(id, z.object({ thumbnail: z.string(), count: z.int() })),
  /** The show in the URL. */
  chosen: z
    .object({
      /** `href` is the show's page; "" while the show is archived. */
      show: z.object({ id, title: z.string(), href: z.string() }),
      photos: z.array(ShowPhoto),
      /** A change sends this version, and is refused with 409 if somebody else has changed the photographs since. */
      version: z.int(),
    })
    .optional(),
});
export type ShowPhotosFormContent = z.infer<typeof ShowPhotosFormContent>;

/** The stored texts of an item, sent when a change conflicts with them. */
export const CurrentMediaDetails = MediaLibraryItem.pick({ alt: true, credit: true, consent: true }).extend(
  currentVersionFields,
);
export type CurrentMediaDetails = z.infer<typeof CurrentMediaDetails>;

/** The stored files of an item, sent when a replacement conflicts with them. */
export const CurrentMediaFiles = MediaLibraryItem.pick({
  thumbnail: true,
  width: true,
  height: true,
  bytes: true,
}).extend(currentVersionFields);
export type CurrentMediaFiles = z.infer<typeof CurrentMediaFiles>;

/** The stored album, sent when a change conflicts with it: its name, and the names of its items, in order. */
export const CurrentAlbum = z.object({ name: z.string(), items: z.array(z.string()), ...currentVersionFields });
export type CurrentAlbum = z.infer<typeof CurrentAlbum>;

/** The stored photographs of a show, in their order, sent when a change conflicts with them. */
export const CurrentShowPhotos = z.object({ photos: z.array(ShowPhoto), ...currentVersionFields });
export type CurrentShowPhotos = z.infer<typeof CurrentShowPhotos>;

const media = '/members/api/manage_media';

/** Lists the items that a picker offers. */
export const searchMedia = declareCall('GET', `${media}/items`, {
  query: ['q', 'kind', 'page'],
  answers: { 200: MediaSearchResults },
});
/** The files are sent as `fileElem`. */
export const uploadMedia = declareCall('POST', `${media}/upload`, {
  body: UploadMediaBody,
  answers: { 200: z.object({ media: z.array(MediaTriple), items: z.array(MediaLibraryItem) }) },
  once: true,
});
export const updateMediaDetails = declareCall('POST', `${media}/edit`, {
  body: UpdateMediaDetailsBody,
  answers: { 200: savedVersion.extend({ item: MediaLibraryItem }), 409: z.object({ current: CurrentMediaDetails }) },
});
export const deleteMedia = declareCall('POST', `${media}/delete`, {
  body: DeleteMediaBody,
  answers: {
    200: z.object({ deleted: z.array(id) }),
    // The places that still show the items
    409: z.object({ needs: z.literal('confirmation'), used: z.array(z.string()) }),
  },
});
export const restoreMedia = declareCall('POST', `${media}/restore`, { body: RestoreMediaBody });
/** The file is sent as `fileElem`. */
export const replaceMedia = declareCall('POST', `${media}/replace`, {
  body: ReplaceMediaBody,
  answers: { 200: savedVersion, 409: z.object({ current: CurrentMediaFiles }) },
  once: true,
});
export const reencodeMedia = declareCall('POST', `${media}/modernise`, {
  body: ReencodeMediaBody,
  answers: { 409: z.object({ current: CurrentMediaFiles }) },
});

export const createAlbum = declareCall('POST', `${media}/albums/new`, {
  body: CreateAlbumBody,
  answers: { 200: z.object({ id }) },
  once: true,
});
export const addToAlbum = declareCall('POST', `${media}/albums/fill`, { body: AddToAlbumBody });
export const updateAlbum = declareCall('POST', `${media}/albums/edit`, {
  body: UpdateAlbumBody,
  answers: { 200: savedVersion, 409: z.object({ current: CurrentAlbum }) },
});
export const deleteAlbum = declareCall('POST', `${media}/albums/delete`, { body: AlbumIdBody });
export const restoreAlbum = declareCall('POST', `${media}/albums/restore`, { body: AlbumIdBody });

export const addAlbumToShow = declareCall('POST', '/members/api/admin/set_show_photos', {
  body: AddAlbumToShowBody,
  answers: { 200: z.object({ added: z.int() }) },
});
export const arrangeShowPhotos = declareCall('POST', '/members/api/admin/arrange_show_photos', {
  body: ArrangeShowPhotosBody,
  answers: { 200: savedVersion, 409: z.object({ current: CurrentShowPhotos }) },
});

declare module '#platform/shared/pages.ts' {
  interface Pages {
    manage_media: ManageMediaContent;
    show_photos_form: ShowPhotosFormContent;
  }
}
