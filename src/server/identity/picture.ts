/** Pictures of people: small enough to lie in the database, and really pictures. */
import { Refusal } from '#domain/refusal.ts';

/** Browsers make pictures small before they send them; what comes without that may be as large as this. */
export const mostPictureBytes = 256 * 1024;

const kinds = [
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
] as const;

/**
 * What kind of picture these bytes are, whatever they were called (5.16).
 * @throws Refusal `import_invalid_file` for any other file, or one that is too large.
 */
export function kindOfPicture(bytes: Uint8Array): string {
  const kind = kinds.find(([, begins]) => begins.every((byte, at) => bytes[at] === byte))?.[0];
  if (!kind || bytes.length > mostPictureBytes) throw new Refusal('import_invalid_file');
  return kind;
}
