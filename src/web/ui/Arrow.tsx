/** From what was to what is, in the direction in which the language is read. */
import panel from './panel.module.css';

export const Arrow = () => <span className={panel.arrow}>→</span>;
