import * as classics from '../plays/classics.ts';
import * as comedies from '../plays/comedies.ts';
import * as dramas from '../plays/dramas.ts';
import * as musicals from '../plays/musicals.ts';
import * as thrillers from '../plays/thrillers.ts';
import { bugsyMalone, windInTheWillows } from '../plays/youth.ts';
import { buildProduction, CHAPEL, CORN_EXCHANGE, GARDEN, HALL } from './production.ts';

/** The productions from 1990 to 2009, up to two a year. */
export const productions1990To2009 = [
  buildProduction(
    '1990 Spring',
    thrillers.anInspectorCalls,
    `Our first go at the Birlings, with the wallpaper, the tantalus and the aspidistra. It first played in Moscow in 1945, because no London theatre was free. The telephone rang as it should every night but one, when it rang half a page early and Mr Birling very sensibly let it ring.`,
  ),
  buildProduction(
    '1990 Autumn',
    comedies.bedroomFarce,
    `Three bedrooms side by side, four marriages, one night, and Trevor and Susannah spreading their trouble through all of it. Three beds had to fit on a stage that is twenty-two feet wide. They did, with an inch to spare, as long as nobody opened the wardrobe.`,
  ),
  buildProduction(
    '1991 Winter',
    musicals.aladdin,
    `Widow Twankey’s laundry ran to a working mangle, a conveyor belt and a policeman who went in large and came out small. The carpet flew on a garage hoist, eighteen inches, to great applause. Eight performances in four days of snow, and nobody missed one; the Emperor came in on a tractor.`,
  ),
  buildProduction(
    '1991 Autumn',
    dramas.ourCountrysGood,
    `
The first convicts in New South Wales put on the first play there, Farquhar’s *The Recruiting Officer*, in 1789. Timberlake Wertenbaker’s play is about what happens to people when somebody hands them a part and expects them to learn it. No amateur company can do it without looking at itself.

Nearly everyone doubled, officer and convict, and changed coats in front of you. The last scene is the moment before they go on. Every night, behind the set, somebody whispered “Beginners”, and it was hard to know which company they meant.`,
  ),
  buildProduction(
    '1992 Spring',
    comedies.noisesOff,
    `
Act one of a terrible farce at its dress rehearsal; the same act from behind, a month later; the same act once more, in ruins. Michael Frayn had the idea watching one of his own plays from the wings, and found that it was funnier from there.

The set had to turn round twice a night. It weighed as much as a small lorry and moved on forty-eight castors from a hospital sale, with six people pushing and one saying “to me”. We counted the plates of sardines:

1. Dress rehearsal: nine.
2. First night: fourteen.
3. Last night: nobody would say.`,
  ),
  buildProduction(
    '1992 Summer',
    classics.theTempest,
    `Prospero’s island was the walled garden, with sand brought in by the barrowload and a storm made by sixteen people and a fire hose. Ariel lived in the mulberry tree. On the Saturday real thunder answered Prospero’s “I have bedimmed the noontide sun”, and the company took it as a notice.`,
    { venue: GARDEN },
  ),
  buildProduction(
    '1993 Spring',
    dramas.topGirls,
    `Marlene has been made managing director and gives a dinner for women from history and legend, who all talk at once. Caryl Churchill marks in the script exactly where each voice cuts in, so it has to be learnt like music. We rehearsed the first act with a metronome and a great deal of cold soup.`,
  ),
  buildProduction(
    '1993 Autumn',
    comedies.bouncers,
    `Four actors, four beer crates, four handbags and a Friday night. John Godber’s bouncers are also the lads, the girls, the hairdressers and the DJ. We played it in the bar with the chairs pushed back, and were closer to the audience than the audience had expected.`,
  ),
  buildProduction(
    '1994 Spring',
    classics.houseOfBernardaAlba,
    `Bernarda shuts up her house for eight years of mourning, with five daughters and one man’s name inside it. Lorca finished the play in June 1936 and was killed that August. White walls, black dresses, and a stallion heard kicking at the stable; the heat was done entirely with light and fans.`,
  ),
  buildProduction(
    '1994 Autumn',
    comedies.realInspectorHound,
    `Two critics watch a country-house thriller, and then they are in it. Stoppard’s one-acter has a body on stage from the start that nobody notices. Ours was played on different nights by different members of the committee, who each asked whether there was a pension. Taken to the county one-act festival, where we were placed second and the body was commended.`,
    { oneAct: true },
  ),
  buildProduction(
    '1995 Spring',
    classics.tartuffe,
    `A pious fraud moves in, and the only person who can’t see it is the head of the house. Molière’s play was banned twice before it was allowed. We dressed it in the present, with Tartuffe in a very good cardigan. The table that Orgon hides under was measured to the husband.`,
  ),
  buildProduction(
    '1996 Spring',
    dramas.steelMagnolias,
    `Six women, one beauty salon in Louisiana, and not one man on stage. Robert Harling wrote it after his sister’s death, and it is very funny until you find that you are not laughing. Two hairdressers from Bridge Street taught Truvy and Annelle to set hair at speed, and came every night to check.`,
  ),
  buildProduction(
    '1996 Autumn',
    classics.heddaGabler,
    `Hedda is back from her honeymoon, bored already, and has her father’s pistols. We set it in autumn light that went slowly through the evening, with one stove, and a real fire in it on a very short chimney. The manuscript was burnt a sheet at a time; the properties team typed a new one each day.`,
  ),
  buildProduction(
    '1997 Summer',
    bugsyMalone,
    `Gangsters, flappers, and splurge guns that fire cream. Alan Parker’s film had no one in it over seventeen, and nor did this. The Corn Exchange asked us for a deposit against the curtains, and gave it back with a note saying how much everybody had enjoyed the mopping. Lanternside Youth’s first musical, with a pit band from three schools.`,
    { youth: true, venue: CORN_EXCHANGE },
  ),
  buildProduction(
    '1998 Autumn',
    thrillers.andThenThereWereNone,
    `Ten people on an island off Devon, ten little figures on the mantelpiece, and one fewer each time you look. The figures were worked by ten lengths of fishing line from behind the fireplace. We did Christie’s own stage ending, and asked each audience not to tell; as far as we know they haven’t.`,
  ),
  buildProduction(
    '1999 Summer',
    classics.midsummerNightsDream,
    `
Midsummer in the walled garden, starting at half past seven in full daylight and ending by lantern. The lovers ran through the audience, the fairies came out of the potting shed, and the mechanicals arrived each night on a coal cart.

*Pyramus and Thisbe* grew by about a minute a performance. On the last night Wall took a bow alone.`,
    { venue: GARDEN },
  ),
  buildProduction(
    '2000 Winter',
    musicals.dickWhittington,
    `Rats in the auditorium, a ship that sank in two scenes, and Sarah the Cook’s pastry, which was foam and got everywhere. Tommy the Cat never spoke a word and had the most letters. The bells of London were tuned flowerpots.`,
  ),
  buildProduction(
    '2000 Autumn',
    comedies.arcadia,
    `
One room at Sidley Park, in 1809 and now. A girl of thirteen sees further into mathematics than her tutor; two centuries later the scholars get nearly everything wrong. Tom Stoppard puts heat, gardens, Byron and jam into it, and at the end both centuries waltz in the same room.

The table collects things from both ages and nobody clears it: by the last scene there are a tortoise, a theodolite, a laptop and an apple with one leaf. The tortoise was a real one called Geoffrey, and was paid in lettuce.`,
  ),
  buildProduction(
    '2001 Spring',
    dramas.memoryOfWater,
    `Three sisters come home for their mother’s funeral and can’t agree on anything, including who was at the beach. Shelagh Stephenson lets the mother answer back. We were rehearsing the coffin up the stairs on the night the hall’s boiler failed, and the cast rehearsed in their funeral coats from then on.`,
  ),
  buildProduction(
    '2002 Autumn',
    dramas.dancingAtLughnasa,
    `Donegal, August 1936: five sisters, a wireless that works when it likes, and one dance that breaks out of nowhere and is over too soon. Michael tells it, years after. There is a field of barley round the house in the stage directions, and a farmer at Cold Ash cut us one and let us have it.`,
  ),
  buildProduction(
    '2003 Spring',
    classics.pygmalion,
    `Shaw called it a romance and then forbade anybody to marry. The rain over Covent Garden was a perforated gutter and a very patient member of the stage crew. When Eliza says the word at Mrs Higgins’s tea, it still gets the laugh it got in 1914.`,
  ),
  buildProduction(
    '2004 Autumn',
    musicals.littleShopOfHorrors,
    `The plant came in four sizes. The smallest was a glove; the largest took two people, a bicycle brake and a good deal of swearing off the microphone. Ashman and Menken’s score is all Motown and doo-wop, and the band sat in a flower-shop window with a *Closed* sign. It ate nineteen people over the run, counting the matinée.`,
    { venue: CORN_EXCHANGE },
  ),
  buildProduction(
    '2005 Summer',
    windInTheWillows,
    `Alan Bennett’s version, with Toad in three motor cars and Albert the horse in low spirits throughout. Lanternside Youth built the river bank in the garden of Merrow House, and the boat really floated, on the lily pond, with a rope. The weasels’ takeover of Toad Hall had to be stopped twice so that they could be told to enjoy it less.`,
    { youth: true, venue: GARDEN },
  ),
  buildProduction(
    '2007 Summer',
    classics.merryWivesOfWindsor,
    `Falstaff writes the same love letter to two wives, and they compare them. The laundry basket went into a real pond on the Wednesday and a dry one thereafter, on the advice of the insurers. Herne’s Oak was the old cedar, and the fairies carried jam-jar lanterns made at the primary school.`,
    { venue: GARDEN },
  ),
  buildProduction(
    '2008 Autumn',
    comedies.hobsonsChoice,
    `Salford, 1880: a bootseller with three daughters, and the eldest makes up her mind about the boot-hand in the cellar. Harold Brighouse knew exactly how a shop works. The trapdoor to the cellar was cut for this show and has been used in eleven since. A cobbler from the market lent his last, and the boots on the counter were all for sale.`,
    { venue: HALL },
  ),
  buildProduction(
    '2009 Autumn',
    dramas.twelveAngryMen,
    `
A jury goes out on what looks like a plain case, and one of them would like to talk about it first. Reginald Rose wrote it for television in 1954, after sitting on a jury himself. We cast it across the whole company and kept the title.

We set it in the Old Chapel, with the audience round the walls and a locked door that the guard really locked, fire officer standing by with the other key. It was a close, hot night for October. Nobody asked for the windows to be opened, because the heat was in the play.`,
    { venue: CHAPEL },
  ),
];
