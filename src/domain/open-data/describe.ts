/** What the documentation says of a call: the same schema that makes the OpenAPI document, as lines to read. */
import { z } from 'zod';
import type { Contract } from '#domain/contract.ts';

export interface DescribedField {
  /** With the path to it: `results[].rank`. */
  name: string;
  /** `integer or null`, or the values of a choice. */
  type: string;
  about: string | null;
}

export interface DescribedCall {
  name: string;
  path: string;
  summary: string;
  parameters: DescribedField[];
  /** Empty for a reply that is no JSON. */
  fields: DescribedField[];
}

/** A JSON schema, as far as the open data uses it. */
interface Schema {
  type?: string;
  format?: string;
  enum?: (string | number | null)[];
  const?: string | number;
  description?: string;
  default?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

/** The description of a call: its parameters in path and query, and every field of its reply. */
export function describeCall({ name, path, summary, params, query, reply }: Contract): DescribedCall {
  return {
    name,
    path,
    summary,
    parameters: [...fieldsOf(schemaOf(params, 'input')), ...fieldsOf(schemaOf(query, 'input'))],
    fields: fieldsOf(schemaOf(reply, 'output')),
  };
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema;

function fieldsOf(schema: Schema, above = ''): DescribedField[] {
  const whole = withoutNull(schema);
  if (whole.items) return fieldsOf(whole.items, `${above}[]`);
  return Object.entries(whole.properties ?? {}).flatMap(([key, field]) => {
    const name = above ? `${above}.${key}` : key;
    return [{ name, type: typeOf(field), about: field.description ?? null }, ...fieldsOf(field, name)];
  });
}

/** What a field is where it is not null. */
function withoutNull({ anyOf, ...schema }: Schema): Schema {
  const some = anyOf?.filter(({ type }) => type !== 'null');
  return some?.length === 1 ? { ...schema, ...some[0] } : schema;
}

function typeOf(schema: Schema): string {
  const { anyOf, type, format, const: only } = schema;
  const kind =
    anyOf?.map(typeOf).join(' or ') ??
    schema.enum?.map((value) => JSON.stringify(value)).join(' or ') ??
    (only === undefined ? (format === 'date-time' ? 'instant' : type) : JSON.stringify(only)) ??
    'text or number';
  return schema.default === undefined || schema.default === ''
    ? kind
    : `${kind}; by default ${JSON.stringify(schema.default)}`;
}
