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

/** Matches a line about a field that a body must contain. */
const requirement = /^needs (.*)\.[^.]+$/;

/**
 * Lists how a later description breaks the promises of an earlier one: by lines that are gone, and by further fields
 * that a known body must contain.
 */
export function listBrokenPromises(earlier: readonly string[], later: readonly string[]): string[] {
  const [before, after] = [new Set(earlier), new Set(later)];
  const gone = earlier.filter((line) => !after.has(line) && !requirement.test(line));
  const required = later.filter((line) => !before.has(line) && before.has(`${requirement.exec(line)?.[1]}: object`));
  return [...gone.map((line) => `gone: ${line}`), ...required];
}

/** Returns one line for each reference, type and value in a schema, and for each field that a body must contain. */
function listLines(schema: Schema, at: string): string[] {
  const { $ref, type = [], enum: values = [], properties = {}, required = [], items, additionalProperties } = schema;
  return [
    ...($ref ? [`${at}: ${$ref.split('/').at(-1)}`] : []),
    ...[type].flat().map((name) => `${at}: ${name}`),
    ...('const' in schema ? [schema.const, ...values] : values).map((value) => `${at} = ${JSON.stringify(value)}`),
    ...Object.entries(properties).flatMap(([name, field]) => listLines(field, `${at}.${name}`)),
    ...(at.startsWith('body.') ? required.map((name) => `needs ${at}.${name}`) : []),
    ...(items ? listLines(items, `${at}[]`) : []),
    ...(typeof additionalProperties === 'object' ? listLines(additionalProperties, `${at}{}`) : []),
    ...['anyOf', 'oneOf', 'allOf'].flatMap((key) =>
      (schema[key as 'anyOf'] ?? []).flatMap((part) => listLines(part, at)),
    ),
  ];
}

/**
 * Lists what an OpenAPI description promises to other clients, one line each: routes, parameters, fields, types and
 * values.
 */
export function listPromises(description: string): string[] {
  const { paths, components } = JSON.parse(description) as Description;
  const ofContent = ({ content = {} }: Content, at: string) =>
    Object.entries(content).flatMap(([kind, { schema }]) => [
      `${at} ${kind}`,
      ...(schema ? listLines(schema, at) : []),
    ]);
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
  const schemas = Object.entries(components.schemas).flatMap(([name, schema]) => listLines(schema, name));
  return [...new Set([...lines, ...schemas])].sort();
}
