import type { NewPost } from '#features/publishing/posts/post.ts';
import { deriveId } from '#platform/server/crypto/ids.ts';
import { addDays, type CalendarDate } from '#platform/shared/dates/dates.ts';
import { getAuditionDate } from '../files/documents.ts';
import { getTextPicture } from '../media/pictures/pictures.ts';
import { buildDemoShowId, SOCIETY_NAME } from '../people/ids.ts';
import { formatDemoDate, getLastRun, getNextRun, getSummerRun } from '../seasons/production.ts';

export type DemoPost = NewPost & { id: string };

/** Returns the permanent id of a post. */
export const buildDemoPostId = (title: string): string => deriveId(`${SOCIETY_NAME}, post: ${title}`);

export const FRONT_PAGE_POST_TITLE = 'Two weeks in, and Madame Arcati has found her bicycle';
export const AUDITIONS_POST_TITLE = 'Auditions for the summer: A Midsummer Night’s Dream';
export const CALL_SHEET_POST_TITLE = 'Blithe Spirit: the rehearsal schedule';
export const MINUTES_POST_TITLE = 'What the committee decided';

/** The picture in the call for auditions, shown once it has been rendered. */
export const auditionPicture = getTextPicture('audition-in-a-garden');

/** Returns the society's posts on `today`. One of them is scheduled to appear five days later. */
export function buildDemoPosts(today: CalendarDate): DemoPost[] {
  const last = getLastRun(today);
  const next = getNextRun(today);
  const summer = getSummerRun(today);
  const before = (days: number) => addDays(today, -days);
  const inspector = buildDemoShowId('the last show');
  const spirit = buildDemoShowId('the next show');
  const dream = buildDemoShowId('the show after next');

  const all = [
    post(
      before(2),
      'public',
      spirit,
      'Deborah Sharpe',
      FRONT_PAGE_POST_TITLE,
      `
Act one is on its feet for the first time. We are off the book, mostly. The table tips on cue, the gramophone does not, and Priya has sourced a pair of bicycle clips that squeak in exactly the right key.

Olwen came to the first rehearsal with a bicycle of her own, bought in Harrowby from a curate. It has no brake, because Colin wanted the cable, and she rides it into the hall every Monday with her feet off the pedals and her eyes shut. Nobody has been hurt. Tunde has learned to stand somewhere else.

## Where things stand

- **The house.** Harriet’s drawing room is marked on the floor in tape: French windows left, stairs you won’t see, and one armchair that Ruth and Elvira will fight over in the second act.
- **The ghost.** Hannah is being grey. Christine has dyed the same dress four times, and says that there are more greys than people think.
- **The bang.** It’s loud, it’s near the end, and it will be announced at the door for those who like to know.

We open on ${formatDemoDate(next.first)} and play for four nights. The Thursday is a relaxed performance. If you are coming in a chair, or with a stick, or with someone who’d like to know where everything is first, the access guide below has a plan of the hall.`,
    ),

    post(
      before(8),
      'auditions',
      dream,
      'Elin Gruffydd',
      AUDITIONS_POST_TITLE,
      `
> **${formatDemoDate(getAuditionDate(today))} at 3pm**, Lanternside Hall

We are casting **A Midsummer Night’s Dream** now, for ${formatDemoDate(summer.first)} to ${formatDemoDate(summer.last)} in the walled garden at Merrow House. It’s early, we know. It is so that you can book your holidays round it, or it round your holidays.

Come and read a scene with us. You’ll sit in a circle with the rest of us and a script. No experience is needed, nobody performs alone, and there’s tea.

## The parts

There are twenty. Four lovers of about twenty; a duke, a duchess and a cross father; two quarrelling monarchs of the fairies, whose age is anyone’s guess; Puck; four more fairies, who can be any age from ten; and six men of Athens, who can perfectly well be women, and who put on a play. *If you have ever put on a play, you’ll know them.*

Everything is in the audition pack: dates, what happens on the day, each part in a line, and a speech of Helena’s for those who like to be ready.

If you can’t come that Sunday, [tell us](/contact). We’ll find an hour.`,
    ),

    post(
      before(1),
      'private',
      spirit,
      'Lorraine Pickersgill',
      CALL_SHEET_POST_TITLE,
      `
The schedule as far as the first night is attached. Monday’s scene is repeated on the Wednesday, so if you can only come to one, come to the Wednesday with your lines.

- **Please be there at 7.25pm** if the call says 7.30pm. Deborah starts on the dot, and I have the kettle on from seven.
- The table is in the scene dock under a sheet. *Don’t lean on it.*
- Lines down by the end of the fifth week. Louise will prompt from then on, and she has promised to be merciless.
- Bring shoes with the right heel. The rug moves.

My number is on the board. Ring before five if you’re ill; don’t come and be brave at people.`,
    ),

    post(
      before(24),
      'public',
      spirit,
      'Nasreen Malik',
      'Seven people, one of them late: our cast for Blithe Spirit',
      `
Thirty-one people read for seven parts, which made it a long evening and a cheerful one. Thank you, all of you. Those who weren’t cast this time were hard to say no to; several have already been handed a paintbrush.

- **Charles Condomine**, who ought to have left it alone: Tunde Adeyemi
- **Ruth**, his second wife: Aisha Malik
- **Elvira**, his first: Hannah Dunn
- **Madame Arcati**, by bicycle: Olwen Price
- **Dr and Mrs Bradman**, who came for dinner: Robert Hallam and Victoria Crane
- **Edith**, who has been told to walk: Daisy Ferrar

Deborah Sharpe directs. It is the society’s second *Blithe Spirit*; the first was in the spring of 1981, and we’re told that the table in that one tipped without being asked.`,
    ),

    post(
      before(68),
      'auditions',
      spirit,
      'Deborah Sharpe',
      'Auditions for Blithe Spirit',
      `
Three women, two men, a medium and a maid. If you have always wanted to throw a vase at somebody you were once married to, this is the play.

We’ll read on a Sunday afternoon, in a circle, with no one made to stand up. Ages are as elastic as the ghost. Madame Arcati must be able to ride a bicycle, or to fall off one with conviction.

The dates are in the hall porch and on the page of the show. If evenings are hard for you because of children or shifts, tell us when you come: we’ve cast round worse.`,
    ),

    post(
      addDays(today, 5),
      'public',
      spirit,
      'Harriet Sloane',
      'Come and paint a drawing room',
      `
The flats for *Blithe Spirit* are up, bare, and the colour of flats. On Saturday we’re painting them, from ten until the light goes, and we would like your company.

You don’t need to be able to paint. There are forty square metres of a colour called Mouse’s Back, and that takes patience and a roller; those with a steady hand can have the panelling. Children are welcome if they can be trusted near a tin.

Old clothes, please. There’ll be soup.`,
    ),

    post(
      addDays(last.last, 3),
      'public',
      inspector,
      'Liz Dunn',
      'Four full houses, and thank you',
      `
*An Inspector Calls* has gone. By four on Sunday the dining room was in the van, by five the floor was level, and by six there was nothing on the stage but a lamp.

Four nights, and not an empty seat at any of them. The collection for the food bank came to **£412.60** and a button. Thank you to everyone who came, and particularly to the lady in row C who answered the inspector back on the Friday. Samir says that you were right.

The photographs are on the show’s page. If you’re in one of them and would rather not be, say so and it goes.`,
    ),

    post(
      addDays(last.first, -5),
      'public',
      inspector,
      'Peter Dunn',
      'An Inspector Calls: the last few seats',
      `
There are nine left for Wednesday, six for Thursday, two for Friday and none for Saturday, though it is always worth ringing on the day.

It’s played without an interval and lasts an hour and fifty minutes. The bar is open before and after. The floor of the set slopes; the floor of the hall does not.`,
    ),

    post(
      addDays(last.last, -1),
      'private',
      inspector,
      'Ted Lyle',
      'Sunday: who can bring a van',
      `
The get-out starts at ten. I’ve got my van back, more or less. We need one other, or an estate car and somebody who doesn’t mind.

Gloves. The raked floor comes up in twelve sections and each of them is heavier than it looks. Gwen has numbered them, so please **don’t be inventive**.

Bacon rolls at half past ten for those who have carried something.`,
    ),

    post(
      '2026-06-28',
      'public',
      buildDemoShowId('2026 Summer Nell Gwynn'),
      'Daniel Reeve',
      'How to come to the garden',
      `
Gates at six, and we begin at seven. Bring a rug or a low chair; high ones go at the back, by the wall, where the view is better anyway. There are thirty chairs of our own for those who’d like one, free, on the left.

If it rains a little, we carry on. If it rains a lot, we stop, tell you so, and wait twenty minutes under the limes. **If we haven’t reached the interval your ticket is good for any other night.**

The path from the drive is gravel for sixty metres, then grass. We have two wheeled chairs with fat tyres, and people to push them: ask at the gate.

Oranges will be thrown. You may throw them back.`,
    ),

    post(
      '2026-03-22',
      'public',
      buildDemoShowId('2026 Spring The Importance of Being Earnest'),
      'Victoria Crane',
      'Were you in the first one?',
      `
We did *The Importance of Being Earnest* in the spring of 1978, and we’re doing it again. We have the handbag. We’d like the people.

If you were in it, or painted it, or sat through it on your mother’s knee, come on the Friday as our guests, and bring anything you’ve kept. Gerald will be in the foyer with a scanner and a plate of cucumber sandwiches.`,
    ),

    post(
      '2025-06-22',
      'public',
      buildDemoShowId('2025 Summer Under Milk Wood'),
      'Liz Dunn',
      'A play that begins in the dark, in daylight',
      `
*Under Milk Wood* starts before dawn, and we start at half past seven in July. You’ll see how we’ve got round it. Come for the opening: once the town has woken up it’s too late to find a place on the grass.

There’s no interval, but there is a pause at nine, while the sun does something we can’t.`,
    ),

    post(
      '2024-09-29',
      'public',
      buildDemoShowId('2024 Autumn Journey’s End'),
      'Judith Farrant',
      'Before you come to Journey’s End',
      `
The seats are close on three sides, and some of what happens is loud. In the last minutes there’s a barrage: you will feel it in the floor as well as hear it. The relaxed performance on Thursday has it at a quarter of the strength.

Before each performance we read seven of the names on the town’s memorial. Please be in your seat by twenty-five past seven if you can.`,
    ),

    post(
      before(33),
      'public',
      null,
      'Liz Dunn',
      'The annual meeting, in five lines',
      `
Thirty-eight of you came, which is a record, and may have been the cake.

1. The accounts were passed. There’s £4,120 in the bank, and a hearing loop to buy with it.
2. Peter stays on as chair; Aisha joins the committee; Hugh has stepped down after nineteen years, to a standing ovation he asked us not to give.
3. Membership stays at the price it is.
4. Nobody wants to change the name.
5. The kettle will be replaced.`,
    ),

    post(
      before(3),
      'private',
      spirit,
      'Christine Hallam',
      'Costume fittings: please sign up',
      `
Isobel and I need **twenty minutes of everyone** before the end of the month. The list is on the wardrobe door, and the slots at half past nine go first.

Bring the shoes you’ll wear on stage. Hannah, bring patience: grey is four greys.`,
    ),

    post(
      before(6),
      'private',
      null,
      'Peter Dunn',
      'Who has the keys, and where the heating went',
      `
The new list of who has the keys is under Member Docs. If you’re first in, **the heating switch is behind the piano** now; whoever moved it says it’s safer, and it is warmer for the piano.

Last one out reads the meter and writes it in the book. Yes, that book.`,
    ),

    post(
      before(13),
      'private',
      dream,
      'Elin Gruffydd',
      'Before anyone learns a line: the garden in July',
      `
The dates for the garden are on this page, so that you can look at them before you read for a part. We rehearse outside for two weeks, and nobody has ever been dry for all of it.

If you’d rather carry lanterns than verse, tell Megan. We need nine.`,
    ),

    post(
      before(18),
      'private',
      null,
      'Aisha Malik',
      MINUTES_POST_TITLE,
      `
The minutes are attached: one page, as promised. The short of it is that we’re saving for the loop, the van lives, and three plays are to be read aloud on Sunday evenings before we choose. Come and be rude about them.`,
    ),
  ];
  return all.filter(({ published_at }) => published_at <= `${addDays(today, 6)}T`);
}

function post(
  day: CalendarDate,
  type: NewPost['type'],
  show_id: string | null,
  author: string,
  title: string,
  content: string,
): DemoPost {
  return {
    id: buildDemoPostId(title),
    show_id,
    type,
    title,
    content: content.trim(),
    published_at: `${day}T08:00:00.000Z`,
    author,
  };
}
