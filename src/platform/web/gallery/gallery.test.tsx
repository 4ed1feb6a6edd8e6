import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Carousel } from './carousel.tsx';
import { divideShapesIntoRows, Gallery, layOutRows, VideoList } from './gallery.tsx';
import type { GalleryItem } from './retrying-image.tsx';
import { GalleryViewer } from './viewer.tsx';

const pictures: GalleryItem[] = Array.from({ length: 200 }, (_, index) => ({
  id: `photo${index + 1}`,
  src: `/media/photo${index + 1}/bows.webp`,
  width: 1200,
  height: 800,
  alt: `Scene ${index + 1}`,
  caption: '',
  srcset: `/media/photo${index + 1}/bows.webp?w=400 400w, /media/photo${index + 1}/bows.webp?w=1200 1200w`,
  placeholder: 'data:image/webp;base64,AAAA',
}));
const html = (element: Parameters<typeof renderToString>[0]) => renderToString(element).replaceAll('<!-- -->', '');

describe('a server-rendered gallery is complete without scripts', () => {
  const sent = html(<Gallery pictures={pictures} />);

  it('a server-rendered gallery describes every photograph in words and links each to its file', () => {
    expect(sent.match(/<li/g)).toHaveLength(200);
    expect(sent.match(/<a [^>]*href="\/media\/[^"]+"/g)).toHaveLength(200);
    expect(sent).toContain('<span class="vh">Photo 12 of 200: </span>');
    expect(sent).toContain('alt="Scene 200"');
  });

  it('a server-rendered gallery reserves each photograph’s space, and loads only photographs in view', () => {
    expect(sent.match(/width="1200" height="800"/g)).toHaveLength(200);
    expect(sent.match(/loading="lazy"/g)).toHaveLength(200);
    expect(sent).toContain('background-image:url(&quot;data:image/webp;base64,AAAA&quot;)');
  });

  it('each photograph reserves a space of its shape, or of the default shape', () => {
    const shapes = [1200, 600, 8000, 0].map((width) => ({ ...pictures[0], width })) as GalleryItem[];
    const [usual, upright, wide, unknown] = [...html(<Gallery pictures={shapes} />).matchAll(/--shape:([\d.]+)/g)];
    expect([usual, upright, wide, unknown].map((shape) => Number(shape?.[1]))).toEqual([1.5, 0.75, 3, 1.5]);
  });

  it('a long gallery’s button says how many photographs remain, and is missing if only one remains', () => {
    expect(sent).toContain('Show 195 more photos');
    expect(html(<Gallery pictures={pictures.slice(0, 7)} />)).toContain('Show 2 more photos');
    expect(html(<Gallery pictures={pictures.slice(0, 7)} />)).toContain('_first_');
    const six = html(<Gallery pictures={pictures.slice(0, 6)} />);
    expect(six).not.toContain('<button');
    expect(six).not.toContain('_first_');
    expect(html(<Gallery pictures={pictures.slice(0, 5)} />)).not.toContain('<button');
  });
});

describe('the full-screen view shows one photograph at a time', () => {
  it('the full-screen view renders eleven of two hundred photographs and shows one', () => {
    const sent = html(<GalleryViewer kind="photo" items={pictures} start={11} onClose={() => {}} />);
    expect(sent.match(/<img/g)).toHaveLength(11);
    expect(sent.match(/inert=""/g)).toHaveLength(10);
    expect(sent).toContain('Photo 12 of 200: Scene 12');
  });

  it('the full-screen view of a single photograph has no arrows', () => {
    const sent = html(<GalleryViewer kind="photo" items={pictures.slice(0, 1)} start={0} onClose={() => {}} />);
    expect(sent).not.toContain('Next photo');
  });

  it('the full-screen view names the creator of a photograph and of a video', () => {
    const items = pictures.slice(0, 1).map((picture) => ({ ...picture, credit: 'Ann Hale' }));
    const by = (kind: 'photo' | 'video') =>
      html(<GalleryViewer kind={kind} items={items} start={0} onClose={() => {}} />);
    expect(by('photo')).toContain('<p>Photo: Ann Hale</p>');
    expect(by('video')).toContain('<p>Video: Ann Hale</p>');
  });
});

it('a video reserves its space, and is loaded only once it is started', () => {
  const video = { id: 'film', src: '/media/film/trailer.webm', width: 0, height: 0, alt: 'The trailer' };
  const sent = html(<VideoList videos={[video]} />);
  expect(sent).toContain('preload="none"');
  expect(sent).toContain('aspect-ratio:16 / 9');
});

describe('a server-rendered carousel shows its first photograph', () => {
  const photos = pictures.slice(0, 7).map(({ src, alt }) => ({ src, alt }));

  it('a server-rendered carousel has five positions and shows the first', () => {
    const sent = html(<Carousel photos={photos} label="Photographs of Blithe Spirit" />);
    expect(sent).toContain('Photo 1 of 5');
    expect(sent.match(/<img/g)).toHaveLength(1);
    expect(sent).toContain('alt="Scene 1"');
  });

  it('a carousel of a single photograph has no buttons', () => {
    expect(html(<Carousel photos={photos.slice(0, 1)} label="Photographs" />)).not.toContain('<button');
  });
});

const across = 1.5;
const upright = 0.67;
const width = (row: readonly number[]) => row.reduce((sum, shape) => sum + shape, 0);

it('a gallery avoids a last row with a single photograph', () => {
  expect(divideShapesIntoRows([across, across, across, upright, across, across], 4.3).map((row) => row.length)).toEqual(
    [3, 3],
  );
  expect(divideShapesIntoRows(Array(7).fill(across), 4.3).map((row) => row.length)).toEqual([3, 4]);
});

it('the rows of a gallery keep the order of its photographs, and none is twice as high as another', () => {
  const many = Array.from({ length: 200 }, (_, at) => [across, upright, 3, 0.6, 1][at % 5] ?? 1);
  const rows = divideShapesIntoRows(many, 4.3);
  expect(rows.flat()).toEqual(many);
  // No row is twice as high as another
  const widths = rows.map(width);
  expect(Math.max(...widths) / Math.min(...widths)).toBeLessThan(2);
});

it('a single photograph has one row, and an empty gallery has none', () => {
  expect(divideShapesIntoRows([across], 4.3)).toEqual([[across]]);
  expect(divideShapesIntoRows([], 4.3)).toEqual([]);
});

it('a row is divided by its photographs’ shapes, and is at most as wide as the page', () => {
  expect(layOutRows([1, 3], 4)).toEqual([
    { share: 0.25, beside: 1 },
    { share: 0.75, beside: 1 },
  ]);
  const thirds = layOutRows([across, across, across], 4.3);
  expect(thirds.reduce((sum, { share }) => sum + share, 0)).toBeLessThanOrEqual(1);
});
