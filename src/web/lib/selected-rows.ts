/** The rows of a list that a form has selected. */
import { idFrom } from '#web/lib/loader.ts';

export function chosenIn(form: FormData): number[] {
  return form.getAll('chosen').map((one) => idFrom(typeof one === 'string' ? one : undefined));
}
