/**
 * The shapes of the published lists in dev/results/fields.json, in their order: how fields came home elsewhere. Worked out
 * by `shapeOf`; the test beside says when they no longer are what the lists say.
 */

import type { FieldShape } from './field-shape.ts';

export const publishedShapes: readonly FieldShape[] = [
  // Agen
  { width: 0.301, rise: 2.211, tail: null, lost: null },
  // Argenton-III
  { width: 0.247, rise: 2.651, tail: null, lost: null },
  // Argenton-II
  { width: 0.23, rise: 2.976, tail: null, lost: null },
  // Argenton-I
  { width: 0.165, rise: 3.331, tail: null, lost: null },
  // Bourges-II
  { width: 0.173, rise: 3.899, tail: null, lost: null },
  // Bourges-I
  { width: 0.245, rise: 3.171, tail: null, lost: null },
  // Brive
  { width: 0.23, rise: 3.039, tail: null, lost: null },
  // Cahors
  { width: 0.258, rise: 3.666, tail: null, lost: null },
  // Châteauroux-III
  { width: 0.177, rise: 3.722, tail: null, lost: null },
  // Châteauroux-II
  { width: 0.181, rise: 3.73, tail: null, lost: null },
  // Châteauroux-IV
  { width: 0.396, rise: 3.372, tail: null, lost: null },
  // Châteauroux-I
  { width: 0.252, rise: 4.225, tail: null, lost: null },
  // Jarnac
  { width: 0.182, rise: 3.169, tail: null, lost: null },
  // Libourne
  { width: 0.362, rise: 3.478, tail: null, lost: null },
  // Limoges-II
  { width: 0.223, rise: 3.41, tail: null, lost: null },
  // Limoges-I
  { width: 0.233, rise: 3.303, tail: null, lost: null },
  // Marseille
  { width: 0.678, rise: 1.463, tail: null, lost: null },
  // Narbonne
  { width: 0.422, rise: 2.135, tail: null, lost: null },
  // Pau
  { width: 0.238, rise: 2.974, tail: null, lost: null },
  // Perpignan
  { width: 0.828, rise: 1.974, tail: null, lost: null },
  // St-Vincent
  { width: 0.484, rise: 1.614, tail: null, lost: null },
  // Tulle
  { width: 0.181, rise: 4.002, tail: null, lost: null },
  // Valence
  { width: 0.247, rise: 3.362, tail: null, lost: null },
  // US combine, 200 miles
  { width: 0.152, rise: 2.851, tail: 1.024, lost: 0.686 },
  // US combine, 187 miles (9)
  { width: 0.049, rise: 1.445, tail: 0.923, lost: 0.529 },
  // US combine, 166 miles
  { width: 0.156, rise: 2.66, tail: 0.884, lost: 0.552 },
  // US combine, 192 miles
  { width: 0.176, rise: 2.413, tail: 0.969, lost: 0.618 },
  // US combine, 187 miles (13)
  { width: 0.135, rise: 2.325, tail: 0.987, lost: 0.451 },
  // US combine, 121 miles
  { width: 0.148, rise: 1.961, tail: 0.913, lost: 0.459 },
  // US combine, 93 miles
  { width: 0.101, rise: 1.981, tail: 0.865, lost: 0.246 },
  // Rongpur
  { width: 0.237, rise: 2.492, tail: 0.871, lost: 0.412 },
  // Noyon
  { width: 0.181, rise: 2.005, tail: null, lost: null },
  // Texas one loft race
  { width: 0.252, rise: 2.703, tail: 1.116, lost: 0 },
];
