import * as classics from '../plays/classics.ts';
import * as comedies from '../plays/comedies.ts';
import * as dramas from '../plays/dramas.ts';
import * as musicals from '../plays/musicals.ts';
import { buildProduction, CHAPEL, CORN_EXCHANGE, GARDEN } from './production.ts';

/** The parts of a production that was cancelled in spring 2020. The same four people played these parts later. */
const quartetCast = {
  Wilfred: 'Gerald Whitby',
  Cecily: 'Eleanor Vickers',
  Reginald: 'Hugh Ransome',
  Jean: 'Margaret Ashdown',
};

/** The productions from 2010 on, up to three a year. */
export const productionsFrom2010 = [
  buildProduction(
    '2010 Winter',
    musicals.motherGoose,
    `The one with the golden egg, which was papier mâché, weighed four kilos and was carried every night as if it weighed forty. Mother Goose goes into the magic pool plain and comes out beautiful, and we have been asked not to say how. The goose had its own chair in the green room.`,
  ),
  buildProduction(
    '2010 Autumn',
    comedies.steppingOut,
    `Mavis teaches tap in a church hall to nine women and one man. So, it turned out, did we: ten weeks of shuffle-ball-change before anybody was allowed a script. Mrs Fraser really played, and really complained about the piano. The floor of Lanternside Hall has never been quite so well swept.`,
  ),
  buildProduction(
    '2011 Spring',
    comedies.blackComedy,
    `The lights go out in Brindsley’s flat, and up on the stage, so that the audience sees what the people in the dark can’t. Peter Shaffer wrote it at speed for the National in 1965. Played with nothing else on the bill, wine before and soup after, over two nights. Every piece of furniture had its place to the centimetre and a person who swore to it.`,
    { oneAct: true },
  ),
  buildProduction(
    '2011 Summer',
    classics.romeoAndJuliet,
    `
The balcony was the gardener’s loft over the cart shed, which has been there since about 1820 and was plainly waiting. We started an hour before dusk, so that the ball was in the last of the sun and the tomb by candles.

The fights were set by a teacher from the fencing club and rehearsed at half speed for six weeks; nobody was so much as scratched. The nurse was stung on the Friday, by a bee, and got the best laugh of the run out of it.`,
    { venue: GARDEN },
  ),
  buildProduction(
    '2012 Spring',
    comedies.calendarGirls,
    `
When John dies, his wife and her friends in the Women’s Institute make a calendar to buy a settee for the hospital’s relatives’ room. Tim Firth wrote the play from his own film, and both from what happened at Rylstone in Yorkshire.

The photographs are taken on stage, one after another, behind buns, knitting and a piano. What people were most afraid of turned out to be easy; the hard thing was the sunflowers, of which there were **forty-one**, all grown on an allotment in the wrong month.

A collection at the door went to the hospice. It bought, as it happens, a settee.`,
  ),
  buildProduction(
    '2012 Autumn',
    dramas.dna,
    `A group of teenagers do something bad, and then something worse to cover it, and one of them eats steadily and says nothing. Dennis Kelly wrote it for young companies. Lanternside Youth asked to do it, directed most of the scenes themselves, and played it in the Old Chapel in one light and no set but leaves.`,
    { youth: true, venue: CHAPEL },
  ),
  buildProduction(
    '2013 Autumn',
    comedies.thirtyNineSteps,
    `Buchan’s story and Hitchcock’s film, done by four people and some trunks. The Forth Bridge was a ladder. By our count the two clowns played thirty-four people, a bog and a waterfall, and there was a moment in the second half when one of them had to arrest himself. Four people to dress them, and one just for hats.`,
  ),
  buildProduction(
    '2015 Summer',
    classics.comedyOfErrors,
    `Two pairs of twins, one day, one town, and a father to be hanged at sunset. We made Ephesus an English seaside resort with a pier, deckchairs and a man selling rock. The audience brought picnics, and on the Thursday one of the Dromios ate somebody’s by mistake and sent a card.`,
    { venue: GARDEN },
  ),
  buildProduction(
    '2015 Autumn',
    dramas.theWeir,
    `A small bar in the west of Ireland on a windy night; four men tell ghost stories to a newcomer, and then she tells hers. Conor McPherson’s play asks only that you listen. The Old Chapel seated sixty round a bar that served real stout before the play. No music, no effects but the wind, and some of that was the chapel’s own.`,
    { venue: CHAPEL },
  ),
  buildProduction(
    '2016 Autumn',
    comedies.theLadykillers,
    `Five crooks pose as a string quintet in the front room of a very polite old lady by King’s Cross. Graham Linehan’s play from the Ealing film needs a house that leans, with trains behind it; ours leaned seven degrees, and the tea things had magnets. The concert for Mrs Wilberforce’s friends was performed every night to the end, however much they begged.`,
  ),
  buildProduction(
    '2017 Winter',
    musicals.jackAndTheBeanstalk,
    `The beanstalk grew from a dustbin to the lighting bar in forty seconds, by way of a fishing reel. Daisy the Cow was sold, bought back, and joined the chorus. The giant’s boots were made from two kitchen bins and could be heard coming from the car park.`,
  ),
  buildProduction(
    '2017 Autumn',
    musicals.sweeneyTodd,
    `
The largest thing we have ever tried. Sondheim called it a dark operetta; it is nearly all sung, and most of it is difficult. Rehearsals started in March with a note a week and a promise that nobody would see a costume until everybody knew the opening ballad from memory.

The barber’s chair was built by our own set builders to tip backwards down a chute. It was tested four hundred times with a sack of compost. People who had eaten Mrs Lovett’s pies in the interval came back and looked at them again.

Four nights at the Corn Exchange with a band of nine. On the last, the factory whistle in the score was answered by the real one from the maltings.`,
    { venue: CORN_EXCHANGE },
  ),
  buildProduction(
    '2018 Summer',
    dramas.railwayChildren,
    `Three children and their mother move from London to a cottage by the line, and their father is away for reasons nobody tells them. Mike Kenny has the children, grown up, tell it themselves. Lanternside Youth played it either side of a track down the middle of the hall. The locomotive was a lamp, a whistle and a great deal of dry ice, and grown men wept on the platform.`,
    { youth: true },
  ),
  buildProduction(
    '2018 Autumn',
    comedies.oneManTwoGuvnors,
    `Brighton, 1963, and a hungry man takes two jobs at once. Richard Bean’s play keeps Goldoni’s lunch scene, in which two dinners have to be served at the same time by one waiter and another aged eighty-six. The skiffle band played from the foyer inwards. A sandwich was offered from the stalls on three nights out of four, and accepted on all of them.`,
  ),
  buildProduction(
    '2019 Spring',
    comedies.tableManners,
    `The dining-room third of *The Norman Conquests*: what was happening in the garden and the sitting room is two other plays. Norman only wants to make everyone happy. Dinner was cooked in the kitchen behind the stage, real stew, four evenings; it was better than Annie’s is supposed to be, and the cast had to act.`,
  ),
  buildProduction(
    '2019 Autumn',
    dramas.thrillOfLove,
    `Ruth Ellis was hanged in 1955, the last woman in Britain to be. Amanda Whittington gives her back her friends, the club they worked in, and a detective who can’t see why she won’t defend herself. Billie Holiday on the gramophone between scenes. A quiet house at the end each night, and a long time before the first coat went on.`,
  ),
  buildProduction(
    '2020 Spring',
    comedies.quartet,
    `Cancelled. We were nine days from opening when the hall was closed, with the set up and the programmes printed. Four retired singers in a home for musicians, and *Rigoletto* to be sung one last time. The set stood in the dark for a year and four months. We promised the cast they would do it, and they did: it is in this list again.`,
    { cancelled: true, cast: quartetCast },
  ),
  buildProduction(
    '2020 Autumn',
    dramas.packOfLies,
    `Cancelled before it could open. Hugh Whitemore’s play about the Krogers, spies in a Ruislip semi, and the family across the road who were asked to help to catch them. Cast and rehearsed by video from eight kitchens; read aloud in full one Sunday to a screen of forty-three members, which is the nearest it got to a house.`,
    { cancelled: true },
  ),
  buildProduction(
    '2021 Autumn',
    dramas.talkingHeads,
    `
The first night back. Five of Alan Bennett’s monologues, since one person alone on a stage was what the rules allowed, with the seats in ones and twos, the doors open and blankets on the chairs.

Each has somebody telling you everything except the thing they don’t know about themselves. Nobody had been in a room with a hundred others for a year and a half. When the house lights went down on the Wednesday there was a sort of sigh, before a word was said.`,
  ),
  buildProduction(
    '2022 Spring',
    comedies.quartet,
    `Two years late. Cecily, Reggie and Wilfred were getting on well enough in their home for retired musicians until Jean arrived, who used to be married to one of them. Ronald Harwood asks four actors of riper years to be young for an evening. The programmes of the cancelled run were given out with the date crossed through in pencil.`,
    { cast: quartetCast },
  ),
  buildProduction(
    '2022 Summer',
    musicals.piratesOfPenzance,
    `Frederic was apprenticed to a pirate by a nursemaid who misheard *pilot*, and his birthday is the twenty-ninth of February. Gilbert and Sullivan in the walled garden, with a brass quintet in the greenhouse. The Major-General’s song was taken one notch faster every night, by agreement with the conductor, until on the Saturday there was nowhere left to go.`,
    { venue: GARDEN },
  ),
  buildProduction(
    '2022 Autumn',
    comedies.homeImDarling,
    `Judy has given up her job to be a perfect nineteen-fifties wife, in 2018. Laura Wade lets you enjoy the frocks for about ten minutes. The kitchen was a real one of 1957, given by a house on Station Road that was having it out, down to the formica and a tin of something we did not open.`,
  ),
  buildProduction(
    '2023 Spring',
    comedies.theKitchenSink,
    `Withernsea, a milk float that is dying, a sink that won’t be mended, and a portrait of Dolly Parton with real sequins. Tom Wells writes about kind people having a hard year. The sink had to break down differently on every night and obey on every night; the plumber who rigged it took a bow.`,
  ),
  buildProduction(
    '2023 Summer',
    dramas.treasureIsland,
    `Bryony Lavery’s Jim is a girl, the parrot has opinions and the ship fills the stage. Lanternside Youth learned eleven knots and two shanties, and tied the set together with them. Ben Gunn lived under the seating from the half until the second act, and had made friends down there.`,
    { youth: true },
  ),
  buildProduction(
    '2023 Autumn',
    dramas.dialMForMurder,
    `The perfect murder, planned over a drink by a man who has thought of everything. Frederick Knott’s play was turned down by nearly every management in London before the BBC took it. There is one latchkey too many, or one too few. The front row kept a tally; on the Thursday they asked at the bar to see the key, and were shown it.`,
  ),
  buildProduction(
    '2024 Spring',
    classics.dollsHouse,
    `
Nora has kept a secret for eight years, and it was the best thing she ever did. Ibsen’s play of 1879 ended with a door closing downstairs that was heard all over Europe.

We gave a good deal of thought to the door. It was hung on a full frame beneath the stage, out of sight, with a proper lock, and shut once a night by the stage manager in person. The macaroons were made by a member in Harrowby, and counted.`,
  ),
  buildProduction(
    '2024 Summer',
    classics.twelfthNight,
    `Illyria by the sea, with a bandstand. Malvolio’s yellow stockings could be seen from the Harrowby road. The songs were new ones by two of our own musicians, and the last of them, about the wind and the rain, was sung on the final night in both.`,
    { venue: GARDEN },
  ),
  buildProduction(
    '2024 Autumn',
    dramas.journeysEnd,
    `
March 1918, a dugout near St Quentin, three days before the attack that everyone knows is coming. R. C. Sherriff had served with the East Surreys, and wrote it first for his rowing club to act. What he remembered was the boredom, the cooking and the jokes.

One set, timbered with old railway sleepers and lit with candles and one lamp. The seats were brought in close on three sides. The barrage at the end was made with loudspeakers under the audience, so that you felt it in the floor before you heard it.

We read the names on the town’s memorial before each performance, seven a night, and finished them on the Saturday.`,
  ),
  buildProduction(
    '2025 Spring',
    classics.cherryOrchard,
    `
An estate is to be sold for its debts; there is a plan that would save it, and nobody can bring themselves to listen. Chekhov called it a comedy, Stanislavsky wept, and they never agreed.

We tried to let it be both. The governess’s card tricks were done in full and came out right on three nights of four. The nursery stood empty and white in the last act with the dust sheets on, and old Firs, forgotten, lay down. Then the sound of the axes, which was Ted in the car park with a log.`,
  ),
  buildProduction(
    '2025 Summer',
    dramas.underMilkWood,
    `Forty years after our first, and out of doors this time: the whole town up ladders, on the wall and in the trees of the garden at Merrow House, waking as the sun went down. It is a play of one day, so we ran it backwards through the light. Captain Cat sat by the pond with a bell. The music stands came too, in case, and stayed in the van.`,
    { venue: GARDEN },
  ),
  buildProduction(
    '2025 Autumn',
    comedies.arsenicAndOldLace,
    `Two sweet old ladies in Brooklyn give lonely gentlemen a glass of elderberry wine. Their nephew, who is a drama critic, finds out what’s in the window seat. Teddy charged up the stairs fourteen times a night, and the stairs were built for it. The elderberry wine was blackcurrant; it was asked for at the bar all week, which we thought brave.`,
  ),
  buildProduction(
    '2026 Spring',
    classics.importanceOfBeingEarnest,
    `
A trivial comedy for serious people, and the second time we have done it. Wilde’s play opened on St Valentine’s Day, 1895, in a snowstorm, and closed within three months with his name taken off the bills. Nothing in it is trivial but everything it says is.

We played it in one white room, with the colour in the clothes alone: green for town, roses for the country. The muffins were baked each afternoon in the hall kitchen by a rota of four. The handbag is the same one that we used the first time, found in the loft with a sandwich crust in it.

*Seen on the Friday by three people who had been in the first.* They sat together and mouthed the lines.`,
  ),
  buildProduction(
    '2026 Summer',
    comedies.nellGwynn,
    `From selling oranges to playing Drury Lane, when women had only just been let onto a stage at all. Jessica Swale’s play has songs, a spaniel and a hat the size of a cartwheel. In the garden at Merrow House, with the oranges thrown to the audience and mostly thrown back.`,
    { venue: GARDEN },
  ),
  // The productions after summer 2026 are here so that a demo opened in 2027 or 2028 has no gap in its history
  buildProduction(
    '2026 Autumn',
    dramas.deepBlueSea,
    `One day in a furnished flat in Ladbroke Grove, beginning with a gas fire and a neighbour who smells it. Rattigan wrote Hester from a loss of his own. The window looked out on a whole street of lit windows, each of which had somebody’s evening in it. A plain, slow, careful production; nobody coughed.`,
  ),
  buildProduction(
    '2027 Spring',
    comedies.letticeAndLovage,
    `Lettice Douffet guides visitors round the dullest house in England, and improves its history a little more each time. Peter Shaffer wrote it for Maggie Smith. The staircase was the hall’s own, roped off, and on two nights people came early and asked when it was built.`,
  ),
  buildProduction(
    '2027 Summer',
    classics.servantOfTwoMasters,
    `Goldoni’s Truffaldino takes a second master for the sake of a second dinner. Masks made from paper and glue over six Saturdays, two porters who never got to put anything down, and a blancmange. Out of doors, with a market cart for a stage, and taken down in ten minutes when the sky turned.`,
    { venue: GARDEN },
  ),
  buildProduction(
    '2027 Autumn',
    dramas.theHollow,
    `The Angkatells again, after a great many years, and this time the French windows opened. Played with the pool just out of sight, its light on the ceiling. The inspector’s notebook had real notes in it by the last night: somebody had been solving the crossword.`,
  ),
];
