/** The special prizes of a flight: for what, to whom, and how much or what. */
import type { Loft } from '#domain/lofts/contract.ts';
import type { WonSpecial } from '#domain/prizes/contract.ts';
import { formatMoney } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { isMine, useMine } from '#web/lib/reader-marks.ts';
import { specialWonWords } from '#web/lib/special-words.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { BirdName, TeamName } from '#web/ui/BirdName.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { Table } from '#web/ui/Table.tsx';
import table from '#web/ui/table.module.css';
import styles from './prizes.module.css';

interface SpecialPrizesProps {
  loft: Loft;
  currency: string;
  special: readonly WonSpecial[];
}

export function SpecialPrizes({ loft, currency, special }: SpecialPrizesProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const mine = useMine(loft.id);
  return (
    <Table caption={t('special.title')} cards className={styles.prizes}>
      <thead>
        <tr>
          <th scope="col">{t('special.title')}</th>
          <th scope="col">{t('board.pigeon')}</th>
          <th scope="col">{t('prizes.goes_to')}</th>
          <th scope="col" className={table.figure}>
            {t('place.prize')}
          </th>
        </tr>
      </thead>
      <tbody>
        {special.flatMap((one, i) =>
          one.birds.map(({ bird, amount_cents }) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: special prizes stay in the order of the rulebook
            <tr key={`${i} ${bird.pigeon_id}`} className={isMine(mine, bird) ? table.mine : undefined}>
              <td>{specialWonWords({ t, locale }, one)}</td>
              <td>
                <BirdName loft_id={loft.id} bird={bird} />
              </td>
              <td data-label={t('prizes.goes_to')}>
                <div className={table.flagged}>
                  <Flag country={bird.country} />
                  <span>
                    <TeamName loft_id={loft.id} team={bird} />
                  </span>
                </div>
              </td>
              <td data-label={t('place.prize')} className={table.figure}>
                {one.in_kind === null ? (
                  <bdi className={`num ${styles.amount}`}>{formatMoney(locale, amount_cents, currency)}</bdi>
                ) : (
                  <bdi>{one.in_kind}</bdi>
                )}
              </td>
            </tr>
          )),
        )}
      </tbody>
    </Table>
  );
}
