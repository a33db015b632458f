/** How a One Loft Race works, in four steps. */
import { useTranslation } from '#web/lib/translation.ts';
import { Icon, type IconName } from './Icon.tsx';
import styles from './steps.module.css';

const steps = [
  { word: 'send', icon: 'box' },
  { word: 'raised', icon: 'loft' },
  { word: 'released', icon: 'truck' },
  { word: 'home', icon: 'flag' },
] as const satisfies readonly { word: string; icon: IconName }[];

export function Steps() {
  const { t } = useTranslation();
  return (
    <ol className={styles.steps}>
      {steps.map(({ word, icon }) => (
        <li key={word}>
          <Icon name={icon} />
          <h3>{t(`about.${word}`)}</h3>
          <p>{t(`about.${word}_text`)}</p>
        </li>
      ))}
    </ol>
  );
}
