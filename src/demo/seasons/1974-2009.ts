import * as classics from '../plays/classics.ts';
import * as comedies from '../plays/comedies.ts';
import * as dramas from '../plays/dramas.ts';
import * as musicals from '../plays/musicals.ts';
import { buildProduction, CHAPEL, CHURCH_HALL, CORN_EXCHANGE, GARDEN, HALL } from './production.ts';

/** The productions from 1974 to 2009, up to two a year. */
export const productions1974To2009 = [
  buildProduction(
    '1974 Autumn',
    comedies.hayFever,
    `
The first one. Six years of reading plays aloud at the Institute had to lead somewhere, and it led to a weekend in the country with the Bliss family, on a stage made of school dining tables lashed together with sash cord.

Judith Bliss has retired from the theatre and can’t leave it alone. Each of the family has asked a guest without telling the others; by Sunday breakfast the guests are creeping out to the car. The tables held. The sash cord is still in the scene dock, labelled *do not throw away*.

We know the year and the season, and that the tea urn was borrowed. If you have a programme, we would dearly like to see it.`,
    { known: 'year', venue: CHURCH_HALL },
  ),
  buildProduction(
    '1975 Autumn',
    dramas.ghostTrain,
    `Passengers are stranded for the night at a Cornish halt where, the stationmaster says, a train goes through that nobody should look at. The train was a garden roller, a tin bath, a thunder sheet and two people with milk churns, conducted from the wings by torchlight. The vicar heard it in the vicarage.`,
    { known: 'year', venue: CHURCH_HALL },
  ),
  buildProduction(
    '1976 Spring',
    dramas.winslowBoy,
    `A cadet of thirteen or so is expelled for stealing a five-shilling postal order, and his father spends the family’s health and money to prove that he did not. Rattigan keeps the trial offstage, so everything is heard in one drawing room. Our first production in Lanternside Hall, and the first with proper dressing rooms: one, with a curtain down the middle.`,
    { known: 'year' },
  ),
  buildProduction(
    '1977 Spring',
    classics.sheStoopsToConquer,
    `Young Marlow takes Mr Hardcastle’s house for an inn and Mr Hardcastle for the innkeeper, and Kate lets him. Goldsmith’s comedy of 1773 has hardly a dusty line in it. The costume department cut eleven coats from two pairs of cinema curtains, and Tony Lumpkin’s shed its lining one piece at a time through the week.`,
    { known: 'year' },
  ),
  buildProduction(
    '1977 Autumn',
    dramas.nightMustFall,
    `Emlyn Williams wrote Dan, the charming page-boy with the hatbox, for himself. We gave the hatbox a shelf of its own on the props table and a note saying who might move it. Nobody asked what was in it until the last night. It was a cabbage.`,
    { known: 'year' },
  ),
  buildProduction(
    '1978 Spring',
    classics.importanceOfBeingEarnest,
    `Our first Wilde. Two young men both claim to be called Ernest, two young women will marry nobody else, and Lady Bracknell has the questions ready. Real cucumber sandwiches every night, eaten to the last crust, which is harder than it looks while talking. The handbag was lent by a member of the audience, who had it back slightly enlarged.`,
    { known: 'year' },
  ),
  buildProduction(
    '1979 Spring',
    dramas.roots,
    `Beatie Bryant comes home to Norfolk full of Ronnie’s ideas, and waits with the whole family for Ronnie to arrive. Wesker asks for real work on stage, and got it: a full sink of washing-up, a batter beaten, potatoes peeled. We served the cake afterwards. The accents were coached by a lorry driver from Diss who came for a fortnight and stayed for the run.`,
    { known: 'month', venue: CHAPEL },
  ),
  buildProduction(
    '1979 Autumn',
    dramas.theHollow,
    `A weekend at the Angkatells’, a pool, a pistol, and a doctor who says one word before he dies. Christie left Poirot out when she made the play of her novel, and it is the better for it. On the Friday the French windows stuck. The murderer, the victim and the inspector all came in through the fireplace.`,
    { known: 'month' },
  ),
  buildProduction(
    '1980 Spring',
    classics.theRivals,
    `Bath, a rope-ladder, a duel that nobody wants, and Mrs Malaprop, who is as headstrong as an allegory on the banks of the Nile. Sheridan was twenty-three when it opened. We played it on a bare stage with four doors, and the doors had a busier evening than most of the cast.`,
    { known: 'month' },
  ),
  buildProduction(
    '1980 Autumn',
    comedies.whenWeAreMarried,
    `
Three respectable couples meet to celebrate their silver weddings, and the new chapel organist tells them that they were never properly married at all. Priestley set it in the West Riding in 1908 and wrote himself a part he could step into: Henry Ormonroyd, of the *Yorkshire Argus*, who has had a few.

Five couples from the town who had been married twenty-five years came on the Saturday as our guests. All of them told us at the bar that they had checked.`,
    { known: 'month' },
  ),
  buildProduction(
    '1981 Spring',
    comedies.blitheSpirit,
    `Coward wrote it in under a week in 1941 and hardly changed a line. Charles Condomine invites a medium to dinner for research, and she brings back his first wife. Elvira was in grey from wig to slippers, and left a trail of powder on the furniture that we were finding until Whitsun.`,
    { known: 'month' },
  ),
  buildProduction(
    '1981 Autumn',
    dramas.tasteOfHoney,
    `Shelagh Delaney was nineteen when Joan Littlewood’s company first played it. Jo, her mother Helen, a bare flat in Salford, a sailor, and Geoffrey, who stays to look after her. A small cast and a three-piece jazz band in the corner, as the first production had. Some people left at the interval; more came back the next night and brought their daughters.`,
    { known: 'month', venue: CHAPEL },
  ),
  buildProduction(
    '1982 Spring',
    comedies.relativelySpeaking,
    `Four people in a garden, none of whom knows who the others are. It was the play that made Ayckbourn’s name in London, and it works like a watch. The breakfast marmalade was real, and so, on the Thursday, was the wasp.`,
  ),
  buildProduction(
    '1982 Autumn',
    dramas.gaslight,
    `The lamps go down, and nobody in the house has touched them. Mrs Manningham is being taught to doubt her own mind; it is from this play that the word comes. The dimming was worked by hand from under the stage by two people lying on their backs, counting. It never once went wrong.`,
    { known: 'month' },
  ),
  buildProduction(
    '1983 Winter',
    musicals.cinderella,
    `
Our first pantomime, written round the kitchen table by eleven people, which is why it had three endings. We kept them all and let the house shout for one.

- The coach was a pram chassis with bicycle lamps.
- The ponies were Shetlands for the matinée, and a very long sock puppet at night.
- The ugly sisters changed eleven times, once in full view when the flat fell down.

The slipper is in the glass case in the foyer. It is a size nine.`,
  ),
  buildProduction(
    '1983 Autumn',
    comedies.abigailsParty,
    `Olives, cheese and pineapple, Demis Roussos, and Beverly topping everybody up. Mike Leigh made it with his actors in 1977, and it only hurts because everyone in it is trying so hard to have a nice time. Abigail is next door and never seen. We borrowed the sofa from our own front room and, having watched the play, did not want it back.`,
    { known: 'month' },
  ),
  buildProduction(
    '1984 Spring',
    dramas.theCrucible,
    `
The largest cast we had put on a stage: a village of them. Arthur Miller wrote of Salem in 1692 and meant Washington in 1953, and it has gone on meaning somewhere ever since.

We played it in the round on a floor of scaffold boards, with the audience on all four sides and the accused walking out between them. There was no furniture except what somebody carried in and had to carry out again. The girls’ screaming in the third act was rehearsed on the recreation ground, after a word with the police.

John Proctor’s “Because it is my name” came in a silence so long on the Friday that the prompter reached for the book and then, quite rightly, put it down.`,
  ),
  buildProduction(
    '1985 Summer',
    dramas.underMilkWood,
    `To begin at the beginning: a small Welsh town, from one spring night through to the next. We sat the company in a half circle with music stands and a lamp apiece, as for the wireless, and let the voices do it. The accents travelled the whole length of the A470. Llareggub, read backwards, is what the producer said on seeing the heating bill.`,
    { known: 'month', venue: CHAPEL },
  ),
  buildProduction(
    '1986 Spring',
    classics.uncleVanya,
    `A professor and his young wife come to live on the estate that has paid for his career, and nobody gets any work done. Vanya fires twice at close range and misses twice. The pistol failed on the Thursday, so Vanya said “Bang”, as the text in fact allows, and got the biggest silence of the week.`,
    { known: 'month' },
  ),
  buildProduction(
    '1987 Autumn',
    dramas.rebecca,
    `Daphne du Maurier made the play of her novel herself, and changed the ending. Manderley had a staircase of nineteen treads, built in a garage and brought in through a window. Mrs Danvers never hurried on it once, and the sound of those shoes coming down is what everybody remembers.`,
  ),
  buildProduction(
    '1988 Spring',
    comedies.erniesIncredibleIllucinations,
    `The first outing of *Lanternside Youth*, three years after the first Saturday class. Whatever Ernie imagines, happens: a battle in the front room, Auntie May in the boxing ring, a tramp and a burning library. Ayckbourn wrote it for schools to do with next to nothing, so we did. The doctor asked for proof. Thirteen parents supplied the brass band.`,
    { youth: true, oneAct: true },
  ),
  buildProduction(
    '1989 Summer',
    classics.muchAdoAboutNothing,
    `
The first summer out of doors. The owners of Merrow House lent us the walled garden for a week, and it has everything that *Much Ado* asks for: an arbour to overhear from, a gate to arrive by, and an echo that makes any constable sound foolish.

Beatrice and Benedick are tricked into what they wanted already; Hero is wronged and nearly lost. The blackbird on the north wall sang through both church scenes. Rain stopped us once, for nine minutes, and the audience simply put up their umbrellas and waited.`,
    { venue: GARDEN },
  ),
  buildProduction(
    '1990 Spring',
    dramas.anInspectorCalls,
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
    musicals.bugsyMalone,
    `Gangsters, flappers, and splurge guns that fire cream. Alan Parker’s film had no one in it over seventeen, and nor did this. The Corn Exchange asked us for a deposit against the curtains, and gave it back with a note saying how much everybody had enjoyed the mopping. Lanternside Youth’s first musical, with a pit band from three schools.`,
    { youth: true, venue: CORN_EXCHANGE },
  ),
  buildProduction(
    '1998 Autumn',
    dramas.andThenThereWereNone,
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
    comedies.windInTheWillows,
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
