/** What somebody who comes again is told of a race. */
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '#testing/show.tsx';
import { CatchUp } from './StoryCatchUp.tsx';
import type { CommentaryEvent, StoryReader } from './story-words.ts';

const events: CommentaryEvent[] = [{ at_ms: Date.parse('2026-09-12T06:15:00Z'), kind: 'released', birds: 50 }];
const reader = {
  t: (key: string) => key,
  locale: 'en',
  flight: { id: 7, release_time: '2026-09-12T06:15:00Z', rules: {} },
  loft: { time_zone: 'Europe/Lisbon' },
  birds: new Map(),
} as unknown as StoryReader;
const none: ReadonlySet<number> = new Set();

/** Each press is a visit. */
function Visits() {
  const [n, visit] = useState(0);
  return (
    <>
      <button type="button" onClick={() => visit(n + 1)}>
        again
      </button>
      <CatchUp key={n} events={events} reader={reader} mine={none} />
    </>
  );
}

test('the next visit says what is new, however soon it is; a page that is left within moments was not read', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { container, getByRole, t } = await show(<Visits />);
    const again = () =>
      getByRole('button', { name: 'again' })
        .element()
        .dispatchEvent(new MouseEvent('click', { bubbles: true }));
    const promise = t('story.next_visit');
    expect(container.textContent).toContain(promise);
    vi.advanceTimersByTime(1000);
    dispatchEvent(new Event('pagehide'));
    again();
    await vi.waitFor(() => expect(container.querySelectorAll('button')).toHaveLength(1));
    expect(container.textContent).toContain(promise);
    vi.advanceTimersByTime(6000);
    again();
    await vi.waitFor(() => expect(container.textContent).not.toContain(promise));
    expect(container.querySelectorAll('button')).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});
