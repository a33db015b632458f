/** Files that are sent with a form. */
import { mostMegabytes } from '#domain/files/file.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';

/** A file of a form in Base64. Encoded in chunks: the whole would exceed the number of arguments of a call. */
export async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x8000) parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(parts.join(''));
}

/**
 * The file that was chosen in a form.
 * @param max how large it may be, in megabytes
 * @throws Refusal at the field: `bad_input` where none was, `file_too_large`
 */
export function fileIn(form: FormData, name: string, max = mostMegabytes): File {
  const file = form.get(name);
  if (!(file instanceof File) || file.size === 0)
    throw new Refusal('bad_input', {}, { [name]: [{ code: 'error_required' }] });
  if (file.size > max << 20) throw refusalAt(name, 'file_too_large', { max });
  return file;
}
