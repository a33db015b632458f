/** Reading a form whose wrong fields are all reported at once. */
import { type FieldErrors, isRefusal } from '#domain/refusal.ts';

/**
 * What is read from a field; where it is refused, its errors are kept beside those of other fields.
 * @param refused where errors are kept, by field
 * @param instead what is read on with
 */
export function attempt<Read>(refused: FieldErrors, instead: Read, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    if (!isRefusal(error) || !error.errors) throw error;
    Object.assign(refused, error.errors);
    return instead;
  }
}
