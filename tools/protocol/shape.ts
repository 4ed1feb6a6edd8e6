import type { z } from 'zod';
import { id } from '#platform/shared/calls/schemas.ts';

export type Schema = z.core.$ZodType;
const defOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def;

/** Wrappers that don't change a value's JSON. */
const wrappers = new Set(['optional', 'default', 'prefault', 'catch', 'readonly', 'nonoptional']);

/** Formats schemas in the notation of docs/protocol.md; `seen` collects the path of every field. */
class ShapeFormatter {
  readonly seen = new Set<string>();
  readonly #law: ReadonlySet<string>;
  readonly #missable: ReadonlySet<string>;

  /** `sent` is true for request bodies, in which a field with a default may be missing. */
  constructor(law: readonly string[], sent: boolean) {
    this.#missable = new Set(sent ? ['optional', 'default', 'prefault', 'catch'] : ['optional']);
    // If a path is guaranteed, so are its parents: `subs.options[].id` implies `subs` and `subs.options`
    this.#law = new Set(
      law.flatMap((path) => [
        path,
        ...Array.from(path.matchAll(/(?:\[\]|\{\})?\./g), ({ index }) => path.slice(0, index)),
      ]),
    );
  }

  /** Returns the lines of an object's fields. */
  fields(shape: Readonly<Record<string, Schema>>, at: string, indent: string): string {
    return Object.entries(shape)
      .map(([name, schema]) => {
        const path = at === '' ? name : `${at}.${name}`;
        this.seen.add(path);
        const mark = this.#law.has(path) ? '*' : ' ';
        const missable = this.#missable.has(defOf(schema).type) ? '?' : '';
        return `${mark} ${indent}${name}${missable}: ${this.text(schema, path, indent)}`;
      })
      .join('\n');
  }

  /**
   * Formats an object, on one line if it is short, and each of its fields is guaranteed if and only if the object is.
   */
  #object(fields: string, indent: string, isLaw: boolean): string {
    const lines = fields.split('\n').map((line) => line.slice(2).trim());
    const isUniform = fields.split('\n').every((line) => line.startsWith(isLaw ? '*' : ' '));
    const inline = fields === '' ? '{}' : `{ ${lines.join(', ')} }`;
    return isUniform && inline.length + indent.length < 90 ? inline : `{\n${fields}\n  ${indent}}`;
  }

  text(schema: Schema, at: string, indent: string): string {
    if (schema === id) return 'id';
    const def = defOf(schema);
    if (wrappers.has(def.type) && 'innerType' in def) return this.text(def.innerType, at, indent);
    switch (def.type) {
      case 'object':
        return this.#object(
          this.fields(def.shape, at, `${indent}  `),
          indent,
          this.#law.has(at.replace(/(\[\]|\{\})$/, '')),
        );
      case 'array':
        return `${this.text(def.element, `${at}[]`, indent)}[]`;
      case 'record':
        return `{ [key]: ${this.text(def.valueType, `${at}{}`, indent)} }`;
      case 'tuple':
        return `[${def.items.map((item) => this.text(item, at, indent)).join(', ')}]`;
      case 'union':
        return [...new Set(def.options.map((option) => this.text(option, at, indent)))].join(' | ');
      case 'nullable':
        return `${this.text(def.innerType, at, indent)} | null`;
      case 'pipe':
        return this.text(defOf(def.in).type === 'transform' ? def.out : def.in, at, indent);
      case 'literal':
        return def.values.map((value) => JSON.stringify(value)).join(' | ');
      case 'enum':
        return Object.values(def.entries)
          .map((value) => JSON.stringify(value))
          .join(' | ');
      case 'string':
        return 'format' in def && ['date', 'datetime'].includes(String(def.format)) ? String(def.format) : 'string';
      case 'number':
        return 'format' in def ? 'integer' : 'number';
      case 'boolean':
        return 'boolean';
      default:
        return 'any';
    }
  }
}

/**
 * Formats the fields of a page or a body as a block of code.
 *
 * @param guaranteed the paths of the fields that other clients rely on
 * @throws Error if one of those fields is missing
 */
export function formatBlock(name: string, schema: Schema, guaranteed: readonly string[] = [], sent = false): string {
  const def = defOf(schema);
  const shape = new ShapeFormatter(guaranteed, sent);
  const fields = def.type === 'object' ? shape.fields(def.shape, '', '') : `  ${shape.text(schema, '', '')}`;
  const missing = guaranteed.filter((path) => !shape.seen.has(path));
  if (missing.length > 0) throw new Error(`${name} lacks fields that other clients rely on: ${missing.join(', ')}`);
  return `\`\`\`\n${fields}\n\`\`\`\n`;
}
