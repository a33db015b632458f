/** Reserves or the final: the way from one list of activations to the other, each with how many birds wait for their money. */
import { type ActivationKind, activationKinds } from '#domain/activations/activation.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ListParts } from '#web/ui/ListParts.tsx';

export interface KindsProps {
  shown: ActivationKind;
  counts: Readonly<Record<ActivationKind, { pending: number }>>;
}

export function Kinds({ shown, counts }: KindsProps) {
  const { t } = useTranslation();
  return (
    <ListParts
      label={t('admin.activations')}
      parts={activationKinds.map((kind) => ({
        to: `?kind=${kind}`,
        word: t(`product.${kind}_activation`),
        count: counts[kind].pending,
        isShown: shown === kind,
      }))}
    />
  );
}
