import { z } from 'zod';
import { id, singleLine, singleLineText, version, versionField } from '#platform/shared/calls/schemas.ts';
import { maxCollectionItems } from './limits.ts';

/** One id or several. A form with one box ticked doesn't send a list. */
const idList = z.union([id.transform((one) => [one]), z.array(id).min(1, 'Choose at least one.').max(500)]);

const boundedText = (most: number) => z.string().trim().max(most, `Keep this to ${most} characters.`);

/** The texts that belong to an item. */
const detailFields = { alt: boundedText(500), credit: singleLine(200), consent: boundedText(1000) };

export const UploadMediaInput = z.object({
  alt: detailFields.alt.default(''),
  credit: detailFields.credit.default(''),
  consent: detailFields.consent.default(''),
  /** The album to add the items to. */
  album: z.union([id, z.literal('')]).default(''),
  /** The show to which the items are added. They are also added to the show's album. */
  show: z.union([id, z.literal('')]).default(''),
});

export const MediaDetailsInput = z.object({ id, version: versionField, ...detailFields });

export const DeleteMediaInput = z.object({ id: idList, confirm: z.string().default('') });
export const RestoreMediaInput = z.object({ id: idList });

/** The filename is ignored. Older clients send it. */
export const ReencodeMediaInput = z.object({ id, filename: z.string().default('') });
/** `version` is the version of the files to replace. */
export const ReplaceMediaInput = z.object({ id, version: versionField });

const albumName = singleLineText('Give the album a name.', 120, 'Keep this to 120 characters.');

export const CreateAlbumInput = z.object({ name: albumName, media: idList.optional() });
export const AddToAlbumInput = z.object({ id, media: idList });
export const UpdateAlbumInput = z.object({
  id,
  version,
  name: albumName,
  cover: z.union([id, z.literal('')]),
  /** All items of the album, in order. */
  media: z.array(id).max(maxCollectionItems.inAlbum),
});
export const AlbumIdInput = z.object({ id });

/** An album, and the show to which its photographs are added. */
export const AddAlbumToShowInput = z.object({
  album: z.string().min(1, 'Choose an album.'),
  show: z.string().min(1, 'Choose a show.'),
});

/** All photographs of a show in their new order. Photographs that are left out are removed from the show. */
export const ArrangeShowPhotosInput = z.object({
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
export type ArrangeShowPhotosInput = z.infer<typeof ArrangeShowPhotosInput>;
