/** Reserves or the final: the way from one list of activations to the other, each with how many birds wait for their money. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type ActivationKind, activationKinds } from '#domain/activations/activation.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import styles from './activations.module.css';

export interface KindsProps {
  shown: ActivationKind;
  counts: Readonly<Record<ActivationKind, { pending: number }>>;
}

export function Kinds({ shown, counts }: KindsProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <nav className={styles.kinds} aria-label={t('desk.activations')}>
      {activationKinds.map((kind) => (
        <Link key={kind} to={`?kind=${kind}`} aria-current={shown === kind ? 'true' : undefined} preventScrollReset>
          {t(`product.${kind}_activation`)} <bdi className="num">{formatNumber(locale, counts[kind].pending)}</bdi>
        </Link>
      ))}
    </nav>
  );
}
