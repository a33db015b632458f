/** The official result of a flight as a text file, byte for byte as it was signed. */
import { readOfficialResult } from '#domain/arrivals/official-contract.ts';
import { callContext } from '#web/lib/context.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { textFile } from '#web/lib/text-file.ts';
import type { Route } from './+types/official-result.ts';
import { officialFileName } from './file-name.ts';

export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const key = { loft_id: idFrom(params.loft_id), flight_id: idFrom(params.flight_id) };
  const version = new URL(request.url).searchParams.get('version');
  const query = { with: 'text' as const, ...(version !== null && { version: idFrom(version) }) };
  const { text, version: shown } = await answers(() =>
    context.get(callContext)(readOfficialResult, { params: key, query }),
  );
  return textFile(officialFileName({ loft_id: key.loft_id, id: key.flight_id }, shown), text ?? '');
}
