/** What every file of a ranking says above its list: of which season, which version, by which rule. */
import type { TFunction } from 'i18next';
import type { Locale } from '#domain/locales.ts';
import type { RankingPage } from '#domain/rankings/contract.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { rankingName, ruleSentences } from '#web/lib/ranking-words.ts';

type Filed = Pick<RankingPage, 'ranking' | 'season' | 'frozen'> & {
  loft: { name: string };
  flights?: readonly { id: number; name: string }[];
};
interface Reader {
  t: TFunction;
  locale: Locale;
}

/** The season with its year, which its name may say already. */
const seasonOf = ({ season }: Pick<Filed, 'season'>) =>
  season.name.includes(String(season.year)) ? season.name : `${season.name} ${season.year}`;

/** Provisional, or final with its version. */
const stateOf = ({ t, locale }: Reader, { frozen }: Filed) =>
  frozen ? t('aces.final', { version: formatNumber(locale, frozen.version) }) : t('status.provisional');

/** The name of a file of a ranking: loft, season with year, ranking, version or state. */
export const rankingFileName = (reader: Reader, filed: Filed): string =>
  [filed.loft.name, seasonOf(filed), rankingName(reader.locale, filed.ranking), stateOf(reader, filed)].join(' ');

/** The lines above the list: the same, the fingerprint of what is final, and the rule. */
export const rankingFacts = (reader: Reader, filed: Filed): string[] => [
  [filed.loft.name, seasonOf(filed), rankingName(reader.locale, filed.ranking)].join(' · '),
  [stateOf(reader, filed), ...(filed.frozen ? [`${reader.t('aces.fingerprint')}: ${filed.frozen.sha256}`] : [])].join(
    ' · ',
  ),
  `${reader.t('aces.counted')}: ${ruleSentences(reader.t, reader.locale, filed.ranking.rule, filed.flights).join(' ')}`,
];
