/** The fields of a form with saved values; apart from form.ts, which public pages load too. */
import type { RefusedForm } from './form.ts';

/** The props of the fields of a form: the input where it was refused, else the saved value, with the error. */
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
