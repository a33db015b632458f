/** Every way to hold the button of the release, and every way to stop: only two seen seconds of one finger act. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { show } from '#testing/show.tsx';
import { HoldButton, hold_ms } from './HoldButton.tsx';

const enough_ms = hold_ms + 300;

/** The clock and the frames of the page, moved by the tests. */
let now_ms: number;
let frames: Map<number, FrameRequestCallback>;
beforeEach(() => {
  now_ms = 1000;
  frames = new Map();
  let last = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now_ms);
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.set(++last, frame) && last);
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function draw() {
  const due = [...frames.values()];
  frames.clear();
  for (const frame of due) frame(now_ms);
}

async function wait(length_ms: number) {
  for (const end_ms = now_ms + length_ms; now_ms < end_ms; now_ms += 50) draw();
  draw();
  await settled();
}

/** Until React has shown what it was told. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

async function shown({ disabled = false } = {}) {
  const onHeld = vi.fn();
  const screen = await show(
    <>
      <HoldButton
        rest={{ word: 'Hold to release', hint: 'Two seconds' }}
        held={(left_ms) => ({ word: 'Keep holding', hint: `${Math.ceil(left_ms)} ms` })}
        disabled={disabled}
        onHeld={onHeld}
      />
      <button type="button">Beside</button>
    </>,
  );
  const element = screen.getByRole('button', { name: 'Hold to release' }).element() as HTMLButtonElement;
  const pointer = (type: string, pointerId = 1, more: PointerEventInit = {}) =>
    element.dispatchEvent(new PointerEvent(type, { pointerId, bubbles: true, cancelable: true, ...more }));
  const status = screen.getByRole('status');
  return { screen, element, pointer, status, onHeld };
}

test('a finger for two seconds acts once, also when it stays longer', async () => {
  const { element, pointer, status, onHeld } = await shown();
  pointer('pointerdown');
  await expect.element(status).toHaveTextContent('Keep holding');
  expect(element).toHaveAccessibleName('Hold to release');
  expect(element).toHaveAccessibleDescription('Two seconds');
  await wait(enough_ms);
  expect(onHeld).toHaveBeenCalledOnce();
  await wait(enough_ms);
  pointer('pointerup');
  expect(onHeld).toHaveBeenCalledOnce();
});

test.each<[string, (button: Awaited<ReturnType<typeof shown>>) => void]>([
  ['it is let go early', ({ pointer }) => pointer('pointerup')],
  ['it slides off', ({ pointer }) => pointer('pointerout', 1, { relatedTarget: document.body })],
  ['the browser takes it', ({ pointer }) => pointer('pointercancel')],
  ['a call comes in', () => dispatchEvent(new Event('blur'))],
  ['the page is hidden', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['the page is left', () => dispatchEvent(new Event('pagehide'))],
  ['the focus goes', ({ element }) => element.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))],
])('a finger does nothing when %s, and the next hold begins at two seconds', async (_when, end) => {
  const button = await shown();
  button.pointer('pointerdown');
  await wait(hold_ms / 2);
  end(button);
  await wait(100);
  await expect.element(button.status).toBeEmptyDOMElement();
  button.pointer('pointerdown');
  await wait(hold_ms - 300);
  expect(button.onHeld).not.toHaveBeenCalled();
  await wait(600);
  expect(button.onHeld).toHaveBeenCalledOnce();
});

test('a page that stood still for a second does not know whether the finger was there', async () => {
  const { pointer, onHeld } = await shown();
  pointer('pointerdown');
  await wait(100);
  now_ms += 1500;
  await wait(hold_ms);
  expect(onHeld).not.toHaveBeenCalled();
});

test('a second finger neither lets go nor holds on', async () => {
  const { pointer, onHeld } = await shown();
  pointer('pointerdown', 1);
  pointer('pointerdown', 2);
  pointer('pointerup', 2);
  await wait(enough_ms);
  expect(onHeld).toHaveBeenCalledOnce();
  pointer('pointerup', 1);
  pointer('pointerdown', 1);
  await wait(hold_ms / 2);
  pointer('pointerdown', 2);
  pointer('pointerup', 1);
  await wait(enough_ms);
  expect(onHeld).toHaveBeenCalledOnce();
});

test.each(['Enter', ' '])(
  'the key %o is held like a finger, its repeats and other keys change nothing',
  async (key) => {
    const { element, onHeld } = await shown();
    const press = (type: string, which: string, repeat = false) =>
      element.dispatchEvent(new KeyboardEvent(type, { key: which, repeat, bubbles: true, cancelable: true }));
    press('keydown', key, true);
    await wait(enough_ms);
    expect(onHeld).not.toHaveBeenCalled();
    press('keydown', key);
    await wait(hold_ms / 2);
    press('keydown', key, true);
    press('keyup', 'Shift');
    await wait(hold_ms / 2 + 300);
    expect(onHeld).toHaveBeenCalledOnce();
    press('keyup', key);
    press('keydown', key);
    press('keyup', key);
    await wait(enough_ms);
    expect(onHeld).toHaveBeenCalledOnce();
  },
);

test('keys that are typed and clicks without a hold do nothing; a screen reader is told how to hold', async () => {
  const { element, status, onHeld } = await shown();
  element.focus();
  await userEvent.keyboard('{Enter} {Enter}');
  await userEvent.click(element);
  await expect.element(status).toBeEmptyDOMElement();
  element.click();
  await expect.element(status).toHaveTextContent('Two seconds');
  await wait(enough_ms);
  expect(onHeld).not.toHaveBeenCalled();
});

test('a button that is disabled does not act, and another button of the mouse neither', async () => {
  const off = await shown({ disabled: true });
  off.pointer('pointerdown');
  await wait(enough_ms);
  expect(off.onHeld).not.toHaveBeenCalled();
  const right = await shown();
  right.pointer('pointerdown', 1, { button: 2 });
  await wait(enough_ms);
  expect(right.onHeld).not.toHaveBeenCalled();
});
