/** Forms that work without a script: a refused form is shown again with its input and its errors. */
import { data } from 'react-router';
import type { z } from 'zod';
import { parseFields } from '#domain/parse-fields.ts';
import {
  type FieldErrors,
  isRefusal,
  Refusal,
  type RefusalCode,
  type RefusalParams,
  statusOf,
} from '#domain/refusal.ts';

/** The data of a refused form. */
export interface RefusedForm {
  refused: { code: RefusalCode; params: RefusalParams; errors: FieldErrors | undefined };
  /** The input, without passwords. */
  typed: Readonly<Record<string, string>>;
  /** The selected rows of a list. */
  chosen: readonly string[];
}

/** The text of a field, trimmed, and '' when it was not sent; a password is not trimmed. */
export function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  if (typeof value !== 'string') return '';
  return name.includes('password') ? value : value.trim();
}

/** The text of a field as it was typed: of a list whose lines are counted, the empty ones before the first one too. */
export function listIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/**
 * The values of a form.
 * @throws Refusal `bad_input` naming each wrong field.
 */
export function fieldsOf<S extends z.ZodObject>(form: FormData, schema: S): z.output<S> {
  const typed = Object.keys(schema.shape).map((name) => [name, textIn(form, name)]);
  const { data: fields, errors } = parseFields(schema, Object.fromEntries(typed));
  if (errors) throw new Refusal('bad_input', {}, errors);
  return fields as z.output<S>;
}

/** Runs the action of a form; a refusal is returned to its page with the input. */
export async function actOn<T>(form: FormData, work: () => Promise<T>) {
  try {
    return await work();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { code, params, errors } = error;
    const typed = Object.fromEntries(
      [...form].flatMap(([name, value]) =>
        typeof value === 'string' && !/password|^code$|^passkey$/.test(name) ? [[name, value]] : [],
      ),
    );
    const chosen = form.getAll('chosen').filter((one) => typeof one === 'string');
    return data({ refused: { code, params, errors }, typed, chosen } satisfies RefusedForm, {
      status: statusOf(error),
    });
  }
}
