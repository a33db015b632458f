/** Which lines of a championship are the reader's: by a marked bird or team of any of its lofts. */
import { useEffect, useSyncExternalStore } from 'react';
import type { ChampionshipLineView } from '#domain/championships/contract.ts';
import { listen } from '#web/lib/browser-store.ts';
import { loftPath } from '#web/lib/paths.ts';
import { announceMarks, isMine, type Mine, marksAsOfNow, mineOf, nobody } from '#web/lib/reader-marks.ts';
import { type RootData, useMe } from '#web/lib/root-data.ts';

type Line = Pick<ChampionshipLineView, 'teams' | 'results'>;

/** Whether a line is the reader's; the lines of countries are nobody's. */
export function useMineLines(lines: readonly Line[], of: string): (line: Line) => boolean {
  const mineIn = useMineIn(lines.flatMap(({ results }) => results.map(({ loft_id }) => loft_id)));
  if (of === 'country') return () => false;
  return ({ teams, results }) =>
    teams.some(({ loft_id, team_id }) => mineIn(loft_id).teams.includes(team_id)) ||
    results.some(({ loft_id, birds }) =>
      birds.some(({ pigeon_id }) => isMine(mineIn(loft_id), { pigeon_id, team_id: null })),
    );
}

/** So many lofts of one page are asked about; each is a call of its own. */
const mostLofts = 20;

/** The marks in several lofts, for a page that is of none of them: those of the account are read from each loft. */
function useMineIn(loft_ids: readonly number[]): (loft_id: number) => Mine {
  const ids = [...new Set(loft_ids)].slice(0, mostLofts).sort((a, b) => a - b);
  const asked = ids.join();
  const who = useMe()?.id ?? null;
  // A text is the same as long as the marks are.
  const marked = useSyncExternalStore(
    listen,
    () => JSON.stringify(ids.map((id) => [id, mineOf(id)])),
    () => '[]',
  );
  useEffect(() => {
    if (who === null || asked === '') return;
    let isSamePerson = true;
    for (const id of asked.split(',').map(Number))
      void marksAsOfNow(() => readMarks(id)).then(({ marks }) => {
        if (isSamePerson && marks) announceMarks({ me: undefined, marks }, () => {});
      });
    return () => {
      isSamePerson = false;
    };
  }, [who, asked]);
  const mine = new Map(JSON.parse(marked) as [number, Mine][]);
  return (loft_id) => mine.get(loft_id) ?? nobody;
}

/** The marks of the account in a loft; none where they cannot be read. */
async function readMarks(loft_id: number): Promise<Pick<RootData, 'marks'>> {
  const loft = loftPath(loft_id);
  const answer = await fetch(`/api${loft}/favorites`).catch(() => null);
  return { marks: answer?.ok ? { loft, mine: await answer.json() } : null };
}
