import { findTextPicture } from '../media/pictures/pictures.ts';
import type { DemoBlogPost } from './blog-post.ts';

export const blogPosts2024To2026: DemoBlogPost[] = [
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
    picture: findTextPicture('the-wardrobe'),
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
    picture: findTextPicture('garden-at-dusk'),
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
    picture: findTextPicture('what-it-costs'),
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
    picture: findTextPicture('relaxed-thursdays'),
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
    picture: findTextPicture('prompt-desk'),
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
];
