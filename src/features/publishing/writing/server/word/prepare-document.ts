import { Parser } from 'htmlparser2';

/**
 * A Word document's text with the numbers of its list items, and counts of the content that Mammoth leaves out without
 * a message.
 */
export interface PreparedDocument {
  /** `word/document.xml`, with a bookmark `callboard-number-4` in each item of a numbered list. */
  xml: string;
  /** The number of pictures that are only linked to, not stored in the document. */
  linkedPictures: number;
  /** The number of SmartArt diagrams and charts. */
  diagrams: number;
}

interface Level {
  ordered: boolean;
  start: number;
}

interface Numbering {
  /** The levels of each list definition, by the definition's id and the level's depth. */
  definitions: Map<string, Map<number, Level>>;
  /** The definition of each list, and the numbers at which the list's levels restart. */
  lists: Map<string, { definition: string; restarts: Map<number, number> }>;
  /** The list definition and level of paragraphs with a style. */
  styles: Map<string, { definition: string; depth: number }>;
}

const diagram = /\/(?:diagram|chart|chartex)$/;

/** Reads XML and reports each element with the names of the elements around it, innermost first. */
function readXml(
  xml: string,
  on: {
    open: (name: string, attributes: Record<string, string>, around: readonly string[]) => void;
    close?: (name: string, end: number, parent: string | undefined) => void;
  },
): void {
  const around: string[] = [];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        on.open(name, attributes, around);
        around.unshift(name);
      },
      onclosetag(name) {
        around.shift();
        on.close?.(name, parser.endIndex + 1, around[0]);
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
}

const toNumber = (text: string | undefined, otherwise = 0) => {
  const number = Number.parseInt(text ?? '', 10);
  return number >= 0 ? number : otherwise;
};

function readNumbering(xml: string): Numbering {
  const numbering: Numbering = { definitions: new Map(), lists: new Map(), styles: new Map() };
  let definition = '';
  let list = '';
  let depth = 0;
  readXml(xml, {
    open(name, attributes, around) {
      const value = attributes['w:val'];
      const levels = numbering.definitions.get(definition);
      const level = levels?.get(depth);
      if (name === 'w:abstractNum') {
        definition = attributes['w:abstractNumId'] ?? '';
        numbering.definitions.set(definition, new Map());
      } else if (name === 'w:num') list = attributes['w:numId'] ?? '';
      else if (name === 'w:abstractNumId') numbering.lists.set(list, { definition: value ?? '', restarts: new Map() });
      else if (name === 'w:lvlOverride') depth = toNumber(attributes['w:ilvl']);
      else if (name === 'w:startOverride') numbering.lists.get(list)?.restarts.set(depth, toNumber(value, 1));
      else if (around.includes('w:lvlOverride')) return;
      else if (name === 'w:lvl') {
        depth = toNumber(attributes['w:ilvl']);
        levels?.set(depth, { ordered: true, start: 1 });
      } else if (level && name === 'w:start') level.start = toNumber(value, 1);
      else if (level && name === 'w:numFmt') level.ordered = value !== 'bullet';
      else if (level && name === 'w:pStyle') numbering.styles.set(value ?? '', { definition, depth });
    },
  });
  return numbering;
}

/** Counts list items like Word: each definition has one count, which continues in all its lists. */
function createCounter({ definitions, lists, styles }: Numbering) {
  const counts = new Map<string, (number | undefined)[]>();
  const restarted = new Set<string>();
  return (paragraph: Paragraph): number | undefined => {
    const list = lists.get(paragraph.list ?? '');
    const styled = styles.get(paragraph.style ?? '');
    if (paragraph.list !== undefined && !list) return undefined;
    const definition = list?.definition ?? styled?.definition ?? '';
    const depth = paragraph.depth ?? styled?.depth ?? 0;
    const level = definitions.get(definition)?.get(depth);
    if (!level) return undefined;
    const count = counts.get(definition) ?? [];
    counts.set(definition, count);
    const restart = list?.restarts.get(depth);
    const isRestart = restart !== undefined && !restarted.has(`${paragraph.list} ${depth}`);
    restarted.add(`${paragraph.list} ${depth}`);
    const last = count[depth];
    const number = isRestart ? restart : last === undefined ? level.start : last + 1;
    count[depth] = number;
    count.length = depth + 1;
    return level.ordered ? number : undefined;
  };
}

interface Paragraph {
  list?: string;
  depth?: number;
  style?: string;
}

/** Prepares a document's `word/document.xml` for Mammoth, with its `word/numbering.xml` or "". */
export function prepareDocument(documentXml: string, numberingXml: string): PreparedDocument {
  const numberOf = createCounter(readNumbering(numberingXml));
  // Mammoth doesn't support double strikethrough
  const source = documentXml.replaceAll('<w:dstrike', '<w:strike');
  const paragraphs: Paragraph[] = [];
  const inserted: [number, string][] = [];
  let choices = 0;
  let linkedPictures = 0;
  let diagrams = 0;
  readXml(source, {
    open(name, attributes, [parent, above, highest]) {
      if (name === 'mc:Choice') choices += 1;
      // Mammoth ignores `mc:Choice` and reads the alternative content instead
      if (choices > 0) return;
      const value = attributes['w:val'];
      const paragraph = paragraphs.at(-1);
      if (name === 'w:p') paragraphs.push({});
      else if (name === 'a:blip' && attributes['r:link'] && !attributes['r:embed']) linkedPictures += 1;
      else if (name === 'a:graphicData' && diagram.test(attributes.uri ?? '')) diagrams += 1;
      else if (!paragraph || value === undefined) return;
      else if (name === 'w:pStyle' && parent === 'w:pPr' && above === 'w:p') paragraph.style = value;
      else if (parent === 'w:numPr' && above === 'w:pPr' && highest === 'w:p') {
        if (name === 'w:numId') paragraph.list = value;
        if (name === 'w:ilvl') paragraph.depth = toNumber(value);
      }
    },
    close(name, end, parent) {
      if (name === 'mc:Choice') choices -= 1;
      if (choices > 0) return;
      if (name === 'w:p') paragraphs.pop();
      const paragraph = paragraphs.at(-1);
      if (name !== 'w:pPr' || parent !== 'w:p' || !paragraph) return;
      const number = numberOf(paragraph);
      if (number !== undefined) inserted.push([end, number.toString()]);
    },
  });
  let xml = '';
  let start = 0;
  for (const [end, number] of inserted) {
    xml += `${source.slice(start, end)}<w:bookmarkStart w:id="0" w:name="callboard-number-${number}"/>`;
    start = end;
  }
  return { xml: xml + source.slice(start), linkedPictures, diagrams };
}
