import * as classics from '../plays/classics.ts';
import * as comedies from '../plays/comedies.ts';
import * as dramas from '../plays/dramas.ts';
import { cinderella } from '../plays/musicals.ts';
import * as thrillers from '../plays/thrillers.ts';
import { erniesIncredibleIllucinations } from '../plays/youth.ts';
import { buildProduction, CHAPEL, CHURCH_HALL, GARDEN } from './production.ts';

/** The productions from the first one at St Anne’s to the first summer out of doors. */
export const productions1974To1989 = [
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
    thrillers.ghostTrain,
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
    thrillers.nightMustFall,
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
    thrillers.theHollow,
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
    thrillers.gaslight,
    `The lamps go down, and nobody in the house has touched them. Mrs Manningham is being taught to doubt her own mind; it is from this play that the word comes. The dimming was worked by hand from under the stage by two people lying on their backs, counting. It never once went wrong.`,
    { known: 'month' },
  ),
  buildProduction(
    '1983 Winter',
    cinderella,
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
    thrillers.rebecca,
    `Daphne du Maurier made the play of her novel herself, and changed the ending. Manderley had a staircase of nineteen treads, built in a garage and brought in through a window. Mrs Danvers never hurried on it once, and the sound of those shoes coming down is what everybody remembers.`,
  ),
  buildProduction(
    '1988 Spring',
    erniesIncredibleIllucinations,
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
];
