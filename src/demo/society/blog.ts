import type { NewBlogPost } from '#features/publishing/blog/blog-post.ts';
import { addDays, type CalendarDate } from '#platform/shared/dates/dates.ts';
import { addPictureToText, type DemoPicture, getTextPicture } from '../media/pictures/pictures.ts';

interface DemoBlogPost {
  title: string;
  author: string;
  /**
   * The post's date, or the number of days before today. Posts about the last or the next show use the latter, because
   * the dates of these shows move too.
   */
  when: CalendarDate | { daysAgo: number };
  /** The picture below the first paragraph, shown once it has been rendered. */
  picture?: DemoPicture;
  /** The post's text, in Markdown. */
  text: string;
}

/** The posts, oldest first. */
const demoBlogPosts: readonly DemoBlogPost[] = [
  {
    title: 'Nineteen months, and then the house lights',
    author: 'Tom Okafor',
    when: '2021-11-14',
    picture: getTextPicture('ghost-light'),
    text: `
On the Sunday before we opened, I let myself into the hall at eight in the morning to see whether the lamp was still on. It was. Somebody had changed the bulb in March, and again in August, and never said a word about it.

We did *Talking Heads* because one person alone on a stage was what the rules allowed. Five of us rehearsed in five front rooms. Fay did the whole of *A Cream Cracker Under the Settee* to a laptop balanced on an ironing board, and her cat learned to leave before the fall.

## What we had forgotten

- How long it takes to park.
- That the third stair creaks, and who it creaks for.
- That a hundred people breathing is a sound.

I had a speech ready for the Wednesday. When the house lights went down there was a sort of sigh from the dark, and I put the speech back in my pocket. I still have it. It wasn’t as good.

Thank you to everyone who came and sat in a coat by an open door. The blankets have been washed, and they are going to the shelter on Station Road.`,
  },
  {
    title: 'Sixty programmes, one shoebox',
    author: 'Gerald Whitby',
    when: '2022-03-06',
    picture: getTextPicture('sixty-programmes'),
    text: `
For most of my life the archive of this society has been a shoebox on top of my wardrobe. This winter Martha Dunn brought a scanner round on a Tuesday, and we did not stop until Easter.

There are **sixty programmes**. The earliest is a single sheet, typed by Dorothy Hollis, who has spelt Noël Coward three ways in the space of a page. The thickest is *Cinderella*, which has advertisements for two butchers and a driving school, and a coupon for one free lesson that nobody has cut out.

## What we learned

1. We have lost fewer than we feared. Before 1979 we often know only the year.
2. Programmes lie. A name is printed because it was true on the day the programme went to the printer.
3. The price of a cup of tea has gone up by more than the price of a ticket.

The one I would most like to see is *A Taste of Honey*, from **autumn 1981**. I was in the audience; I remember the rain on the chapel roof and not a word of the second act. I had a programme and I put a plant on it.

If you have that one, or a photograph from any year, bring it to a Monday rehearsal. We scan while you wait, we give it back, and there is a biscuit.`,
  },
  {
    title: 'A brass quintet in a greenhouse',
    author: 'Olwen Price',
    when: '2022-07-31',
    picture: getTextPicture('bandstand'),
    text: `
People have asked why the band for *The Pirates of Penzance* was in a greenhouse. The answer is that it was raining when we chose.

Glass, it turns out, is a good thing to have round a trombone. The sound came out of the top lights in one piece and fell on the lawn; you could hear the tuba in your rug. The disadvantage was the tomatoes. Nathan conducted for four nights with his back to a very fine crop belonging to the head gardener, and we were asked not to use the cymbals in the second half.

We agreed on the Tuesday that the Major-General’s song should go *one notch* faster every night. Francis agreed too; he said he would like to find out. On the Saturday he came to the edge of what a person can say and went over it, and stood there in the quiet, and bowed.

**What I would do again:** the greenhouse, the lanterns, the interval at sunset.

**What I wouldn’t:** promise a policeman a real helmet in July.`,
  },
  {
    title: 'The sink that broke on cue',
    author: 'Samir Haddad',
    when: '2023-05-07',
    picture: getTextPicture('the-sink'),
    text: `
Anyone can make a tap drip. What Tom Wells’s play asks is that a tap should drip on one line, stop on another, and eleven minutes later take leave of the wall.

We are not plumbers. But Joe’s uncle Len is, and he came to see the set with his bag in his hand, as another man might bring flowers. He looked for some time at what we had made. Then he said, kindly, that he would start again.

## How it worked

- A ten-litre tank on the flat’s back, filled at the half and *not before*.
- A valve on a bicycle cable, led to the prompt corner. Helen Prior has it on a hook, next to the book.
- A second valve, which only Len touched.

It was rehearsed on its own, without actors, for a whole Sunday. By the end we could have given a short recital.

On the Friday it broke down a page early. Priya, who was Kath, looked at it in a way I shall remember, said “Not *now*”, and turned it off at the wall. It was the best laugh of the week, and everyone asked how we did it.

Len took a bow on the last night in a clean overall. He has asked what we are doing in the autumn, and whether there’s a bath.`,
  },
  {
    title: 'Eleven knots',
    author: 'Megan Lightfoot',
    when: '2023-08-06',
    picture: getTextPicture('at-the-rail'),
    text: `
Lanternside Youth has tied its own ship together. I want that written down somewhere, because on Saturday night we untied it again and now it is eleven planks and a great deal of rope in the scene dock.

The idea was that nothing in *Treasure Island* should be screwed, glued or nailed. If the crew wanted a mast they had to put it up, in front of you, and it had to stay up. So before anyone had a line they had a length of cord, and on six Saturday mornings we did knots.

Bertie can tie a bowline behind his back. Nia invented one. It is not in the book, it holds perfectly, and it took two adults and a kettle to undo.

## For the next stage manager

- **Count the ropes out and count them in.** There were forty-three. There are now forty-two.
- Young actors do not need to be told to be careful up a mast. They need to be told that lunch is over.
- The parrot has to be reminded that it is not in every scene.

If your child is between ten and eighteen and likes shouting, or reading, or rope, we meet on Saturdays at ten. The first three weeks are free, and so is the squash.`,
  },
  {
    title: 'The most important door is the one nobody sees',
    author: 'Megan Lightfoot',
    when: '2024-05-05',
    picture: getTextPicture('the-door-downstairs'),
    text: `
At the end of *A Doll’s House* a door closes downstairs. It is the most famous sound effect in the theatre, and for three weeks we could not get it right.

We tried a recording. It sounded like a recording. We tried the fire door, which sounded like a fire door and set off a light in the caretaker’s flat. We tried the real front door of the hall: better, but you could hear a bus.

In the end Colin built one. It has a frame, a lock, a brass knocker nobody ever used, and it weighs more than I do. It stood under the stage, below Nora’s parlour, where only the stage manager would ever see it. I thought this was a great deal of trouble. Colin said that *a door knows when it’s scenery*.

So every night, on the last page, I gave my headset to Philippa, went down eleven steps in my socks, waited for Shanice’s feet to cross above me, counted four, and went out of a house in Norway.

Each night I shut it a little more quietly. By the Saturday I don’t think I shut it at all; I just let go of it. Upstairs nobody moved for a long time.

It is for sale, if you have room for a door.`,
  },
  {
    title: 'Seven names a night',
    author: 'Judith Farrant',
    when: '2024-10-27',
    text: `
There are twenty-eight names on the town’s memorial from the first war. Gerald worked out, quite early, that this is seven a night for four nights.

We read them before each performance of *Journey’s End*, one voice in the dark, with no music and nothing said to explain it. A different person read every night. The last was Charlie, who is nineteen, and who was playing Raleigh. Two of the seven on his list were nineteen.

It wasn’t in the programme. On the Thursday a lady stopped me at the door and asked whether we had read *Hallam, J. W.* on the night before. I said we had. She said that was her grandfather’s brother, that nobody had said his name aloud in a public place since 1921, and that she would come again on Saturday and bring the photograph.

She did. It stood on the piano in the foyer, and people who had finished their drinks went and stood in front of it, as you would with somebody at a party who doesn’t know anyone.

We had planned to keep the list in the prompt book. It hangs by the stage door now. If one of the names is yours, please come and tell us about him.`,
  },
  {
    title: 'What Joan keeps in the wardrobe',
    author: 'Isobel Tennant',
    when: '2025-03-02',
    picture: getTextPicture('the-wardrobe'),
    text: `
Joan Ibbotson has dressed this society since there was a society. I have been given the keys to the costume store, a torch, and strict instructions. These are my notes from the first Sunday.

## On the rails

- Eleven coats cut from two pairs of cinema curtains, 1977. They still have a faint smell of the Regal.
- A wedding dress with nine sets of initials sewn into the hem, one for each bride.
- Lady Bracknell’s hat. It has a box of its own, and the box has a chair.
- Four identical grey cardigans, labelled *Vanya*, *Vanya understudy*, *Ted* and *do not wash*.

## Three rules

1. **Sew a pocket into everything.** An actor with nothing to do will do it with their hands.
2. **Label it with the show, not the size.** People change size. *Rebecca* was always *Rebecca*.
3. **Nothing is white.** White is tea, left overnight.

I asked her which of them she was proudest of. She didn’t have to think. It’s an apron: plain calico, mended at the strap, worn by somebody’s maid in every decade. It has been in seventeen plays and never had a line.

We are open on the first Sunday of the month, ten to twelve. Bring scissors. We have enough buttons.`,
  },
  {
    title: 'How to light a garden while the sun is still up',
    author: 'Bea Long',
    when: '2025-07-20',
    picture: getTextPicture('garden-at-dusk'),
    text: `
The first thing to know about lighting a play out of doors is that for the first fifty minutes you aren’t. The sun is, and it has not been to any of the meetings.

*Under Milk Wood* runs from before dawn to after dark. We began at half past seven in July, so for us it ran from tea-time to after dark. Olwen’s answer was to play the day **backwards through the light**: the town sleeps in full sun, with its eyes shut, and by the time it is wide awake you can hardly see it.

So my cue sheet started like this:

- *Cue 1, 8.50pm:* one lamp, behind the pear tree, so slowly that nobody notices.
- *Cue 2, 9.05pm:* the pond.
- *Cue 3, 9.12pm:* everything that should have been on already.

Callum had the switch for the pond. It is an old caravan light in a jam jar, and on the Friday a moth got in and gave a performance of its own, twice the size of Captain Cat.

If you’d like to learn, come and hold a ladder. We meet on the Tuesday before every show at six. You don’t have to know anything about electricity; we would almost rather you didn’t, to begin with. *Bring a jumper.*`,
  },
  {
    title: 'What it costs to put on a play',
    author: 'Liz Dunn',
    when: '2025-12-14',
    picture: getTextPicture('what-it-costs'),
    text: `
Somebody asked at the annual meeting where the money goes. It is a fair question, and the answer fits on one sheet of paper. This is *Arsenic and Old Lace*, to the nearest ten pounds.

## What went out

- Hall, for four nights and three Sundays: **£940**
- The right to perform it: **£620**
- Timber, paint and one staircase that had to bear a charging president: **£510**
- Lamps, and the hire of what we don’t own: **£260**
- Costumes, nearly all from the store: **£90**
- Programmes and posters: **£170**
- Blackcurrant cordial: **£10**

## What came in

We sold 346 seats out of 384, which brought **£3,810**. The bar and the raffle made **£610** between them. That leaves about eighteen hundred pounds, and in a good year we have two such shows and one that is rained on.

Most of it goes into the next play. Some of it is being saved for a hearing loop that doesn’t hum when the kettle is on. A little goes to whoever asks for a ticket and can’t manage the price; they ask me, quietly, and nobody else ever knows.

Nobody is paid. If you want to see the books, they’re in the green folder, and I’m the one with the tea.`,
  },
  {
    title: 'Relaxed Thursdays, one year on',
    author: 'Francis Gilchrist',
    when: '2026-05-10',
    picture: getTextPicture('relaxed-thursdays'),
    text: `
A year ago we said that the Thursday of every run would be a relaxed performance: the lights a little up, the sounds a little down, in and out as you please. I run the front of house. I was worried, mostly, about the doors.

Here is what happened instead. **On five Thursdays, forty-one people came to the theatre who told us that they hadn’t been able to before.** One man came to *The Cherry Orchard* with his wife, who has dementia, and held her hand; in the last act she said one of the lines. A family of five took a whole row and left twice and came back twice.

## What we changed

1. The bang near the end is announced, on a card, at the door. Some people like to know; nobody has said they’d rather not.
2. There is a quiet room with a lamp and a window. It’s the committee room with the committee taken out.
3. The actors say hello before they start, and show what they’re wearing.

And here is what I hadn’t expected. The cast ask for it. They say that the Thursday house *answers*.

If there is something that would make it possible for you, or easier, please write. We may have thought of it. More likely you’ll be the one who tells us.`,
  },
  {
    title: 'A first-timer’s notes from the prompt desk',
    author: 'Amy Treadwell',
    when: '2026-08-02',
    picture: getTextPicture('prompt-desk'),
    text: `
I had never called a cue. I had been *in* cues: you say your line, a light comes on, and you think, how nice. Then on the Thursday of *Nell Gwynn* Nasreen lost her voice, looked along the row of us in the tent, and handed me the headset.

There is a small blue lamp, a book, and a row of switches. The book is the play with everything else written in. On the left are the words; on the right, in Nasreen’s capitals, is what the world does about them.

## What I know now

- You say **“Stand by”** and four people stop breathing.
- You say the number, and then you wait. Everyone waits. It is the longest wait there is, and it lasts for about a second.
- You say **“Go.”** Not before the word, and not after it: *on* it, so that the light and the word are one thing.

I was late on eleven, early on nineteen, and on twenty-six I said “Go” so firmly that the audience heard.

The oddest part is that you don’t see the play. You see its back. I know how Daisy’s shoulders look just before she’s funny; I couldn’t tell you about her face.

I went home on Saturday and dreamed in numbers. I’ve asked if I may do it again.`,
  },
  {
    title: 'Learning lines, and other things that can’t be done',
    author: 'Margaret Ashdown',
    when: { daysAgo: 52 },
    picture: getTextPicture('learning-lines'),
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
    picture: getTextPicture('the-inspector'),
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
    picture: getTextPicture('seance-table'),
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

/** Returns the blog posts dated before `today`, oldest first, without pictures. */
export function buildDemoBlogPosts(today: CalendarDate): NewBlogPost[] {
  return demoBlogPosts
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
  demoBlogPosts
    .flatMap(({ title, picture, text }) =>
      picture ? [{ title, picture, content: addPictureToText(text.trim(), picture) }] : [],
    )
    .reverse();
