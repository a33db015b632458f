import { describe, expect, it } from 'vitest';
import type { Locale } from '#domain/locales.ts';
import { pointOn } from './place.ts';
import { sectionAround } from './section.server.ts';

const albacete = { latitude: 38.99, longitude: -1.86 };
const castelo_branco = { latitude: 39.82, longitude: -7.49 };
const fiji = [
  { latitude: -17, longitude: 179 },
  { latitude: -18, longitude: -178 },
] as const;

describe('the section of the own map around a line', () => {
  it('has the line in its middle, at a size that shows it whole', async () => {
    const section = await sectionAround(albacete, castelo_branco, 'en');
    const [from, to] = [albacete, castelo_branco].map((place) => pointOn(section, place, section));
    expect(Math.abs(from!.x - to!.x)).toBeCloseTo(760, 0);
    expect((from!.x + to!.x) / 2).toBeCloseTo(section.width / 2, 0);
    expect(from!.y).toBeGreaterThan(section.height / 2 - 250);
    expect(from!.y).toBeLessThan(section.height / 2 + 250);
  });

  it('is not shown nearer than zoom 8 (9.12)', async () => {
    const near = { latitude: castelo_branco.latitude + 0.05, longitude: castelo_branco.longitude };
    const { width, span } = await sectionAround(near, castelo_branco, 'en');
    expect(width / span).toBeCloseTo((256 * 256) / 360, 6);
  });

  it('names towns and countries in the language of the reader (1.3)', async () => {
    const of = async (locale: 'en' | 'pt' | 'ar' | 'jp') => {
      const { towns, countries } = await sectionAround(albacete, castelo_branco, locale);
      return [...towns, ...countries].map(({ name }) => name);
    };
    expect(await of('en')).toEqual(expect.arrayContaining(['Madrid', 'Lisbon', 'Spain', 'Portugal']));
    expect(await of('pt')).toEqual(expect.arrayContaining(['Lisboa', 'Espanha']));
    expect(await of('ar')).toEqual(expect.arrayContaining(['مدريد', 'إسبانيا']));
    expect(await of('jp')).toEqual(expect.arrayContaining(['マドリード', 'スペイン']));
  });

  it('has its rivers, and lakes where there are any', async () => {
    const iberia = await sectionAround(albacete, castelo_branco, 'en');
    expect(iberia.rivers.match(/M/g)!.length).toBeGreaterThan(8);
    const alps = await sectionAround({ latitude: 46, longitude: 6 }, { latitude: 48, longitude: 10 }, 'en');
    expect(alps.lakes).toMatch(/^M.*z$/);
  });

  it('names rivers, lakes and seas in the language of the reader, else as they are called there (1.3)', async () => {
    const of = async (locale: Locale, from = albacete, to = castelo_branco) =>
      (await sectionAround(from, to, locale)).waters.map(({ name }) => name);
    expect(await of('en')).toEqual(expect.arrayContaining(['Tagus', 'Atlantic Ocean', 'Alboran Sea']));
    expect(await of('pt')).toEqual(expect.arrayContaining(['Tejo', 'Mar de Alborão']));
    expect(await of('ar')).toEqual(expect.arrayContaining(['نهر تاجة']));
    expect(await of('cn')).toEqual(expect.arrayContaining(['塔霍河']));
    expect(await of('ro')).toEqual(expect.arrayContaining(['Tajo']));
    expect(await of('de', { latitude: 46, longitude: 6 }, { latitude: 48, longitude: 10 })).toEqual(
      expect.arrayContaining(['Rhein', 'Bodensee']),
    );
  });

  it('has a place for each of those names, inside of it', async () => {
    const { waters, width, height } = await sectionAround(albacete, castelo_branco, 'en');
    expect(waters.length).toBeGreaterThan(5);
    for (const [x, y, room, angle] of waters.flatMap(({ spots }) => spots)) {
      expect(x >= 0 && y >= 0 && x <= width && y <= height).toBe(true);
      expect(room).toBeGreaterThan(0);
      expect(Math.abs(angle)).toBeLessThanOrEqual(90);
    }
  });

  it('goes on beyond the 180th meridian', async () => {
    const { towns } = await sectionAround(...fiji, 'en');
    expect(towns.map(({ name }) => name)).toEqual(expect.arrayContaining(['Suva', 'Lautoka']));
  });

  it.each([
    ['Iberia', albacete, castelo_branco],
    ['the Aegean, full of islands', { latitude: 37, longitude: 23 }, { latitude: 40, longitude: 27 }],
    ['half of Europe', { latitude: 41, longitude: 2 }, { latitude: 52, longitude: 21 }],
  ] as const)('limits what a page loads: %s', async (_name, from, to) => {
    expect(JSON.stringify(await sectionAround(from, to, 'ru')).length).toBeLessThan(90_000);
  });
});
