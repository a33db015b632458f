/**
 * Whether a PDF is only something to read. It is kept as it came, so what could run, open another program or carry
 * further files is refused. A viewer finds objects by ways of its own, so nothing is skipped here because of where it
 * stands: the whole text is searched, and every stream that could hold objects is opened.
 */
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

const open = promisify(inflate);

/** What no text to read needs. Names are long enough not to stand in a picture by chance. */
const refused =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|Rendition|GoToE|Encrypt|XFA)(?![A-Za-z])/;

/** All streams of objects of a file together may unfold to this. */
const mostUnfolded = 32 << 20;

/** Whether these bytes are a PDF from the first to the last, without anything that acts. */
export async function isPlainPdf(bytes: Buffer): Promise<boolean> {
  const text = bytes.toString('latin1');
  if (!/^%PDF-[12]\.\d/.test(text) || !/startxref\s+\d+\s+%%EOF\s*$/.test(text.slice(-1200))) return false;
  if (acts(text)) return false;
  let left = mostUnfolded;
  let before = 0;
  for (const found of text.matchAll(/stream\r?\n?/g)) {
    const dictionary = plainNames(text.slice(before, found.index));
    before = found.index + found[0].length;
    // Only a stream that says where its first object begins is read as one of objects.
    if (!/\/First(?![A-Za-z])/.test(dictionary)) continue;
    if (!/\/Filter(?![A-Za-z])/.test(dictionary)) continue;
    // One way to fold it up, without further arguments: anything else hides what is in it.
    const filters = dictionary.match(/\/(?:\w+Decode|Fl|AHx|A85|LZW|RL|Crypt)(?![A-Za-z])/g) ?? [];
    if (filters.length !== 1 || !filters[0]!.startsWith('/Fl') || /\/(?:DecodeParms|DP|F)(?![A-Za-z])/.test(dictionary))
      return false;
    const content = await open(bytes.subarray(before), { maxOutputLength: left }).catch(() => null);
    if (!content || acts(content.toString('latin1'))) return false;
    left -= content.length;
    if (left <= 0) return false;
  }
  return true;
}

function acts(text: string): boolean {
  return refused.test(text) || refused.test(plainNames(text));
}

/** A name may spell its letters by number. */
function plainNames(text: string): string {
  return text.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
