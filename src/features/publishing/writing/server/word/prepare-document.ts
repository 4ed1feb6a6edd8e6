import { Parser } from 'htmlparser2';

/**
 * A Word document's text as Mammoth can read it, and the parts that are left out or changed. Mammoth itself doesn't
 * report these.
 */
export interface PreparedDocument {
  /**
   * `word/document.xml` with a bookmark such as `callboard-number-4` in each item of a numbered list, formulas as plain
   * text, and pictures instead of shapes that they fill, but without hidden text.
   */
  xml: string;
  /** The number of pictures that the document only links to. */
  linkedPictures: number;
  /** The number of SmartArt diagrams and charts. */
  diagrams: number;
  formulas: number;
  hasHiddenText: boolean;
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
  /** The list definition and level of paragraphs with a style, by the style's id. */
  styles: Map<string, { definition: string; depth: number }>;
}

const diagram = /\/(?:diagram|chart|chartex)$/;

/** Reads XML and reports each element with the names of the elements around it, innermost first. */
function readXml(
  xml: string,
  on: {
    open: (name: string, attributes: Record<string, string>, around: readonly string[], start: number) => void;
    text?: (text: string, parent: string | undefined) => void;
    close?: (name: string, end: number, parent: string | undefined) => void;
  },
): void {
  const around: string[] = [];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        on.open(name, attributes, around, parser.startIndex);
        around.unshift(name);
      },
      ontext(text) {
        on.text?.(text, around[0]);
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

/**
 * Creates a function that returns a paragraph's number in its list, as Word counts; undefined for a bulleted item, or
 * outside lists. The lists of one definition continue its count, unless a list restarts it.
 */
function createListItemCounter({ definitions, lists, styles }: Numbering) {
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

/** A run of text. It can contain other runs: those of a text box. */
interface Run {
  start: number;
  isHidden: boolean;
  /**
   * True if the run contains a part of a field, such as a link. Without that part, Mammoth couldn't tell where the
   * field ends.
   */
  isOfField: boolean;
  hasText: boolean;
}

/** A change to a document: the new text, and where the old text starts and ends. */
type Edit = [start: number, end: number, text: string];

/**
 * Prepares a document's `word/document.xml` for Mammoth. `numberingXml` is its `word/numbering.xml`; "" if it has none.
 */
export function prepareDocument(documentXml: string, numberingXml: string): PreparedDocument {
  const numberOf = createListItemCounter(readNumbering(numberingXml));
  // Mammoth doesn't support double strikethrough
  const source = documentXml.replaceAll('<w:dstrike', '<w:strike');
  const paragraphs: Paragraph[] = [];
  const runs: Run[] = [];
  const formula = createFormulaReader();
  const edits: Edit[] = [];
  let choices = 0;
  let linkedPictures = 0;
  let diagrams = 0;
  let formulas = 0;
  let hasHiddenText = false;
  readXml(source, {
    open(name, attributes, [parent, above, highest], start) {
      if (name === 'mc:Choice') choices += 1;
      // Mammoth ignores `mc:Choice` and reads the alternative instead
      if (choices > 0) return;
      formula.open(name);
      const value = attributes['w:val'];
      const paragraph = paragraphs.at(-1);
      const run = runs.at(-1);
      if (name === 'w:p') paragraphs.push({});
      else if (name === 'w:r') runs.push({ start, isHidden: false, isOfField: false, hasText: false });
      else if (run && name === 'w:vanish' && parent === 'w:rPr' && above === 'w:r') run.isHidden = isOn(value);
      else if (run && (name === 'w:fldChar' || name === 'w:instrText')) run.isOfField = true;
      else if (name === 'a:blip' && attributes['r:link'] && !attributes['r:embed']) linkedPictures += 1;
      else if (name === 'a:graphicData' && diagram.test(attributes.uri ?? '')) diagrams += 1;
      // Mammoth doesn't read a picture that is the fill of a shape
      else if (name === 'v:fill' && attributes.type === 'frame' && /^\w+$/.test(attributes['r:id'] ?? ''))
        edits.push([start, start, `<v:imagedata r:id="${attributes['r:id']}"/>`]);
      else if (!paragraph || value === undefined) return;
      else if (name === 'w:pStyle' && parent === 'w:pPr' && above === 'w:p') paragraph.style = value;
      else if (parent === 'w:numPr' && above === 'w:pPr' && highest === 'w:p') {
        if (name === 'w:numId') paragraph.list = value;
        if (name === 'w:ilvl') paragraph.depth = toNumber(value);
      }
    },
    text(text, parent) {
      if (choices > 0) return;
      if (parent === 'm:t') formula.add(text);
      const run = runs.at(-1);
      if (run && parent === 'w:t') run.hasText ||= text.trim() !== '';
    },
    close(name, end, parent) {
      if (name === 'mc:Choice') choices -= 1;
      if (choices > 0) return;
      const text = formula.close(name);
      if (text !== undefined && text.trim() !== '') {
        formulas += 1;
        edits.push([end, end, `<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`]);
      }
      if (name === 'w:p') paragraphs.pop();
      const run = name === 'w:r' ? runs.pop() : undefined;
      if (run?.isHidden && !run.isOfField) {
        hasHiddenText ||= run.hasText;
        while ((edits.at(-1)?.[0] ?? -1) >= run.start) edits.pop();
        edits.push([run.start, end, '']);
      }
      const paragraph = paragraphs.at(-1);
      if (name !== 'w:pPr' || parent !== 'w:p' || !paragraph) return;
      const number = numberOf(paragraph);
      if (number !== undefined)
        edits.push([end, end, `<w:bookmarkStart w:id="0" w:name="callboard-number-${number}"/>`]);
    },
  });
  return { xml: applyEdits(source, edits), linkedPictures, diagrams, formulas, hasHiddenText };
}

const isOn = (value: string | undefined) => !['0', 'false', 'off'].includes(value ?? '');

const escapeXml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

function applyEdits(source: string, edits: readonly Edit[]): string {
  let xml = '';
  let from = 0;
  for (const [start, end, text] of edits) {
    xml += source.slice(from, start) + text;
    from = end;
  }
  return xml + source.slice(from);
}

/** The signs before the parts of a formula, as people type formulas on one line: "a/b", "x^2", "√(x+1)". */
const formulaSigns: Readonly<Record<string, string>> = {
  'm:num': '',
  'm:den': '/',
  'm:sup': '^',
  'm:sub': '_',
  'm:rad': '√',
  'm:d': '',
};

/**
 * Returns a reader that collects the text of a formula. At the end of the outermost formula, `close` returns the text.
 */
function createFormulaReader() {
  let depth = 0;
  const parts: string[] = [];
  const isFormula = (name: string) => name === 'm:oMath' || name === 'm:oMathPara';
  return {
    open(name: string) {
      if (isFormula(name)) depth += 1;
      if (depth > 0 && (parts.length === 0 || Object.hasOwn(formulaSigns, name))) parts.push('');
    },
    add(text: string) {
      if (depth > 0) parts.push((parts.pop() ?? '') + text);
    },
    close(name: string): string | undefined {
      if (depth > 0 && Object.hasOwn(formulaSigns, name)) {
        const part = parts.pop() ?? '';
        const isOne = /^[\p{L}\p{N}.,]*$/u.test(part) && name !== 'm:d';
        this.add(part === '' ? '' : `${formulaSigns[name]}${isOne ? part : `(${part})`}`);
      }
      if (!isFormula(name)) return undefined;
      depth -= 1;
      return depth === 0 ? parts.pop() : undefined;
    },
  };
}
