import type { NewBlogPost } from '#features/publishing/blog/blog-post.ts';
import { addDays, type CalendarDate } from '#platform/shared/dates/dates.ts';
import { addPictureToText, type DemoPicture, findTextPicture } from '../media/pictures/pictures.ts';
import { blogPosts2021To2024 } from './2021-2024.ts';
import { blogPosts2024To2026 } from './2024-2026.ts';
import type { DemoBlogPost } from './blog-post.ts';

/** Posts about the show that has just closed and the show in rehearsal, dated relative to today. */
export const latestBlogPosts: DemoBlogPost[] = [
  {
    title: 'Learning lines, and other things that can’t be done',
    author: 'Margaret Ashdown',
    when: { daysAgo: 52 },
    picture: findTextPicture('learning-lines'),
    text: `
I have been learning lines since 1971, and people suppose there must be a way. There are several. None of them works, but if you use them all at once you are usually ready by the Tuesday.

## The methods

- **Walk.** I know the whole of Mrs Birling between my gate and the post office. The difficulty is that I know her only in that direction.
- **Write it out by hand.** Slow, and therefore good.
- **Learn what the other person says.** Nobody forgets an answer if they have heard the question.
- **Say it to somebody who doesn’t care.** A dog is best. Ours left the room at *“a girl of that class”*, every time, and I thought it very fair.

Gerald reads his on to a tape and plays it in the car. He once drove to Harrowby and back as Mr Birling, and was civil to nobody for the rest of the day.

What nobody tells you is that the lines are not the hard part. The hard part is *why you say them next*. Once you know what she wants, and what she’s afraid of, the words are simply what comes out; and if they’re not quite Priestley’s, Hugh is there in the corner with the book, and a cough that has saved more plays than any director.

We open in three weeks. I have everything but page forty. I’m told that nobody has page forty.`,
  },
  {
    title: 'What the inspector taught us',
    author: 'Tom Okafor',
    when: { daysAgo: 14 },
    picture: findTextPicture('the-inspector'),
    text: `
I thought I knew this play. I did it at school, like everyone; I could have drawn you the moral on a board. So when the committee asked for *An Inspector Calls* I said yes quickly, and planned to be clever.

The clever thing was the floor. Priya tilted the dining room by four degrees, so that the port would slide and a family that thought itself secure would spend the evening leaning. It worked. It also meant that seven people had sore ankles, and that Joe’s first entrance was, at one rehearsal, his exit.

## What I got wrong

I told Samir that the inspector was angry. He tried it for three weeks, and it was very good, and something was missing. Then one Wednesday he was tired and simply *asked*. He put the photograph down and asked Amy a question as if he would really like to know. The room went cold.

After that we took things away. The thunder went. The music went. In the end there was a table, seven people, and a man who was disappointed in them.

## What I’ll keep

On the last night the telephone rang, Gerald lifted it, and listened, and we held the silence until it was no longer comfortable; then we held it some more. From the back of the hall I heard a child whisper, quite clearly: “*Did they do it?*”

Yes. I’ve nothing to add to that.`,
  },
  {
    title: 'How to build a séance table that really tips',
    author: 'Colin Marsh',
    when: { daysAgo: 5 },
    picture: findTextPicture('seance-table'),
    text: `
*Two hinges, one bicycle brake cable and a great deal of black paint.*

In *Blithe Spirit* the table has to knock once for yes, twice for no, and then get up on two legs and lean on Mrs Bradman. It has to do it with four people’s hands flat on the top, in plain sight, eight feet from row A.

## What you need

1. A round table that nobody loves. Ours is from the sale at St Anne’s, £6.
2. Two strong hinges, let into the legs on the upstage side.
3. A bicycle brake, lever and cable. Olwen gave us the one from Madame Arcati’s bicycle, so the bicycle has no brake. *She has been told.*
4. A lead weight, about a kilo, in a sock.

The two downstage legs aren’t fixed at all: they stand in cups. The cable runs down inside one leg, under the rug and off to the prompt side, where Paul has the lever screwed to a chair. Squeeze gently and it knocks. Squeeze properly and up she goes, and the weight slides along its rail and keeps her there.

## What went wrong

The first time, it threw the crystal ball at the producer. The second, it wouldn’t come down. The third time we had it perfect, and nobody in the hall laughed; they all went rather quiet and looked at each other. So we’re leaving it at that.

It’s in the scene dock with a sheet over it. I’d ask politely that nobody leans on it.`,
  },
];

const all: readonly DemoBlogPost[] = [...blogPosts2021To2024, ...blogPosts2024To2026, ...latestBlogPosts];

/** Returns the demo's blog on `today`, oldest first, without pictures. */
export function buildDemoBlogPosts(today: CalendarDate): NewBlogPost[] {
  return all
    .map(({ title, author, when, text }) => {
      const day = typeof when === 'string' ? when : addDays(today, -when.daysAgo);
      return { title, author, content: text.trim(), published_at: `${day}T18:30:00.000Z` };
    })
    .filter(({ published_at }) => published_at.slice(0, 10) < today)
    .sort((one, other) => (one.published_at < other.published_at ? -1 : 1));
}

export interface BlogIllustration {
  title: string;
  picture: DemoPicture;
  /** The post's text, with the picture below its first paragraph. */
  content: string;
}

/** Lists the blog's pictures in the order in which to create them: newest post first, because most people open that. */
export const buildBlogIllustrations = (): BlogIllustration[] =>
  all
    .flatMap(({ title, picture, text }) =>
      picture ? [{ title, picture, content: addPictureToText(text.trim(), picture) }] : [],
    )
    .reverse();
