/** The accessibility statement until the society writes its own. */
export const ACCESSIBILITY = `
We want everybody to be able to use this site, however they see, hear, move or read.

## What you can count on

- Everything works by keyboard alone, and where you are is always shown.
- Text can be enlarged to 200% and more without anything being lost, on a phone too.
- Light or dark follows your device, or your choice at the foot of each page. Both have strong contrast.
- Nothing moves by itself if your device asks for less motion.
- Every public page can be read in full without JavaScript.
- Screen readers are told of results, messages and errors as they appear.

The site is built to the [Web Content Accessibility Guidelines 2.2](https://www.w3.org/TR/WCAG22/), level AA. Its pages are checked by a program whenever the software changes. No outside body has audited it.

## What may fall short

- Scanned programmes and old papers are pictures of text, and a screen reader can’t read them.
- Old photographs may be described only by the show they belong to.
- Maps, films and reviews of other sites follow those sites’ own ways.

## Tell us

If something stops you, [write to us](/contact). Say which page it was and what you were using, and we will put it right or send you what you need in another form.
`.trim();
