import { parseSync } from 'vite';

/** Matches claims that the site writes, has written or will write to somebody. */
const claim =
  /\bby e-?mail\b|\be?-?mailed\b|\bon (?:its|their) way\b|\bcheck your email\b|\b(?:is|are|be|been|was|were|isn’t|aren’t) (?:told|notified|written to)\b|\bwe(?:’ve|’ll| have| will)?(?: also| just| then)? (?:sent|send|e-?mail|write|tell)\b|\bemails? tells\b|\bgets? (?:an email|a letter)\b|\bin (?:our|their) email\b|\bwrite to (?:them|you)\b|\blink in our email\b|\blink we send\b|\bmail goes there\b|\bthey hear\b|\banother email\b|\bha(?:s|ve) been told\b|^It goes to …/i;

/** Matches a condition that depends on whether the site sends email. */
const knowsMail =
  /\bsends_?mail\b|\bcanSend(?:Mail)?\b|\bdeliversMail\b|\b(?:page\.)?mailed\b|\bwhy_kept\b|\bby === 'email'/i;
/** Functions that return a different text if the site sends no email. */
const mailSentences = new Set(['describeQueuedEmail', 'describeQueuedEmailToPerson']);

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Returns the text of a text node, with … for each inserted value; undefined for any other node. */
function textOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'JSXText') return `${node.value}`;
  if (node.type !== 'TemplateLiteral') return undefined;
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…');
}

/**
 * Returns the sentences of a source file that promise an email, unless they are inside a condition or call that checks
 * whether the site sends email.
 */
export function findUnconditionalMailSentences(path: string, source: string): string[] {
  const found: string[] = [];
  const knows = (node: Node): boolean => {
    if (node.type === 'CallExpression') return mailSentences.has(`${(node.callee as Node).name}`);
    const condition = node.type === 'LogicalExpression' ? node.left : node.test;
    return isNode(condition) && knowsMail.test(source.slice(condition.start, condition.end));
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    if (!isNode(value) || value.type === 'ImportDeclaration' || knows(value)) return;
    const text = textOf(value)?.replace(/\s+/g, ' ').trim();
    if (text?.includes(' ') && claim.test(text)) found.push(text);
    for (const child of Object.values(value)) if (typeof child === 'object') visit(child);
  };
  visit(parseSync(path, source).program);
  return found;
}
