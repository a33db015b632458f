/** The rankings of the demo's seasons: of pigeons by speed and by coefficient, of teams, and a country cup. */
import type { SeasonKey } from '#domain/keys.ts';
import type { RankingFields } from '#domain/rankings/contract.ts';
import { type Measure, type RankingRule, rankingBy } from '#domain/rankings/ranking-rule.ts';
import type { Tx } from '#server/db/database.ts';
import { freezeRanking } from '#server/rankings/freeze.ts';
import { addRanking, publishRanking } from '#server/rankings/rankings.ts';

const flights = rankingBy({ by: 'rank_sum' }).flights;
const long = { ...flights, kinds: ['semi_final', 'final'] } satisfies RankingRule['flights'];
const points: Measure = { by: 'points', highest: '100', lowest: '0', decimals: 2, rounding: 'half-up' };
/** The prizes of the ace pigeons by place, euros. */
const acePrizes = [
  [5000, 2500, 1000],
  [2000, 1000, 700, 500, 400, 300, 250, 200, 150, 100, 50],
];
/** Of so many birds basketed one has points. */
const prizes = { part: 1, of: 4, rounding: 'up' } as const;

export const rankings: readonly RankingFields[] = [
  {
    name: 'Ace pigeon, semi-final and final',
    names: {
      ar: 'الحمامة البطلة، نصف النهائي والنهائي',
      cn: '鸽王，半决赛和决赛',
      de: 'As-Taube, Halbfinale und Endflug',
      es: 'Paloma as, semifinal y final',
      fr: 'Pigeon as, demi-finale et finale',
      hu: 'Ászgalamb, elődöntő és döntő',
      it: 'Colombo asso, semifinale e finale',
      jp: 'エースピジョン、準決勝と決勝',
      nl: 'Asduif, halve finale en finale',
      pl: 'As-gołąb, półfinał i finał',
      pt: 'Pombo ás, semifinal e final',
      ro: 'Porumbel as, semifinală și finală',
      ru: 'Голубь-ас, полуфинал и финал',
      se: 'Essduva, semifinal och final',
      sk: 'Eso holub, semifinále a finále',
      th: 'นกเอซ รอบรองชนะเลิศและรอบชิงชนะเลิศ',
      tr: 'As güvercin, yarı final ve final',
    },
    rule: rankingBy(
      { by: 'mean_speed', unit: 'm/min', decimals: 2, rounding: 'half-up' },
      { flights: long, to_come: { fastest: 1800, slowest: 700 } },
    ),
    prizes: null,
  },
  {
    name: 'Ace pigeon by coefficient, best 2',
    names: {
      ar: 'الحمامة البطلة بالمعامل، أفضل نتيجتين',
      cn: '鸽王（系数），最好 2 场',
      de: 'As-Taube nach Koeffizient, beste 2',
      es: 'Paloma as por coeficiente, las 2 mejores',
      fr: 'Pigeon as au coefficient, 2 meilleurs',
      hu: 'Ászgalamb koefficiens szerint, legjobb 2',
      it: 'Colombo asso a coefficiente, migliori 2',
      jp: 'エースピジョン（係数）、上位 2 レース',
      nl: 'Asduif op coëfficiënt, beste 2',
      pl: 'As-gołąb według współczynnika, 2 najlepsze',
      pt: 'Pombo ás por coeficiente, melhores 2',
      ro: 'Porumbel as pe coeficient, cele mai bune 2',
      ru: 'Голубь-ас по коэффициенту, 2 лучших',
      se: 'Essduva efter koefficient, bästa 2',
      sk: 'Eso holub podľa koeficientu, 2 najlepšie',
      th: 'นกเอซตามค่าสัมประสิทธิ์ ดีที่สุด 2 รายการ',
      tr: 'Katsayıya göre as güvercin, en iyi 2',
    },
    rule: rankingBy(
      { by: 'coefficient', factor: 100, of: 'basketed', most_birds: null, decimals: 4, rounding: 'cut' },
      { flights: { ...flights, best: 2 }, tie_breaks: ['best_results'] },
    ),
    prizes: null,
  },
  {
    name: 'Teams, two pigeons each',
    names: {
      ar: 'الفرق، حمامتان لكل فريق',
      cn: '鸽主团体，各 2 羽',
      de: 'Teams, je zwei Tauben',
      es: 'Equipos, dos palomas cada uno',
      fr: 'Équipes, deux pigeons chacune',
      hu: 'Csapatok, két-két galamb',
      it: 'Team, due colombi ciascuno',
      jp: 'チーム戦、各 2 羽',
      nl: 'Teams, elk twee duiven',
      pl: 'Drużyny, po dwa gołębie',
      pt: 'Equipas, dois pombos cada',
      ro: 'Echipe, câte doi porumbei',
      ru: 'Команды, по два голубя',
      se: 'Team, två duvor vardera',
      sk: 'Tímy, po dva holuby',
      th: 'ทีม ทีมละสองตัว',
      tr: 'Takımlar, ikişer güvercin',
    },
    rule: rankingBy(points, {
      subject: { of: 'team', birds: 2, named: false, complete: false },
      prizes,
      flights: { ...flights, least: 1 },
    }),
    prizes: null,
  },
  {
    name: 'Country cup, five pigeons each',
    names: {
      ar: 'كأس الدول، خمس حمامات لكل دولة',
      cn: '国家杯，各 5 羽',
      de: 'Länderpokal, je fünf Tauben',
      es: 'Copa de países, cinco palomas cada uno',
      fr: 'Coupe des pays, cinq pigeons chacun',
      hu: 'Országok kupája, öt-öt galamb',
      it: 'Coppa delle nazioni, cinque colombi ciascuna',
      jp: '国別カップ、各 5 羽',
      nl: 'Landenbeker, elk vijf duiven',
      pl: 'Puchar krajów, po pięć gołębi',
      pt: 'Taça dos países, cinco pombos cada',
      ro: 'Cupa țărilor, câte cinci porumbei',
      ru: 'Кубок стран, по пять голубей',
      se: 'Ländercup, fem duvor vardera',
      sk: 'Pohár krajín, po päť holubov',
      th: 'ถ้วยประเทศ ประเทศละห้าตัว',
      tr: 'Ülkeler kupası, beşer güvercin',
    },
    rule: rankingBy(points, {
      subject: { of: 'country', birds: 5, named: false, complete: false },
      prizes,
      flights: { ...flights, least: 1 },
    }),
    prizes: null,
  },
];

