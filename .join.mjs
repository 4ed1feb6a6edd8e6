import sharp from 'sharp';

const [out, ...files] = process.argv.slice(2);
const imgs = await Promise.all(
  files.map(async (f) =>
    sharp(
      await sharp(f)
        .extract({
          left: 0,
          top: 0,
          width: (await sharp(f).metadata()).width,
          height: Math.min(1500, (await sharp(f).metadata()).height),
        })
        .toBuffer(),
    )
      .resize({ width: 640 })
      .toBuffer(),
  ),
);
const metas = await Promise.all(imgs.map((i) => sharp(i).metadata()));
await sharp({
  create: {
    width: 650 * imgs.length,
    height: Math.max(...metas.map((m) => m.height)),
    channels: 3,
    background: '#888',
  },
})
  .composite(imgs.map((input, n) => ({ input, left: n * 650, top: 0 })))
  .png()
  .toFile(out);
