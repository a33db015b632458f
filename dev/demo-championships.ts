/** The championships of the demo: the world lists of a year that is over, and a league over the seasons of both lofts. */
import type { ChampionshipFields } from '#domain/championships/contract.ts';
import type { ChampionshipRule } from '#domain/championships/rule.ts';
import { addChampionship, publishChampionship } from '#server/championships/championships.ts';
import type { Tx } from '#server/db/database.ts';

const rule = {
  of: 'fancier',
  birds: 1,
  measure: { by: 'points', highest: '100', lowest: '0', decimals: 2, rounding: 'half-up' },
  // Of so many birds basketed one has points.
  prizes: { part: 1, of: 4, rounding: 'up' },
  flights: {
    kinds: ['hot_spot', 'semi_final', 'final'],
    least_distance_m: 100_000,
    least_basketed: 10,
    best: 10,
    least: 1,
    most_per_loft: 4,
  },
  tie_breaks: ['best_results', 'most_flights'],
} as const satisfies ChampionshipRule;

const worldLists: readonly Omit<ChampionshipFields, 'year' | 'season_ids' | 'is_world_list'>[] = [
  {
    name: 'World list of pigeons',
    names: {
      ar: 'قائمة الحمام العالمية',
      cn: '世界赛鸽榜',
      de: 'Weltrangliste der Tauben',
      es: 'Lista mundial de palomas',
      fr: 'Classement mondial des pigeons',
      hu: 'Galambok világranglistája',
      it: 'Classifica mondiale dei colombi',
      jp: '鳩の世界ランキング',
      nl: 'Wereldranglijst van de duiven',
      pl: 'Światowa lista gołębi',
      pt: 'Lista mundial de pombos',
      ro: 'Lista mondială a porumbeilor',
      ru: 'Мировой список голубей',
      se: 'Världslista för duvor',
      sk: 'Svetový rebríček holubov',
      th: 'อันดับโลกของนก',
      tr: 'Güvercinlerin dünya listesi',
    },
    rule: { ...rule, of: 'pigeon', birds: null },
  },
  {
    name: 'World list of fanciers',
    names: {
      ar: 'قائمة المربين العالمية',
      cn: '世界鸽主榜',
      de: 'Weltrangliste der Züchter',
      es: 'Lista mundial de colombófilos',
      fr: 'Classement mondial des colombophiles',
      hu: 'Tenyésztők világranglistája',
      it: 'Classifica mondiale dei colombofili',
      jp: '鳩主の世界ランキング',
      nl: 'Wereldranglijst van de liefhebbers',
      pl: 'Światowa lista hodowców',
      pt: 'Lista mundial de columbófilos',
      ro: 'Lista mondială a crescătorilor',
      ru: 'Мировой список голубеводов',
      se: 'Världslista för uppfödare',
      sk: 'Svetový rebríček chovateľov',
      th: 'อันดับโลกของเจ้าของนก',
      tr: 'Yetiştiricilerin dünya listesi',
    },
    rule: { ...rule, birds: 2 },
  },
];

const league: Omit<ChampionshipFields, 'year' | 'season_ids'> = {
  name: 'Country cup of two lofts',
  names: {
    ar: 'كأس الدول بين لوفتين',
    cn: '两公棚国家杯',
    de: 'Länderpokal zweier Schläge',
    es: 'Copa de países de dos palomares',
    fr: 'Coupe des pays de deux colombiers',
    hu: 'Két dúc országkupája',
    it: 'Coppa delle nazioni di due colombaie',
    jp: '二鳩舎の国別カップ',
    nl: 'Landenbeker van twee hokken',
    pl: 'Puchar krajów dwóch gołębników',
    pt: 'Taça dos países de dois pombais',
    ro: 'Cupa țărilor a două columbodromuri',
    ru: 'Кубок стран двух голубятен',
    se: 'Ländercup för två slag',
    sk: 'Pohár krajín dvoch holubníkov',
    th: 'ถ้วยประเทศของสองกรงแข่ง',
    tr: 'İki kümesin ülkeler kupası',
  },
  is_world_list: false,
  rule: { ...rule, of: 'country', birds: 5 },
};

/** The year whose flights have days of their own; in the seasons after it are flights of former years. */
const year = 2025;

/** Publishes them: each world list before its year begins, as its rule promises. The job reckons them. */
export async function seedChampionships(tx: Tx, now_ms: number): Promise<void> {
  for (const fields of worldLists)
    await publish(tx, { ...fields, year, is_world_list: true, season_ids: [] }, Date.UTC(year, 0, 1) - 86_400_000);
  const flown = await tx.selectFrom('seasons').select('id').where('year', '<=', year).orderBy('id').execute();
  await publish(tx, { ...league, year, season_ids: flown.map(({ id }) => id) }, now_ms);
}

async function publish(tx: Tx, fields: ChampionshipFields, now_ms: number): Promise<void> {
  const added = await addChampionship(tx, null, fields);
  await publishChampionship(tx, { by: null, now_ms }, added, added.version);
}
