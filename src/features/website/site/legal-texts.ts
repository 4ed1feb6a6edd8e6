/** The accessibility statement until the society writes its own. */
export const ACCESSIBILITY = `
We want everyone to be able to use this site, however they see, hear, move or read.

## What you can count on

- Everything works with the keyboard alone, and the focus is always visible.
- Text can be enlarged to 200% and more without losing anything, even on a phone.
- Light or dark follows your device, or your choice at the foot of each page. Both have strong contrast.
- Nothing moves by itself if your device asks for less motion.
- Every public page can be read in full without JavaScript.
- Screen readers announce results, messages and errors as they appear.

The site is built to the [Web Content Accessibility Guidelines 2.2](https://www.w3.org/TR/WCAG22/), level AA. Its pages are tested automatically whenever the software changes. It hasn’t been independently audited.

## What may fall short

- Scanned programmes and old documents are pictures of text, which a screen reader can’t read.
- Old photographs may be described only by the show they belong to.
- Maps, films and reviews from other sites are only as accessible as those sites make them.

## Tell us

If something stops you, [write to us](/contact). Say which page it was and what you were using, and we’ll put it right or send you what you need in another format.
`.trim();
