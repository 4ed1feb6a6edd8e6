// Runs as a separate process with a low priority: renders our own drawings. It isn't the process of uploaded pictures
// (picture-process.ts), because that one opens no SVG. Started by pictures.ts; ends with its parent.
import { setPriority } from 'node:os';
import sharp from 'sharp';
import { handleWorkerTasks } from '../background/handle-worker-tasks.ts';

/** An SVG drawing made by the program, to render as PNG or JPEG. */
export interface DrawingTask {
  svg: string;
  as: 'png' | 'jpeg';
  /** A second drawing on top of the first, stretched to this rectangle in pixels. */
  onTop?: { svg: string; left: number; top: number; width: number; height: number };
}

async function render({ svg, as, onTop }: DrawingTask): Promise<Buffer> {
  const picture = sharp(Buffer.from(svg));
  if (onTop) {
    const { left, top, width, height } = onTop;
    const stretched = sharp(Buffer.from(onTop.svg)).resize(width, height, { fit: 'fill' });
    picture.composite([{ input: await stretched.png({ compressionLevel: 0 }).toBuffer(), left, top }]);
  }
  if (as === 'png') return picture.png().toBuffer();
  return picture.flatten().jpeg({ quality: 86, chromaSubsampling: '4:4:4' }).toBuffer();
}

// The priority is low, so that pages don't wait, but not the lowest, because a visitor waits for a share picture
setPriority(10);
sharp.concurrency(1);
sharp.cache(false);
handleWorkerTasks(render);
