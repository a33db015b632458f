/**
 * Parsing by a schema, with the one mapping from an error of a field to the code of its sentence. It needs no Zod of its
 * own: a page that only shows refused fields does not load it.
 */
import type { z } from 'zod';
import type { FieldError, FieldErrors } from '#domain/refusal.ts';

/** The parsed value, or the errors by field. */
export type Parsed<S extends z.ZodType> = { data: z.output<S>; errors?: never } | { data?: never; errors: FieldErrors };

/** Maximum number of fields with errors in a reply; a batch of 500 bad readings has thousands. */
const mostErrors = 20;

/** Parses the values of a form or a call; an error of the whole is one of the field `whole`. */
export function parseFields<S extends z.ZodType>(schema: S, value: unknown, whole = 'body'): Parsed<S> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) {
    const halves = halvesIn(value).map((path) => path.join('.') || whole);
    if (!halves.length) return { data: parsed.data };
    return {
      errors: Object.fromEntries(halves.slice(0, mostErrors).map((field) => [field, [{ code: 'error_format' }]])),
    };
  }
  const errors: Record<string, FieldError[]> = {};
  for (const issue of parsed.error.issues) {
    const field = issue.path.map(String).join('.') || whole;
    if (!Object.hasOwn(errors, field) && Object.keys(errors).length >= mostErrors) continue;
    const own = Object.hasOwn(errors, field) ? errors[field]! : [];
    const found = errorOf(issue);
    if (!own.some(({ code }) => code === found.code)) errors[field] = [...own, found];
  }
  return { errors };
}

/**
 * The paths of lone surrogates, which no keyboard types and no database stores. A path is built only where one is
 * found.
 */
function halvesIn(value: unknown): string[][] {
  if (typeof value === 'string') return value.isWellFormed() ? [] : [[]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => halvesIn(one).map((path) => [name, ...path]));
}

/** The code of the sentence for an error of Zod. */
function errorOf(issue: z.core.$ZodIssue): FieldError {
  if (issue.code === 'custom' && issue.params) return issue.params as unknown as FieldError;
  if (issue.input === undefined) return { code: 'error_required' };
  switch (issue.code) {
    case 'invalid_type':
      return { code: 'error_type', params: { expected: issue.expected } };
    case 'too_small': {
      const value = issue.inclusive === false ? 'error_more_than' : 'error_min_value';
      const code =
        ({ string: 'label_min_characters', array: 'error_min_items' } as const)[issue.origin as string] ?? value;
      return { code, params: { min: Number(issue.minimum) } };
    }
    case 'too_big': {
      const code =
        ({ string: 'label_max_characters', array: 'error_max_items' } as const)[issue.origin as string] ??
        'error_max_value';
      return { code, params: { max: Number(issue.maximum) } };
    }
    case 'unrecognized_keys':
      return { code: 'error_unknown_field', params: { field: issue.keys.join(', ').slice(0, 100) } };
    case 'invalid_value':
      return { code: 'error_one_of', params: { values: issue.values.map(String).join(', ') } };
    default: {
      const values = valuesOf(issue);
      return values ? { code: 'error_one_of', params: { values: values.join(', ') } } : { code: 'error_format' };
    }
  }
}

/** What a field may be, where all that it may be are given values; null where something else is allowed too. */
function valuesOf(issue: z.core.$ZodIssue): string[] | null {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return null;
  const each = issue.errors.map((issues) => (issues.length === 1 ? valuesOf(issues[0]!) : null));
  return each.every((values) => values !== null) ? each.flat() : null;
}
