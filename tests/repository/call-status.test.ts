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

/**
 * Lists the `CallStatus` elements of a source file that are in a `.stack`, directly or behind a condition, but aren't
 * its last child, and aren't declared as `above`. Their confirmation would cover the next child.
 */
function findCoveringStatuses(path: string, source: string): string[] {
  const found: string[] = [];
  const textOf = ({ start, end }: Node) => source.slice(start, end);
  const isStack = ({ openingElement }: Node) =>
    /^<\w+[^>]*? className=(?:"|\{`)(?:[^"`]* )?stack\b/.test(textOf(openingElement as Node));
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    if (!isNode(value)) return;
    if (value.type === 'JSXElement' && isStack(value)) {
      const children = (value.children as Node[]).filter((child) => textOf(child).trim() !== '');
      for (const child of children.slice(0, -1)) {
        const [status] = /^(?:\{.*&& )?<CallStatus\b[^>]*>/.exec(textOf(child)) ?? [];
        if (status && !/ above\b/.test(status)) found.push(`${path}: ${status}`);
      }
    }
    for (const child of Object.values(value)) if (typeof child === 'object') visit(child);
  };
  visit(parseSync(path, source).program);
  return found;
}

test('a response that is followed by something in a stack takes up space of its own, so that it covers nothing', () => {
  const paths = globSync('src/**/*.tsx').filter((path) => !path.includes('.test.'));
  expect(paths.flatMap((path) => findCoveringStatuses(path, readFileSync(path, 'utf8')))).toEqual([]);
});

test('the check of responses in stacks finds a response above a list, but not one at the end', () => {
  const source = `
    const list = <div className="stack no-print"><CallStatus slot={at} /><ul /></div>;
    const shown = <li className={\`stack \${styles.item}\`}>{isOpen && <CallStatus slot={at} />}<ul /></li>;
    const above = <div className="stack"><CallStatus slot={at} above /><ul /></div>;
    const last = <form className="stack" onSubmit={save}><ul /><CallStatus slot={at} /></form>;`;
  expect(findCoveringStatuses('example.tsx', source)).toEqual([
    'example.tsx: <CallStatus slot={at} />',
    'example.tsx: {isOpen && <CallStatus slot={at} />',
  ]);
});
