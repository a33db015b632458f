/** An arrow from an old value to a new one, in the direction of the language. */
import panel from './panel.module.css';

export const Arrow = () => <span className={panel.arrow}>→</span>;
