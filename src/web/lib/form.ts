/** Forms that work without a script: what was typed comes back with what is wrong with it. */
import { data } from 'react-router';
import type { z } from 'zod';
import { withStatesNamed } from '#domain/pigeons/status.ts';
import {
  type FieldError,
  type FieldErrors,
  isRefusal,
  Refusal,
  type RefusalCode,
  type RefusalParams,
  statusOf,
} from '#domain/refusal.ts';
import { parseFields } from '#domain/validation.ts';
import { useTranslation } from '#web/lib/translation.ts';

/** What a form's page is told when it was refused. */
export interface RefusedForm {
  refused: { code: RefusalCode; params: RefusalParams; errors: FieldErrors | undefined };
  /** What was typed, but no password. */
  typed: Readonly<Record<string, string>>;
  /** The rows of a list that were chosen. */
  chosen: readonly string[];
}

/** The text of a field without the spaces around it, and '' when it was not sent; a password keeps its spaces. */
export function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  if (typeof value !== 'string') return '';
  return name.includes('password') ? value : value.trim();
}

/**
 * What stands in a form.
 * @throws Refusal `bad_input` naming each wrong field.
 */
export function fieldsOf<S extends z.ZodObject>(form: FormData, schema: S): z.output<S> {
  const typed = Object.keys(schema.shape).map((name) => [name, textIn(form, name)]);
  const { data: fields, errors } = parseFields(schema, Object.fromEntries(typed));
  if (errors) throw new Refusal('bad_input', {}, errors);
  return fields as z.output<S>;
}

/** Does the work of a form; a rule's no comes back to its page with what was typed. */
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

/** The sentence for what is wrong, in the reader's language. */
export function useSentence(): (error: FieldError) => string {
  const { t } = useTranslation();
  return ({ code, params }) => {
    const named = withStatesNamed(params, (status) => t(`pigeon_status.${status}`));
    return t(`refusals.${code}` as 'refusals.bad_input', { ...named });
  };
}

/** What stands in the fields of a form: what was typed where it came back, else what is saved, with what is wrong. */
export function fieldsIn<Name extends string>(
  answer: RefusedForm | undefined,
  saved: Readonly<Record<Name, string | number | null>>,
) {
  return (name: Name) => ({
    name,
    defaultValue: answer?.typed[name] ?? saved[name] ?? '',
    errors: answer?.refused.errors?.[name],
  });
}
