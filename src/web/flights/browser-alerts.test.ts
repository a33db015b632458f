/** Alerts about own birds: each reason for which a browser shows none is told apart. */
import { afterEach, expect, test, vi } from 'vitest';
import { stateOf } from './browser-alerts.ts';

afterEach(() => vi.unstubAllGlobals());

const iphone = { navigator: { standalone: false } };

test.each([
  ['a browser that blocks them', { Notification: { permission: 'denied' } }, 'blocked'],
  ['a browser that was not asked', { Notification: { permission: 'default' } }, 'off'],
  ['an iPhone outside the home screen', iphone, 'not_installed'],
  ['an installed site without notifications', { navigator: { standalone: true } }, 'unsupported'],
  ['a browser without notifications', { navigator: {} }, 'unsupported'],
] as const)('%s', (_name, around, state) => {
  expect(stateOf(around)).toBe(state);
});

test('are on only where they are allowed in the browser and here', () => {
  const stored = new Map([['alerts', 'on']]);
  vi.stubGlobal('localStorage', { getItem: (name: string) => stored.get(name) ?? null });
  expect(stateOf({ Notification: { permission: 'granted' } })).toBe('on');
  expect(stateOf({ Notification: { permission: 'denied' } })).toBe('blocked');
  stored.set('alerts', 'off');
  expect(stateOf({ Notification: { permission: 'granted' } })).toBe('off');
});
