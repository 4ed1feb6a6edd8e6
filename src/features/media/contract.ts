import { z } from 'zod';
import { id } from '../../platform/shared/schemas.ts';

/** A picture or film as pages show it. Sizes in pixels are known before it loads, so that nothing jumps. */
export const MediaEntry = z.object({
  id,
  /** The largest size we keep. `?lowres` is 400 px at its longest side, `?refresh` asks past every cache. */
  src: z.string(),
  width: z.int(),
  height: z.int(),
  alt: z.string(),
  caption: z.string(),
  content_type: z.string(),
  /** The sizes of a picture by width, for `<img srcset>`; "" for a film. */
  srcset: z.string(),
  /** A tiny picture as a data: address; "" for a film. */
  placeholder: z.string(),
});
export type MediaEntry = z.infer<typeof MediaEntry>;
