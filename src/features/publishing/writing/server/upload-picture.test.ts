import sharp from 'sharp';
import { expect } from 'vitest';
import { onEachSite } from '#tests/support/site/app.ts';

const png = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#a31' } })
    .png()
    .toBuffer();

function form(content: Buffer | string, alt: string, field = 'picture'): FormData {
  const data = new FormData();
  data.append('alt', alt);
  data.append(field, new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), '../Our lamp :(.png');
  return data;
}
const call = '/members/api/blog/picture';

onEachSite('a picture for a text is added to the media with its description and returned as Markdown', async (on) => {
  const { a, as, get, db } = on;
  const { upload } = await as(await a.user({ role: 'author', firstname: 'Amy', lastname: 'Treadwell' }));
  const { body } = await upload(call, form(await png(), ' The lamp]\n(in the wings) '));
  expect(body).toMatchObject({ code: 200, msg: '“Our lamp -(.png” has been added to the text.' });
  const [, alt, address = ''] = /^!\[(.*)\]\((\/media\/\S+)\)$/.exec(String(body.content)) ?? [];
  expect(alt).toBe('The lamp (in the wings)');
  expect((await get(address)).headers['content-type']).toBe('image/webp');
  // The text displays the picture, whatever the file was called
  const post = await a.blogPost({ content: `${body.content}` });
  expect((await get(`/blog/${post}`)).body).toContain(`<img src="${address}"`);
  const [item] = await db.read.selectFrom('media').select(['alt', 'filename', 'kind']).execute();
  expect(item).toEqual({ alt: 'The lamp] (in the wings)', filename: 'Our lamp -(.png', kind: 'image' });
  const entries = await db.read.selectFrom('audit').select(['actor_name', 'action', 'detail']).execute();
  expect(entries).toEqual([{ actor_name: 'Amy Treadwell', action: 'media.added', detail: 'Our lamp -(.png' }]);
});

onEachSite('an upload without a picture, or with too long a description, is refused', async (on) => {
  const { a, as, db } = on;
  const { upload } = await as(await a.user({ role: 'author' }));
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const film = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom\0\0\0\0isomiso2')]);
  expect((await upload(call, form(svg, 'A lamp'))).status).toBe(415);
  expect((await upload(call, form('<html>', 'A lamp'))).status).toBe(415);
  expect((await upload(call, form(film, 'A lamp'))).status).toBe(415);
  expect((await upload(call, form(Buffer.alloc(0), 'A lamp'))).status).toBe(400);
  expect((await upload(call, form(await png(), 'x'.repeat(301)))).body).toMatchObject({
    code: 400,
    fields: { alt: expect.any(String) },
  });
  expect((await upload(call, form(await png(), 'A lamp', 'fileElem'))).body).toMatchObject({ code: 400 });
  expect(await db.read.selectFrom('media').select('id').execute()).toEqual([]);
});
