import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Returns true for white space, comments and dialogs, which cover the page anyway. */
const takesNoSpace = (source: string): boolean =>
  source.trim() === '' || /^\{(?:\/\*|[^<]*&& \(?\s*<\w*Dialog\b)/.test(source);

/**
 * Lists the `CallStatus` elements of a source file whose confirmation would cover the next element: those that aren't
 * declared as `above`, and are followed by something in a `.stack`, or in a fragment that a component returns and that
 * may be in a `.stack` of its caller. Conditions and fragments between them count as if they weren't there.
 */
function findCoveringStatuses(path: string, source: string): string[] {
  const found = new Map<number, string>();
  const textOf = ({ start, end }: Node) => source.slice(start, end);
  const isStack = ({ openingElement }: Node) =>
    /^<\w+[^>]*? className=(?:"|\{`)(?:[^"`]* )?stack\b/.test(textOf(openingElement as Node));
  /** Collects the responses among what a node may render. `isLast` is true if nothing follows the node. */
  const check = (node: Node, isLast: boolean): void => {
    const { expression, argument, right, consequent, alternate } = node as Record<string, unknown> & Node;
    if (node.type === 'JSXFragment') checkChildren(node, isLast);
    else if (node.type === 'JSXElement') {
      const [status] = /^<CallStatus\b[^>]*>/.exec(textOf(node)) ?? [];
      if (status && !isLast && !/ above\b/.test(status)) found.set(node.start, `${path}: ${status}`);
    } else for (const one of [expression, argument, right, consequent, alternate]) if (isNode(one)) check(one, isLast);
  };
  const checkChildren = ({ children }: Node, isLast: boolean): void => {
    const shown = (children as Node[]).filter((child) => !takesNoSpace(textOf(child)));
    for (const [at, child] of shown.entries()) check(child, isLast && at === shown.length - 1);
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    if (!isNode(value)) return;
    if (value.type === 'JSXElement' && isStack(value)) checkChildren(value, true);
    if (value.type === 'ReturnStatement') check(value, true);
    if (value.type === 'ArrowFunctionExpression' && isNode(value.body)) check(value.body, true);
    for (const child of Object.values(value)) if (typeof child === 'object') visit(child);
  };
  visit(parseSync(path, source).program);
  return [...found.values()];
}

test('a response that is followed by something in a stack takes up space of its own, so that it covers nothing', () => {
  const paths = globSync('src/**/*.tsx').filter((path) => !path.includes('.test.'));
  expect(paths.flatMap((path) => findCoveringStatuses(path, readFileSync(path, 'utf8')))).toEqual([]);
});

test('the check of responses in stacks finds those above a list, in fragments and conditions too, but none at the end', () => {
  const source = `
    const list = <div className="stack no-print"><CallStatus slot={at} /><ul /></div>;
    const shown = <li className={\`stack \${styles.item}\`}>{isOpen && <CallStatus slot={at} />}<ul /></li>;
    const above = <div className="stack"><CallStatus slot={at} above /><ul /></div>;
    const last = <form className="stack" onSubmit={save}><ul /><CallStatus slot={at} /></form>;
    const chosen = <div className="stack">{has ? <b /> : <><i /><CallStatus slot={chosen} /></>}<ul /></div>;
    const List = () => { return <><CallStatus slot={returned} /><ul /></>; };
    const Short = () => <><CallStatus slot={short} /><ul /></>;
    const Row = () => { return isOpen ? <><ul /><CallStatus slot={at} /></> : <CallStatus slot={at} />; };`;
  expect(findCoveringStatuses('example.tsx', source)).toEqual([
    'example.tsx: <CallStatus slot={at} />',
    'example.tsx: <CallStatus slot={at} />',
    'example.tsx: <CallStatus slot={chosen} />',
    'example.tsx: <CallStatus slot={returned} />',
    'example.tsx: <CallStatus slot={short} />',
  ]);
});
