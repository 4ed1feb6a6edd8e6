interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Content {
  content?: Record<string, { schema?: Schema }>;
}

interface Operation {
  parameters?: { $ref?: string; in?: string; name?: string }[];
  requestBody?: Content;
  responses?: Record<string, Content & { $ref?: string }>;
}

interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** Matches the line for a field that a body must contain. */
const demand = /^needs (.*)\.[^.]+$/;

/**
 * Lists the promises that a later description breaks. A promise is broken if it is missing, or if a further field is
 * required.
 */
export function brokenPromises(earlier: readonly string[], later: readonly string[]): string[] {
  const [before, after] = [new Set(earlier), new Set(later)];
  const gone = earlier.filter((line) => !after.has(line) && !demand.test(line));
  const demanded = later.filter((line) => !before.has(line) && before.has(`${demand.exec(line)?.[1]}: object`));
  return [...gone.map((line) => `gone: ${line}`), ...demanded];
}

/** Returns one line for each name, type and value in a schema. */
function linesOf(schema: Schema, at: string): string[] {
  const { $ref, type = [], enum: values = [], properties = {}, required = [], items, additionalProperties } = schema;
  return [
    ...($ref ? [`${at}: ${$ref.split('/').at(-1)}`] : []),
    ...[type].flat().map((name) => `${at}: ${name}`),
    ...('const' in schema ? [schema.const, ...values] : values).map((value) => `${at} = ${JSON.stringify(value)}`),
    ...Object.entries(properties).flatMap(([name, field]) => linesOf(field, `${at}.${name}`)),
    ...(at.startsWith('body.') ? required.map((name) => `needs ${at}.${name}`) : []),
    ...(items ? linesOf(items, `${at}[]`) : []),
    ...(typeof additionalProperties === 'object' ? linesOf(additionalProperties, `${at}{}`) : []),
    ...['anyOf', 'oneOf', 'allOf'].flatMap((key) =>
      (schema[key as 'anyOf'] ?? []).flatMap((part) => linesOf(part, at)),
    ),
  ];
}

/** Lists what an OpenAPI description promises to other clients, one line each: addresses, fields, types and values. */
export function promisesIn(description: string): string[] {
  const { paths, components } = JSON.parse(description) as Description;
  const ofContent = ({ content = {} }: Content, at: string) =>
    Object.entries(content).flatMap(([kind, { schema }]) => [`${at} ${kind}`, ...(schema ? linesOf(schema, at) : [])]);
  const lines = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], requestBody, responses = {} }]) => {
      const address = `${method.toUpperCase()} ${path}`;
      return [
        address,
        ...parameters.map(({ $ref, in: place, name }) => `${address} ${$ref?.split('/').at(-1) ?? `${place} ${name}`}`),
        ...(requestBody ? ofContent(requestBody, `${address} body`) : []),
        ...Object.entries(responses).flatMap(([code, response]) => ofContent(response, `${address} ${code}`)),
      ];
    }),
  );
  const schemas = Object.entries(components.schemas).flatMap(([name, schema]) => linesOf(schema, name));
  return [...new Set([...lines, ...schemas])].sort();
}
