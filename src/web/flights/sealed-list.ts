/** The sealed list of a flight as a text file, byte for byte as its fingerprint was computed. */
import { readSealedList } from '#domain/flights/contract.ts';
import { callContext } from '#web/lib/context.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { textFile } from '#web/lib/text-file.ts';
import type { Route } from './+types/sealed-list.ts';

export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const key = { loft_id: idFrom(params.loft_id), flight_id: idFrom(params.flight_id) };
  const { text } = await answers(() => context.get(callContext)(readSealedList, { params: key }));
  return textFile('sealed-list.txt', text);
}
