import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/engines.ts';
import { preparePicture, rewritePicture } from './pictures.ts';
import { loadSharp } from './sharp.ts';

async function drawn(width: number, height: number): Promise<string> {
  const sharp = await loadSharp();
  const path = join(temporaryFolder(), 'drawn.png');
  await sharp({ create: { width, height, channels: 3, background: '#a31' } })
    .png()
    .toFile(path);
  return path;
}

test('one person’s pile of pictures doesn’t keep another’s waiting', async () => {
  const path = await drawn(300, 200);
  const order: string[] = [];
  const prepare = (sender: string) => preparePicture({ path, sender }).then(() => order.push(sender));
  const all = [...Array.from({ length: 5 }, () => prepare('many')), prepare('one')];
  await Promise.all(all);
  expect(order).toEqual(['many', 'one', 'many', 'many', 'many', 'many']);
});

test('who sends far more than anybody chooses is told to wait for their own', async () => {
  const path = await drawn(30, 20);
  const came = await Promise.allSettled(Array.from({ length: 22 }, () => preparePicture({ path, sender: 'many' })));
  const refused = came.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  expect(refused).toEqual([429]);
});

test('a picture that is longer than any, however thin, isn’t opened', async () => {
  const path = await drawn(1, 70_000);
  await expect(preparePicture({ path, sender: '' })).rejects.toMatchObject({ code: 415 });
  expect(await rewritePicture({ path, as: 'image/png', to: `${path}.rewritten` }, '')).toBeUndefined();
});
