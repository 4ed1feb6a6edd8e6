import type { PartGender } from '../people/people.ts';

export type Genre = 'Comedy' | 'Drama' | 'Thriller' | 'Classic' | 'Musical' | 'Pantomime' | 'Farce';

/** A part to be cast: the kind of person it suits, and the character's age. */
export interface PlayRole {
  role: string;
  voice: PartGender | 'any';
  /** The age of the character on stage, in years. */
  age: number;
  /** The number of people who share the part: more than one for a chorus. */
  people: number;
}

export interface Play {
  title: string;
  subtitle: string;
  author: string;
  genre: Genre;
  parts: PlayRole[];
}

/**
 * Parses a play with its parts in billing order: "f20 Sorel Bliss; m50 David Bliss; a30 Guests ×3". The letter says who
 * suits the part (f, m, or a for anyone), and the number is the character's age.
 */
export function parsePlay(title: string, author: string, genre: Genre, parts: string, subtitle = ''): Play {
  return { title, subtitle, author, genre, parts: parts.trim().split(/;\s*/).map(parsePart) };
}

function parsePart(text: string): PlayRole {
  const [, voice, age, role, people] = /^([fma])(\d\d) (.+?)(?: ×(\d+))?$/.exec(text.trim()) ?? [];
  if (role === undefined) throw new Error(`"${text}" is not a part`);
  return {
    role,
    voice: voice === 'f' || voice === 'm' ? voice : 'any',
    age: Number(age),
    people: people === undefined ? 1 : Number(people),
  };
}
