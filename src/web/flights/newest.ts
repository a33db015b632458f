/**
 * The newest arrival on a slow line: the page from the server is read long before its script and the list of all birds
 * have come, and birds land meanwhile. A small script in the page asks for the last of them, until the board is live.
 */

/** What ends the questions: the board is live. */
export const overEvent = 'board-live';

/** What the script is about. */
export interface AskedNewest {
  /** The address of the result. */
  address: string;
  /** The live number of the page. */
  seq: number;
  time_zone: string;
  /** Until the first question, and between two. */
  every_ms: number;
  over: string;
}

/**
 * Fills the line of a box, and shows it as soon as somebody has landed after the page was made. It runs as text in the
 * page, before anything else has come: it uses nothing from outside itself.
 */
export function askNewest(box: HTMLElement, { address, seq, time_zone, every_ms, over }: AskedNewest): void {
  const line = box.querySelector('p')!;
  const numbers = new Intl.NumberFormat(document.documentElement.lang, { numberingSystem: 'latn' });
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: time_zone, timeStyle: 'medium' });
  let isOver = false;
  addEventListener(over, () => {
    isOver = true;
    box.hidden = true;
  });
  setTimeout(ask, every_ms);

  async function ask() {
    if (isOver || !box.isConnected) return;
    try {
      const answer = await fetch(address);
      if (answer.ok && !isOver) show(await answer.json());
    } catch {
      // No reply: asked again.
    }
    setTimeout(ask, every_ms);
  }

  function show(result: { seq: number; latest: { rank: number | null; ring: string; time: string | null }[] }) {
    if (result.seq === seq || isOver) return;
    seq = result.seq;
    const [newest] = result.latest;
    if (!newest) return;
    const { rank, ring, time } = newest;
    const facts = [rank && numbers.format(rank), ring, time && clock.format(new Date(time))];
    line.replaceChildren(
      ...facts.flatMap((fact) => {
        if (!fact) return [];
        const part = document.createElement('bdi');
        part.textContent = fact;
        return part;
      }),
    );
    box.hidden = false;
  }
}

/** The script, in an element within the box. */
export function newestScript(flight: { loft_id: number; id: number }, seq: number, time_zone: string): string {
  const address = `/api/lofts/${flight.loft_id}/flights/${flight.id}/result?per_page=25`;
  const asked: AskedNewest = { address, seq, time_zone, every_ms: 4000, over: overEvent };
  return `(${askNewest.toString()})(document.currentScript.parentElement.parentElement,${JSON.stringify(asked)})`;
}
