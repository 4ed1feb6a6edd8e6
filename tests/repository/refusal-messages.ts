import { parseSync } from 'vite';

interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const nodesIn = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
const nameOf = (node: unknown): string => (isNode(node) ? `${node.name ?? (node.property as Node)?.name ?? ''}` : '');

/** Schema methods and functions whose last argument is an error message. */
const checks = new Set(
  'min max length regex refine int number string enum literal email iso array gte lte nonnegative line wholeNumber optional'.split(
    ' ',
  ),
);
/** Properties that hold an error message. */
const messageKeys = new Set(['says', 'error', 'message']);

/**
 * Returns true for a sentence, which begins with a capital and has several words. Anything else is part of a sentence,
 * a key or a pattern.
 */
const isSentence = (text: string): boolean => /^[A-Z“…]\S* \S/.test(text);

/** Returns the text of a literal with … for each inserted value; undefined for any other node. */
function textOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral') return undefined;
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…');
}

/** Returns the refusal messages of a source file: those of `refuse`, of schema checks, and of fields. */
export function listRefusalMessages(path: string, source: string): string[] {
  const { program } = parseSync(path, source);
  const named = new Map<string, Node>();
  for (const statement of program.body as unknown as Node[]) {
    const declared = (statement.declaration ?? statement) as Node;
    for (const one of (declared?.declarations ?? []) as Node[])
      if (isNode(one.init)) named.set(nameOf(one.id), one.init);
  }
  const messages: string[] = [];
  const read = (node: unknown): void => {
    if (!isNode(node)) return;
    const text = textOf(node);
    if (text !== undefined) {
      // A text that ends in an inserted value is skipped, because that value may itself be a whole sentence
      if (isSentence(text) && !text.endsWith('…') && !messages.includes(text)) messages.push(text);
    } else if (node.type === 'ConditionalExpression') [node.consequent, node.alternate].forEach(read);
    else if (node.type === 'ObjectExpression') for (const one of nodesIn(node)) read(one.value ?? one.argument);
    else if (node.type === 'Identifier') {
      const value = named.get(nameOf(node));
      named.delete(nameOf(node));
      read(value);
    }
  };
  const visit = (node: Node): void => {
    if (node.type === 'CallExpression') {
      const name = nameOf(node.callee);
      const given = node.arguments as Node[];
      if (name === 'refuse' || name === 'refuseFields' || (checks.has(name) && given.length > 0)) given.forEach(read);
    }
    if (node.type === 'Property' && messageKeys.has(nameOf(node.key))) read(node.value);
    for (const child of nodesIn(node)) visit(child);
  };
  for (const statement of program.body as unknown as Node[]) visit(statement);
  return messages;
}
