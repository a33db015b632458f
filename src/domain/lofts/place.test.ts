import { expect, it } from 'vitest';
import { type Axis, parseDegrees } from './place.ts';

it.each([
  ['latitude', '50.9295', 50.9295],
  ['latitude', ' 50,9295 ', 50.9295],
  ['latitude', '-33.9', -33.9],
  ['latitude', '−33,9', -33.9],
  ['latitude', '50.9295°', 50.9295],
  ['latitude', `50° 55' 46.2" N`, 50.9295],
  ['latitude', '50°55′46,2″n', 50.9295],
  ['latitude', 'S 33 54', -33.9],
  ['longitude', '4 2.322 E', 4.0387],
  ['longitude', `4°2'19.32"W`, -4.0387],
  ['longitude', '180', 180],
  ['longitude', '-180', -180],
  ['latitude', '90', 90],
  ['latitude', '0 S', 0],
  // Texts that are no position.
  ['latitude', '', null],
  ['latitude', '90.0001', null],
  ['latitude', '90 0 1 N', null],
  ['longitude', '180.1', null],
  ['latitude', '50 E', null],
  ['longitude', '50 N', null],
  ['latitude', 'N 50 N', null],
  ['latitude', '-50 S', null],
  ['latitude', '50 60', null],
  ['latitude', '50 30 60', null],
  ['latitude', '50.5 30', null],
  ['latitude', '50 30.5 10', null],
  ['latitude', '1e1', null],
  ['latitude', 'fifty', null],
] as [Axis, string, number | null][])('%s %j is %s', (axis, text, degrees) => {
  expect(parseDegrees(text, axis)).toBe(degrees);
});
