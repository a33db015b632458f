import { describe, expect, test } from 'vitest';
import { labelSides, type Marker, nameBox, signBox } from './map-labels.ts';

const phone = { width: 390, height: 404 };
const marker = (x: number, y: number, side: Marker['side'], wide = 130): Marker => ({
  at: { x, y },
  side,
  wide,
  high: 42,
});

describe('the names of the markers of a map', () => {
  test('stand where they are wanted as long as nothing is in their way', () => {
    const markers = [marker(75, 200, 'below'), marker(315, 220, 'below'), marker(195, 190, 'above')];
    expect(labelSides(markers, phone)).toEqual(['below', 'below', 'above']);
  });

  test('leave the side on which they would be cut', () => {
    expect(labelSides([marker(380, 200, 'beside')], phone)).toEqual(['before']);
    expect(labelSides([marker(195, 398, 'below')], phone)).toEqual(['above']);
  });

  test('leave the side on which the tools would cover them', () => {
    const tools = { x: 180, y: 10, width: 200, height: 48 };
    expect(labelSides([marker(195, 90, 'above')], phone, [tools])).toEqual(['below']);
  });

  test('give way to one another: the side that one could have may be the only one of the next', () => {
    const small = { width: 320, height: 300 };
    const tools = { x: 60, y: 8, width: 252, height: 52 };
    const release = { ...marker(147, 204, 'above', 80), high: 46 };
    const loft = { ...marker(175, 102, 'below', 232), high: 62 };
    expect(labelSides([release, loft], small, [tools])).toEqual(['below', 'below']);
    // Control: alone the release has the side that it wants.
    expect(labelSides([release], small, [tools])).toEqual(['above']);
  });

  test('cover no other marker or name, wherever the bird is on its way', () => {
    const boxes = (a: ReturnType<typeof signBox>, b: ReturnType<typeof signBox>) =>
      a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
    const ends: [number, number, number, number][] = [
      [75, 130, 315, 320],
      [195, 130, 195, 320],
      [315, 320, 75, 130],
    ];
    for (const [x1, y1, x2, y2] of ends)
      for (let part = 0.25; part <= 0.75; part += 0.05) {
        const markers = [
          marker(x1, y1, y1 > y2 ? 'below' : 'above'),
          marker(x2, y2, y1 > y2 ? 'above' : 'below'),
          marker(x1 + part * (x2 - x1), y1 + part * (y2 - y1), 'beside', 150),
        ];
        const names = labelSides(markers, phone).map((side, index) => nameBox(markers[index]!, side));
        names.forEach((name, index) => {
          const others = [...names, ...markers.map(({ at }) => signBox(at))];
          others.splice(names.length + index, 1);
          others.splice(index, 1);
          expect({ part, index, covers: others.filter((other) => boxes(name, other)).length }).toMatchObject({
            covers: 0,
          });
        });
      }
  });
});
