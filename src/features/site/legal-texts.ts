/** The privacy page until the society writes its own. All of it is true of this software. */
export const PRIVACY = `
This site asks as little of you as it can.

## When you only look

- We set **no cookies** and use no trackers, no advertising and no outside fonts or scripts.
- The server notes which page was asked for, when, and whether that went well. It does not note who asked.
- So that nobody can flood the site, it counts requests by internet address for a few minutes. The count is kept in memory and never written down.
- If you choose light or dark, your own device remembers it. Your choice is not sent to us.

## When you write to us

The [contact form](/contact) sends us your name, the email address or number you give, the subject and your message. We keep them, and may mail them among ourselves, so that we can answer you. The people who run this society can read them. We don’t pass them on, and we don’t add you to a mailing list.

## When you declare Gift Aid

If we claim Gift Aid and you make a declaration, we keep your name and home address with it, and give them to HM Revenue & Customs when we claim. HMRC may ask for a declaration for years after a claim. So we keep it for **seven years** after you have withdrawn or replaced it, also if you have your account erased. Then it is deleted.

## Other sites

Nothing is loaded from another site before you ask for it. A map is loaded only when you press its button, and a link to another site is only a link. From then on that site’s own rules hold.

## Names of people in our shows

Our archive names the people who took part in our shows, on stage and behind it, as the programmes did. If you would rather be shown under another name, or not at all, write to us.

## What you can ask of us

You can ask what we hold about you, and have it put right or deleted. [Write to us](/contact) and a person will answer. If you are not content with the answer, you can turn to the [Information Commissioner’s Office](https://ico.org.uk/).
`.trim();

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
