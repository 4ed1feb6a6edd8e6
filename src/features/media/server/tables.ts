import type { MediaKind } from '../kinds.ts';

interface MediaTable {
  id: string;
  kind: MediaKind;
  filename: string;
  content_type: string;
  /** Of the largest size kept. */
  width: number;
  height: number;
  /** JSON: the sizes that are kept, smallest first. */
  sizes: string;
  /** A tiny picture as a data: address, shown while the real one loads; "" for films and sounds. */
  placeholder: string;
  alt: string;
  credit: string;
  created_at: string;
}

interface ShowMediaTable {
  show_id: string;
  media_id: string;
  ord: number;
  caption: string;
}

declare module '../../../platform/server/database/schema.ts' {
  interface Tables {
    media: MediaTable;
    show_media: ShowMediaTable;
  }
}
