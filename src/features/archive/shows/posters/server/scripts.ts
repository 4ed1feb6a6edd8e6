/**
 * The scripts that fonts in the folder may be used for. Letters of a script with tags change their form or place within
 * a word, so its fonts need rules (a GSUB table) under one of these tags. A script that isn't listed isn't drawn:
 * nobody has looked at posters in it, or it isn't written in horizontal lines.
 */
const SCRIPTS: Record<string, readonly string[]> = {
  Latin: [],
  Greek: [],
  Cyrillic: [],
  Armenian: [],
  Bopomofo: [],
  Canadian_Aboriginal: [],
  Cherokee: [],
  Coptic: [],
  Ethiopic: [],
  Georgian: [],
  Han: [],
  Hangul: [],
  Hebrew: [],
  Hiragana: [],
  Katakana: [],
  Lao: [],
  Thaana: [],
  Thai: [],
  Tifinagh: [],
  Yi: [],
  Arabic: ['arab'],
  Bengali: ['bng3', 'bng2', 'beng'],
  Devanagari: ['dev3', 'dev2', 'deva'],
  Gujarati: ['gjr3', 'gjr2', 'gujr'],
  Gurmukhi: ['gur3', 'gur2', 'guru'],
  Kannada: ['knd3', 'knd2', 'knda'],
  Khmer: ['khmr'],
  Malayalam: ['mlm3', 'mlm2', 'mlym'],
  Myanmar: ['mym2', 'mymr'],
  Oriya: ['ory3', 'ory2', 'orya'],
  Sinhala: ['sinh'],
  Syriac: ['syrc'],
  Tamil: ['tml3', 'tml2', 'taml'],
  Telugu: ['tel3', 'tel2', 'telu'],
  Tibetan: ['tibt'],
};

const patterns = Object.keys(SCRIPTS).map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')] as const);
const shared = /[\p{Script=Common}\p{Script=Inherited}]/u;
/** Parts of Korean syllables. Modern Korean has a character for each whole syllable. */
const jamo = /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/;

const known = new Map<string, string>();

/** Returns a character's script; "" if several scripts share the character, "unknown" if the script isn't listed. */
export function findScript(character: string): string {
  let script = known.get(character);
  if (script === undefined) {
    script = shared.test(character) ? '' : (patterns.find(([, pattern]) => pattern.test(character))?.[0] ?? 'unknown');
    if (known.size > 10_000) known.clear();
    known.set(character, script);
  }
  return script;
}

/** The rules of a font for the forms and places of letters. */
export interface FontRules {
  /** The tags of scripts in the font's GSUB table. */
  scriptTags: readonly string[];
  /** True if the font says where marks are placed. */
  placesMarks: boolean;
}

/** Returns true if a font has the rules that the scripts of this text need. */
export function hasRulesFor(text: string, { scriptTags, placesMarks }: FontRules): boolean {
  if (jamo.test(text) || (/\p{M}/u.test(text) && !placesMarks)) return false;
  return [...text].every((character) => {
    const script = findScript(character);
    if (script === '') return true;
    const tags = SCRIPTS[script];
    return tags !== undefined && (tags.length === 0 || tags.some((tag) => scriptTags.includes(tag)));
  });
}
