import { findTextPicture } from '../media/pictures/pictures.ts';
import type { DemoBlogPost } from './blog-post.ts';

export const blogPosts2021To2024: DemoBlogPost[] = [
  {
    title: 'Nineteen months, and then the house lights',
    author: 'Tom Okafor',
    when: '2021-11-14',
    picture: findTextPicture('ghost-light'),
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
    picture: findTextPicture('sixty-programmes'),
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
    picture: findTextPicture('bandstand'),
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
    picture: findTextPicture('the-sink'),
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
    picture: findTextPicture('at-the-rail'),
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
    picture: findTextPicture('the-door-downstairs'),
    text: `
At the end of *A Doll’s House* a door closes downstairs. It is the most famous sound effect in the theatre, and for three weeks we could not get it right.

We tried a recording. It sounded like a recording. We tried the fire door, which sounded like a fire door and set off a light in the caretaker’s flat. We tried the real front door of the hall: better, but you could hear a bus.

In the end Colin built one. It has a frame, a lock, a brass knocker nobody ever used, and it weighs more than I do. It stood under the stage, below Nora’s parlour, where only the stage manager would ever see it. I thought this was a great deal of trouble. Colin said that *a door knows when it’s scenery*.

So every night, on the last page, I gave my headset to Philippa, went down eleven steps in my socks, waited for Shanice’s feet to cross above me, counted four, and went out of a house in Norway.

Each night I shut it a little more quietly. By the Saturday I don’t think I shut it at all; I just let go of it. Upstairs nobody moved for a long time.

It is for sale, if you have room for a door.`,
  },
];
