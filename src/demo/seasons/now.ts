import type { Craft } from '../people/people.ts';
import { midsummerNightsDream } from '../plays/classics.ts';
import { blitheSpirit } from '../plays/comedies.ts';
import { anInspectorCalls } from '../plays/dramas.ts';
import type { Play } from '../plays/play.ts';

/** A production whose dates depend on today, with the people already cast. */
export interface ProductionDatedFromToday {
  play: Play;
  /** The key from which the production's permanent id is made; it doesn't depend on the dates. */
  key: string;
  cast: Record<string, string>;
  crew: Partial<Record<Craft, string[]>>;
  text: string;
}

export const lastProduction: ProductionDatedFromToday = {
  play: anInspectorCalls,
  key: 'the last show',
  cast: {
    'Arthur Birling': 'Gerald Whitby',
    'Sybil Birling': 'Margaret Ashdown',
    'Sheila Birling': 'Amy Treadwell',
    'Eric Birling': 'Joe Farrant',
    'Gerald Croft': 'Daniel Reeve',
    Edna: 'Ruth Calloway',
    'Inspector Goole': 'Samir Haddad',
  },
  crew: {
    Director: ['Tom Okafor'],
    Producer: ['Liz Dunn'],
    'Stage manager': ['Helen Prior'],
    Lighting: ['Nick Osei', 'Bea Long'],
    Sound: ['Alan Pugh'],
    'Set design': ['Priya Nair'],
    'Set build': ['Gwen Parry', 'Colin Marsh', 'Ted Lyle'],
    Costume: ['Joan Ibbotson'],
    Properties: ['Fay Merrick'],
    Prompter: ['Hugh Ransome'],
    'Front of house': ['Peter Dunn', 'Liz Dunn'],
  },
  text: `
Spring, 1912. The Birlings are celebrating an engagement when a police inspector calls to ask about a girl none of them remembers. By the end of the evening, each of them will.

We played it straight through without an interval, on a bare dining room built at a slight tilt so that the port slid quietly towards the audience. Four nights, and four full houses.

J. B. Priestley wrote it in a week in the winter of 1944–45. It is set a week before the *Titanic* sails, and Mr Birling has every confidence in the *Titanic*. We gave the last telephone call to the silence it asks for, and brought the lights down on it a good deal more slowly than was comfortable.`,
};

export const nextProduction: ProductionDatedFromToday = {
  play: blitheSpirit,
  key: 'the next show',
  cast: {
    Edith: 'Daisy Ferrar',
    'Ruth Condomine': 'Aisha Malik',
    'Charles Condomine': 'Tunde Adeyemi',
    'Dr Bradman': 'Robert Hallam',
    'Mrs Bradman': 'Victoria Crane',
    'Madame Arcati': 'Olwen Price',
    'Elvira Condomine': 'Hannah Dunn',
  },
  crew: {
    Director: ['Deborah Sharpe'],
    Producer: ['Nasreen Malik'],
    'Stage manager': ['Lorraine Pickersgill'],
    Lighting: ['Callum Drysdale', 'Molly Hallam'],
    Sound: ['Simon Ferrar'],
    'Set design': ['Harriet Sloane'],
    'Set build': ['Paul Szymański', 'Stephen Crane-Lowe', 'Neil Hargrave'],
    Costume: ['Christine Hallam', 'Isobel Tennant'],
    Properties: ['Priya Nair', 'Zainab Rahman'],
    Prompter: ['Louise Amberley'],
    'Front of house': ['Eleanor Vickers', 'Francis Gilchrist'],
  },
  text: `
An improbable farce in three acts, a séance and two wives. One of them is late.

Charles Condomine is writing a novel about a medium and invites one to dinner to see how the tricks are done. Madame Arcati comes by bicycle, asks for no red meat, and brings back his first wife, whom only he can see. His second wife takes a poor view.

Noël Coward wrote it in six days in 1941, and it ran for nearly two thousand performances while London was being bombed. Ours has a table that really tips, a gramophone that will by the first night, and bicycle clips that squeak in exactly the right key.

- Doors open at 7pm, curtain up at 7.30pm, with one interval.
- There is a short flash and a loud bang near the end.
- The front row and both ends of row E are step-free.`,
};

export const summerProduction: ProductionDatedFromToday = {
  play: midsummerNightsDream,
  key: 'the show after next',
  cast: {},
  crew: {
    Director: ['Elin Gruffydd'],
    Producer: ['Daniel Reeve'],
    'Stage manager': ['Megan Lightfoot'],
  },
  text: `
Four lovers, six amateur actors and a quarrel among the fairies, all in one wood and one night. Back in the walled garden at Merrow House, beginning in daylight and ending by lantern.

We are casting it now. There are twenty parts, several of them large, and no experience is needed: come and read a scene with us. Bring a rug when you come to see it, and a coat for after nine.`,
};
