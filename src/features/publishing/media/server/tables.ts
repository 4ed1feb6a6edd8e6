import type { LiveRow } from '#platform/server/database/index.ts';
import type { MediaKind } from '#platform/shared/media-kinds.ts';

interface MediaTable {
  id: string;
  kind: MediaKind;
  filename: string;
  content_type: string;
  /** The width of the largest stored size. */
  width: number;
  height: number;
  /** JSON: the stored sizes, smallest first. */
  sizes: string;
  /** A tiny picture as a data: URL, displayed while the real one loads; "" for videos and recordings. */
  placeholder: string;
  alt: string;
  credit: string;
  /**
   * A note on the consent of the people in the picture or video, for people who manage the media. Members who are tagged
   * get it in the download of their data.
   */
  consent: string;
  /** Increases each time the item's files are replaced or re-encoded. */
  file_version: number;
  /**
   * The user who replaced or re-encoded the item's files last; null if that is unknown or their account was deleted.
   */
  file_updated_by?: string | null | undefined;
  /** Increases with each change of the item's texts. */
  version: number;
  /** The user who saved the item's texts last; null if that is unknown or their account was deleted. */
  updated_by?: string | null | undefined;
  created_at: string;
  /** JSON: the shows and their fields from which the item was removed when it was deleted; "" for none. */
  artwork_of: string;
  /** The time of the deletion. */
  deleted_at: string | null;
}

interface ShowMediaTable {
  show_id: string;
  media_id: string;
  ord: number;
  caption: string;
  /** 1 for a photograph that is shown before the others. */
  featured: number;
}

/** The version of a show's photographs, which are saved together. If they have never changed, there is no row. */
interface ShowGalleryTable {
  show_id: string;
  version: number;
  /** The person who changed the photographs last; "" if nobody did. */
  changed_by: string;
}

interface AlbumTable {
  id: string;
  name: string;
  /** The item that is shown as the cover; null for the first picture. */
  cover_id: string | null;
  /** Increases with each change of the album's name, cover or items. */
  version: number;
  /** The person who created the album or changed it last; "" for an album of the demo that nobody has changed. */
  changed_by: string;
  created_at: string;
  deleted_at: string | null;
}

interface AlbumMediaTable {
  album_id: string;
  media_id: string;
  ord: number;
}

/** A person in a picture, tagged by hand. */
interface MediaPersonTable {
  media_id: string;
  person_id: string;
  ord: number;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    media: LiveRow<MediaTable>;
    media_with_deleted: MediaTable;
    show_media: ShowMediaTable;
    show_gallery: ShowGalleryTable;
    album: LiveRow<AlbumTable>;
    album_with_deleted: AlbumTable;
    album_media: AlbumMediaTable;
    media_person: MediaPersonTable;
  }
}
