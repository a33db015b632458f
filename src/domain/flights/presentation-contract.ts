/** What a screen that presents a flight and the phone that leads it say to each other. */
import { z } from 'zod';
import { contract } from '#domain/contract.ts';
import { locales } from '#domain/locales.ts';
import { themes } from '#domain/site.ts';
import { isSlide, type Slide } from './presentation.ts';

/** 128 bits that a screen draws by chance and shows in a QR code: who does not see it cannot guess it. */
export const screenCode = z.string().regex(/^[\w-]{22}$/);

/** A slide by its name; the phone names what it has read of the screen. */
const slide = z.custom<Slide>((text) => typeof text === 'string' && isSlide(text)).meta({ type: 'string' });

/** From the phone to the screen. `hello`: is somebody there? */
const order = z.union([
  z.strictObject({ do: z.enum(['hello', 'next', 'previous', 'hold']) }),
  z.strictObject({ do: z.literal('show'), slide }),
  z.strictObject({ do: z.literal('language'), locale: z.enum(locales) }),
  z.strictObject({ do: z.literal('theme'), theme: z.enum(themes) }),
]);
export type ScreenOrder = z.output<typeof order>;

/** From the screen to the phone, which shows it. */
const state = z.strictObject({
  is_held: z.boolean(),
  locale: z.enum(locales),
  theme: z.enum(themes).nullable(),
  /** What it shows, and what it can show. */
  slide,
  slides: z.array(slide).max(100),
});
export type ScreenState = z.output<typeof state>;

const message = z.union([z.strictObject({ order }), z.strictObject({ state })]);
export type ScreenMessage = z.output<typeof message>;

export const sayToScreen = contract({
  name: 'sayToScreen',
  summary:
    'A message to those who follow `screen:{code}` at `/live`: the screen that shows the code, and the phones that read it. It is kept nowhere; without such a screen nobody hears it',
  method: 'POST',
  path: '/api/screens/messages',
  access: 'site.read',
  body: z.strictObject({ code: screenCode, message }),
  reply: z.object({}),
});