export const fastestInTraining: RankingFields = {
  name: 'Fastest in training',
  names: {
    ar: 'الأسرع في التدريب',
    cn: '训放最快',
    de: 'Die Schnellsten im Training',
    es: 'Las más rápidas en los entrenamientos',
    fr: 'Les plus rapides à l’entraînement',
    hu: 'A leggyorsabbak az edzőrepüléseken',
    it: 'I più veloci in allenamento',
    jp: '訓練の最速',
    nl: 'Snelste op de training',
    pl: 'Najszybsze na lotach treningowych',
    pt: 'Os mais rápidos nos treinos',
    ro: 'Cei mai rapizi la antrenament',
    ru: 'Самые быстрые на тренировках',
    se: 'Snabbast i träningen',
    sk: 'Najrýchlejšie na nácvikoch',
    th: 'เร็วที่สุดในรอบซ้อม',
    tr: 'Antrenmanın en hızlıları',
  },
  rule: rankingBy(
    { by: 'mean_speed', unit: 'm/min', decimals: 2, rounding: 'half-up' },
    { flights: { ...flights, kinds: ['training'], best: 1 }, tie_breaks: [] },
  ),
  prizes: null,
};

/**
 * The rankings of the season that is over: both of pigeons pay prizes. The correction of its last flight moves some of
 * the second one.
 */
export const paidRankings: readonly RankingFields[] = rankings.map((one, i) => {
  const euros = acePrizes[i];
  if (!euros) return one;
  const steps = euros.map((value, place) => ({ from: place + 1, to: place + 1, value: value * 100 }));
  return { ...one, prizes: { basis: 'amount', steps } };
});

/** Publishes rankings of a season; those of one that is flown are frozen with it. */
export async function seedRankings(
  tx: Tx,
  season: SeasonKey,
  all: readonly RankingFields[],
  now_ms: number,
): Promise<void> {
  for (const fields of all) {
    const { id, version } = await addRanking(tx, null, season, fields);
    await freezeRanking(
      tx,
      await publishRanking(tx, { by: null, now_ms }, season, { ranking_id: id, version }),
      now_ms,
    );
  }
}
